package cloakroom.stress.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Whether the load generator kept up. It was the bottleneck when the 95th percentile of its
 * lateness or its share of garbage collection passes the limits here.
 *
 * @param lagP95 milliseconds from when requests were due to when they were sent, 95th percentile
 * @param gcShare part of the measured time spent in garbage collection, 0 to 1
 * @param bound whether the generator was the bottleneck
 * @param reason which limit was passed, or empty
 */
public record GeneratorHealth(double lagP95, double gcShare, boolean bound, String reason) {
  private static final double LAG_LIMIT = 20;
  private static final double GC_LIMIT = 0.05;

  /** Judges the generator of one trial. */
  public static GeneratorHealth of(double lagP95, double gcShare) {
    List<String> reasons = new ArrayList<>();
    if (lagP95 > LAG_LIMIT) {
      reasons.add(
          String.format(
              Locale.ROOT, "requests left %.0f ms late (p95; limit %.0f ms)", lagP95, LAG_LIMIT));
    }
    if (gcShare > GC_LIMIT) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "garbage collection took %.1f %% of the time (limit %.0f %%)",
              gcShare * 100,
              GC_LIMIT * 100));
    }
    return new GeneratorHealth(lagP95, gcShare, !reasons.isEmpty(), String.join("; ", reasons));
  }
}
