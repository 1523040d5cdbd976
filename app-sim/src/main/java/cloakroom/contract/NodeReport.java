package cloakroom.contract;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Report of a node: the body of {@code GET /counters}, and part of the {@link StoppedEvent}.
 *
 * @param pool kind of connection pool, {@code none} without a database
 * @param poolSize maximum number of connections
 * @param settings effective settings by name, without secrets
 * @param phase one of {@link Phase}
 * @param measuredSince begin of the measured phase in epoch milliseconds, 0 before it
 * @param counters monotonic counters by {@link Counter#label}
 * @param baseline the counters at the begin of the measured phase, empty before it
 * @param gauges gauges and maxima by {@link Counter#label}
 * @param tierTimes times of requests; null unless requested, because the histogram is large
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
  /** Replaces missing maps by empty ones. */
  public NodeReport {
    settings = settings == null ? Map.of() : settings;
    counters = counters == null ? Map.of() : counters;
    baseline = baseline == null ? Map.of() : baseline;
    gauges = gauges == null ? Map.of() : gauges;
  }

  /** Returns the increase of the counters since an earlier report, with the gauges of this one. */
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

  /** Returns the report of a dead node, whose gauges except maxima are 0. */
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
