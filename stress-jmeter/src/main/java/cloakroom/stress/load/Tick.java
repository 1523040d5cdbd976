package cloakroom.stress.load;

import cloakroom.contract.Phase;
import java.util.Map;

/**
 * State of the load each second, as the event {@link Events#TICK}. Counts are cumulative over the
 * measured phase; means and percentiles are those of the last second, in milliseconds.
 *
 * @param at epoch milliseconds
 * @param p95Ms of response times; NaN outside the measured phase
 * @param soFar metrics of the measured phase by their names in reports
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
