package cloakroom.http;

import cloakroom.app.Application;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.LeaseInfo;
import cloakroom.contract.Counter;
import cloakroom.contract.NodeReport;
import cloakroom.link.LinkCounts;
import cloakroom.link.RelayProcess;
import cloakroom.module.TierCounters;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * The parts of a running node and everything it can tell of itself under the names that reports
 * use.
 *
 * @param counts the counters of pools, modules, sessions and requests
 * @param sources where connections come from; none when the policy needs no database
 * @param checkConnections connections made and closed again before the sources were opened
 * @param relay what lies between the sources and the database, if anything does
 * @param settings every setting in force by name, without secrets
 */
public record Tier(
    Application application,
    UserSessions sessions,
    TierCounters counts,
    List<ConnectionSource> sources,
    int checkConnections,
    Optional<RelayProcess> relay,
    Map<String, Object> settings) {
  private static final int MOST_HOLDINGS = 200;

  /** The relay ends last: its counts stay readable. */
  void closeConnections() {
    sources.forEach(ConnectionSource::close);
    relay.ifPresent(RelayProcess::close);
  }

  /** Sessions whose state should be kept and is in no store. */
  int unsavedStates() {
    return application.pools().stream().mapToInt(pool -> pool.unsavedStates()).sum();
  }

  /** Counters that only grow. */
  Map<String, Long> counters() {
    Map<String, Long> all = figures(false);
    all.merge(Counter.CONNECTIONS_CREATED.label(), (long) checkConnections, Long::sum);
    all.merge(Counter.CONNECTIONS_CLOSED.label(), (long) checkConnections, Long::sum);
    putLink(all);
    return all;
  }

  /** What is counted here, by the pools of modules and by the sources, added up. */
  private Map<String, Long> figures(boolean gauges) {
    Map<Counter, Long> told = new EnumMap<>(Counter.class);
    Stream.concat(
            application.pools().stream().map(pool -> pool.statistics()),
            sources.stream().map(ConnectionSource::statistics))
        .forEach(some -> some.forEach((figure, n) -> told.merge(figure, n, Long::sum)));
    Map<String, Long> all = new LinkedHashMap<>();
    for (Counter each : Counter.values()) {
      if (each.isGauge() == gauges) {
        all.put(each.label(), counts.get(each) + told.getOrDefault(each, 0L));
      }
    }
    return all;
  }

  /** Nobody knows what no relay counted: then the names are not there. */
  private void putLink(Map<String, Long> all) {
    Optional<LinkCounts> counted = relay.map(RelayProcess::counts);
    Map<Counter, ToLongFunction<LinkCounts>> figures =
        Map.of(
            Counter.ROUND_TRIPS, LinkCounts::roundTrips,
            Counter.DATABASE_BYTES_SENT, LinkCounts::bytesSent,
            Counter.DATABASE_BYTES_RECEIVED, LinkCounts::bytesReceived);
    figures.forEach(
        (counter, figure) ->
            all.computeIfPresent(
                counter.label(), (label, none) -> counted.map(figure::applyAsLong).orElse(null)));
  }

  /** Values of this moment, and the highest there were. */
  Map<String, Long> gauges(RequestMetrics requests) {
    Map<String, Long> all = figures(true);
    all.put(Counter.SESSIONS.label(), (long) sessions.size());
    all.put(Counter.IN_FLIGHT.label(), (long) requests.inFlight());
    return all;
  }

  /** What a person at the admin port sees: how all stands, and who holds which connection. */
  Map<String, Object> live(RequestMetrics requests) {
    return JsonText.object(
        "policy", text("policy"),
        "gauges", gauges(requests),
        "waiting", application.pools().stream().mapToInt(pool -> pool.waiting()).sum(),
        "sources", sources.stream().map(this::connections).toList());
  }

  /** Those that have their connection longest come first; of thousands the first ones do. */
  private Map<String, Object> connections(ConnectionSource source) {
    Map<Counter, Long> now = source.statistics();
    long inUse = now.get(Counter.CONNECTIONS_IN_USE);
    List<LeaseInfo> longest =
        source.holdings().stream()
            .sorted(Comparator.comparingLong(LeaseInfo::heldMillis).reversed())
            .limit(MOST_HOLDINGS)
            .toList();
    return JsonText.object(
        "name", source.name(),
        "pool", text("pool"),
        "limit", source.limit(),
        "inUse", inUse,
        "idle", Math.max(0, now.get(Counter.CONNECTIONS_OPEN) - inUse),
        "waiting", source.waiting(),
        "holdings", longest);
  }

  /**
   * Everything that the node knows of itself.
   *
   * @param times whether with the times of requests, whose histogram alone costs more than the rest
   */
  NodeReport report(RequestMetrics requests, boolean times) {
    return new NodeReport(
        text("policy"),
        text("pool"),
        Integer.parseInt(String.valueOf(settings.getOrDefault("pool-size", 0))),
        text("store"),
        settings,
        requests.phase(),
        requests.measuredSince(),
        counters(),
        requests.baseline(),
        gauges(requests),
        times ? requests.times() : null);
  }

  private String text(String setting) {
    return String.valueOf(settings.get(setting));
  }
}
