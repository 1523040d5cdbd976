package cloakroom.http;

import cloakroom.contract.Counter;
import cloakroom.contract.LiveHeap;
import cloakroom.contract.NodeReport;
import cloakroom.contract.TierTimes;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Tells everything that a node knows of itself. */
final class TierReport {
  private final Tier tier;
  private final RequestFigures figures;

  TierReport(Tier tier) {
    this.tier = tier;
    this.figures = new RequestFigures(this::counters);
  }

  RequestFigures figures() {
    return figures;
  }

  String policy() {
    return text("policy");
  }

  private String text(String setting) {
    return String.valueOf(tier.settings().get(setting));
  }

  Map<String, Long> counters() {
    Map<String, Long> all = new LinkedHashMap<>();
    all.put(Counter.REQUESTS.label(), figures.requests());
    all.put(Counter.REQUEST_ERRORS.label(), figures.errors());
    all.putAll(tier.counters());
    return all;
  }

  Map<String, Long> gauges() {
    Map<String, Long> all = new LinkedHashMap<>(tier.gauges());
    all.put(Counter.IN_FLIGHT.label(), (long) figures.inFlight());
    return all;
  }

  /** Everything. */
  NodeReport whole() {
    return with(figures.times().summary());
  }

  /** Everything but the times of requests, whose histogram alone costs more than the rest. */
  NodeReport withoutTimes() {
    return with(null);
  }

  private NodeReport with(TierTimes times) {
    Map<String, Object> settings = tier.settings();
    return new NodeReport(
        text("policy"),
        text("pool"),
        (Integer) settings.getOrDefault("poolSize", 0),
        text("store"),
        settings,
        figures.phase(),
        figures.measuredSince(),
        counters(),
        figures.baseline(),
        gauges(),
        times);
  }

  /** The live heap; its garbage is collected now. */
  LiveHeap liveHeap() {
    long before = System.nanoTime();
    long bytes = bytesInUse();
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before);
    Map<String, Long> gauges = gauges();
    return new LiveHeap(
        gauges.get(Counter.SESSIONS.label()), gauges.get(Counter.INSTANCES.label()), bytes, millis);
  }

  /** Bytes of the heap in use once its garbage is gone. */
  static long bytesInUse() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
