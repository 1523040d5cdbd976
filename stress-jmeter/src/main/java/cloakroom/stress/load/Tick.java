package cloakroom.stress.load;

import cloakroom.contract.Phase;
import java.util.Map;

/**
 * What the load engine reports each second, as its event {@link Events#TICK}. Counts are cumulative
 * over the measured phase, {@code meanMs} and {@code throughput} are those of the last second, and
 * so is {@code p95Ms}, of the response times of that phase, not a number where none was measured;
 * {@code lagP95Ms} is how late samples started; times are milliseconds, {@code at} since the epoch.
 * Figures of the measured phase {@code soFar} have the names of reports.
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

  /** The state of affairs before the first tick. */
  public static final Tick NONE =
      new Tick(0, Phase.WARM_UP, 0, 0, 0, 0, 0, 0, 0, 0, 0, Double.NaN, Map.of());

  public Tick {
    soFar = soFar == null ? Map.of() : Map.copyOf(soFar);
  }

  public boolean measured() {
    return Phase.MEASURED.equals(phase);
  }
}
