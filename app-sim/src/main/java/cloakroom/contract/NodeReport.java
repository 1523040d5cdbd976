package cloakroom.contract;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Report of a node: body of {@code GET /counters} and part of the {@link StoppedEvent}.
 *
 * @param pool kind of connection pool; {@code none} without a database
 * @param measuredSince epoch milliseconds when measurement began; 0 if it has not begun
 * @param counters values that only increase, by {@link Counter#label}
 * @param baseline counters when measurement began; empty if it has not begun
 * @param tierTimes request times; null unless requested, because the histogram is large
 */
public record NodeReport(
    String policy,
    String pool,
    int poolSize,
    String store,
    Map<String, Object> settings,
    String phase,
    long measuredSince,
    Map<String, Long> counters,
    Map<String, Long> baseline,
    Map<String, Long> gauges,
    TierTimes tierTimes) {
  public NodeReport {
    settings = settings == null ? Map.of() : settings;
    counters = counters == null ? Map.of() : counters;
    baseline = baseline == null ? Map.of() : baseline;
    gauges = gauges == null ? Map.of() : gauges;
  }

  /**
   * Returns this report with counters that show the increase since {@code earlier}. The gauges keep
   * their values.
   */
  public NodeReport since(NodeReport earlier) {
    return with(increase(counters, earlier.counters), increase(baseline, earlier.counters), gauges);
  }

  private NodeReport with(
      Map<String, Long> newCounters, Map<String, Long> newBaseline, Map<String, Long> newGauges) {
    return new NodeReport(
        policy,
        pool,
        poolSize,
        store,
        settings,
        phase,
        measuredSince,
        newCounters,
        newBaseline,
        newGauges,
        tierTimes);
  }

  private static Map<String, Long> increase(Map<String, Long> now, Map<String, Long> earlier) {
    Map<String, Long> increase = new LinkedHashMap<>(now);
    increase.replaceAll((counter, value) -> value - earlier.getOrDefault(counter, 0L));
    return increase;
  }

  /** Returns this report, the last of a dead node, with gauges set to 0. Maxima remain. */
  public NodeReport ofDead() {
    Map<String, Long> left = new LinkedHashMap<>(gauges);
    Arrays.stream(Counter.values())
        .filter(counter -> counter.isGauge() && !counter.isMaximum())
        .forEach(counter -> left.replace(counter.label(), 0L));
    return with(counters, baseline, left);
  }
}
