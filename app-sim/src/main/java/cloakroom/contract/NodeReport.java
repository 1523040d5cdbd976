package cloakroom.contract;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Everything that a node of the tier tells of itself: the body of {@code GET /counters}, and the
 * {@link StoppedEvent last line} of a node.
 *
 * @param pool kind of connection pool, {@code none} without a database
 * @param poolSize connections at the most
 * @param settings every setting in force by name, without secrets
 * @param phase one of {@link Phase}
 * @param measuredSince epoch milliseconds at which the measured phase began, 0 before it
 * @param counters by {@link Counter#label}, what only grows
 * @param baseline the counters when the measured phase began, empty before it
 * @param gauges by {@link Counter#label}, what stands now and the most there was
 * @param tierTimes how long requests took; null where nobody asked for it, because its histogram
 *     costs more than all the rest
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
  /** What an incomplete report does not tell is empty. */
  public NodeReport {
    settings = settings == null ? Map.of() : settings;
    counters = counters == null ? Map.of() : counters;
    baseline = baseline == null ? Map.of() : baseline;
    gauges = gauges == null ? Map.of() : gauges;
  }

  /** The same with what was counted since an earlier report of the node; gauges stay. */
  public NodeReport since(NodeReport earlier) {
    return with(grown(counters, earlier.counters), grown(baseline, earlier.counters), gauges);
  }

  private NodeReport with(
      Map<String, Long> counted, Map<String, Long> countedBefore, Map<String, Long> now) {
    return new NodeReport(
        policy,
        pool,
        poolSize,
        store,
        settings,
        phase,
        measuredSince,
        counted,
        countedBefore,
        now,
        tierTimes);
  }

  private static Map<String, Long> grown(Map<String, Long> now, Map<String, Long> earlier) {
    Map<String, Long> grown = new LinkedHashMap<>(now);
    grown.replaceAll((counter, value) -> value - earlier.getOrDefault(counter, 0L));
    return grown;
  }

  /** The same without anything under way: of a dead node only what it has counted is left. */
  public NodeReport ofDead() {
    Map<String, Long> left = new LinkedHashMap<>(gauges);
    for (Counter counter : Counter.values()) {
      if (counter.isGauge() && !counter.isMaximum()) {
        left.replace(counter.label(), 0L);
      }
    }
    return with(counters, baseline, left);
  }
}
