package cloakroom.stress.load;

import cloakroom.contract.Phase;
import java.util.Map;

/**
 * Load progress, reported each second as {@link Events#TICK}. Counts cover the measured phase.
 * Means and percentiles cover the last second, in milliseconds.
 *
 * @param at time of the report in epoch milliseconds
 * @param p95Ms 95th percentile of response times; NaN if no measured response arrived
 * @param soFar metrics over the measured phase so far, by their names in reports
 */
public record Tick(
    long at,
    String phase,
    long requests,
    long transactions,
    long errors,
    double meanMs,
    double throughput,
    int activeUsers,
    double cpuSeconds,
    long gcMillis,
    double lagP95Ms,
    double p95Ms,
    Map<String, Double> soFar) {
  public static final Tick NONE =
      new Tick(0, Phase.WARM_UP, 0, 0, 0, 0, 0, 0, 0, 0, 0, Double.NaN, Map.of());

  public Tick {
    soFar = soFar == null ? Map.of() : Map.copyOf(soFar);
  }

  public boolean measured() {
    return Phase.MEASURED.equals(phase);
  }
}
