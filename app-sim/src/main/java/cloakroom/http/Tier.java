package cloakroom.http;

import cloakroom.app.Application;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.LeaseInfo;
import cloakroom.contract.Counter;
import cloakroom.contract.NodeReport;
import cloakroom.link.RelayProcess;
import cloakroom.module.TierCounters;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Components of a running node, which is one application server process.
 *
 * @param sources connection sources, such as pools; empty if the policy needs no database
 * @param checkConnections number of start-up test connections, which no source counts
 * @param settings effective settings by name, without secrets
 */
public record Tier(
    Application application,
    UserSessions sessions,
    TierCounters counts,
    List<ConnectionSource> sources,
    int checkConnections,
    Optional<RelayProcess> relay,
    Map<String, Object> settings) {
  private static final int MAX_LEASES = 200;

  /** Closes the connection sources, then the TCP relay. The relay's counters remain readable. */
  void closeConnections() {
    sources.forEach(ConnectionSource::close);
    relay.ifPresent(RelayProcess::close);
  }

  int unsavedStates() {
    return application.pools().stream().mapToInt(pool -> pool.unsavedStates()).sum();
  }

  /** Returns all cumulative counters of the node, with those of the TCP relay if one is used. */
  Map<String, Long> counters() {
    Map<String, Long> all = sums(false);
    all.merge(Counter.CONNECTIONS_CREATED.label(), (long) checkConnections, Long::sum);
    all.merge(Counter.CONNECTIONS_CLOSED.label(), (long) checkConnections, Long::sum);
    relay
        .map(RelayProcess::counts)
        .ifPresent(
            counted -> {
              all.put(Counter.ROUND_TRIPS.label(), counted.roundTrips());
              all.put(Counter.DATABASE_BYTES_SENT.label(), counted.bytesSent());
              all.put(Counter.DATABASE_BYTES_RECEIVED.label(), counted.bytesReceived());
            });
    return all;
  }

  private Map<String, Long> sums(boolean gauges) {
    Map<Counter, Long> statistics = new EnumMap<>(Counter.class);
    Stream.concat(
            application.pools().stream().map(pool -> pool.statistics()),
            sources.stream().map(ConnectionSource::statistics))
        .forEach(each -> each.forEach((counter, n) -> statistics.merge(counter, n, Long::sum)));
    Map<String, Long> all = new LinkedHashMap<>();
    for (Counter each : Counter.values()) {
      if (each.isGauge() == gauges && (relay.isPresent() || !each.isOfRelay())) {
        all.put(each.label(), counts.get(each) + statistics.getOrDefault(each, 0L));
      }
    }
    return all;
  }

  Map<String, Long> gauges(RequestMetrics requests) {
    Map<String, Long> all = sums(true);
    all.put(Counter.SESSIONS.label(), (long) sessions.size());
    all.put(Counter.IN_FLIGHT.label(), (long) requests.inFlight());
    return all;
  }

  Map<String, Object> live(RequestMetrics requests) {
    return JsonText.object(
        "policy", text("policy"),
        "gauges", gauges(requests),
        "waiting", application.pools().stream().mapToInt(pool -> pool.waiting()).sum(),
        "sources", sources.stream().map(this::connections).toList());
  }

  private Map<String, Object> connections(ConnectionSource source) {
    Map<Counter, Long> statistics = source.statistics();
    long inUse = statistics.get(Counter.CONNECTIONS_IN_USE);
    Comparator<LeaseInfo> activeFirst = Comparator.comparing(lease -> lease.thread().isEmpty());
    List<LeaseInfo> holders =
        source.leases().stream()
            .sorted(
                activeFirst.thenComparing(
                    Comparator.comparingLong(LeaseInfo::heldMillis).reversed()))
            .limit(MAX_LEASES)
            .toList();
    return JsonText.object(
        "name", source.name(),
        "pool", text("pool"),
        "limit", source.limit(),
        "inUse", inUse,
        "idle", Math.max(0, statistics.get(Counter.CONNECTIONS_OPEN) - inUse),
        "waiting", source.waiting(),
        "holdings", holders);
  }

  /**
   * Returns all metrics of the node.
   *
   * @param times whether to include the response time histogram, which takes long to write
   */
  NodeReport report(RequestMetrics requests, boolean times) {
    return new NodeReport(
        text("policy"),
        text("pool"),
        Integer.parseInt(String.valueOf(settings.getOrDefault("pool-size", 0))),
        text("store"),
        settings,
        requests.phase(),
        requests.measuredSince,
        counters(),
        requests.baseline,
        gauges(requests),
        times ? requests.times() : null);
  }

  private String text(String setting) {
    return String.valueOf(settings.get(setting));
  }
}
