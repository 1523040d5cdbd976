package cloakroom.stress.load;

import cloakroom.contract.Phase;
import java.util.Map;

/**
 * Load progress, sent each second as event {@link Events#TICK}. Counts cover the measured phase.
 * Means and percentiles cover the last second, in milliseconds.
 *
 * @param at time of the report in epoch milliseconds
 * @param lagP95Ms 95th percentile of how late requests were sent; NaN if engines report no due
 *     times
 * @param p95Ms 95th percentile of response times; NaN without a measured response
 * @param soFar metrics of the measured phase until now, by metric name in reports
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
