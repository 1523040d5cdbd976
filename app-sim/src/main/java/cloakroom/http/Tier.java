package cloakroom.http;

import cloakroom.app.Application;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.InternalConnections;
import cloakroom.connection.SourceStatistics;
import cloakroom.module.Count;
import cloakroom.module.Counts;
import cloakroom.module.PoolStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * The parts of a running node and everything it can tell of itself under the names that reports
 * use.
 *
 * @param application the pages
 * @param sessions the users' sessions
 * @param counts the counters of pools and modules
 * @param sources where connections come from; none when the policy needs no database
 * @param internal where snapshots borrow their connections, or null without a database
 * @param checkConnections connections made and closed again before the sources were opened
 * @param settings every setting in force by name, without secrets
 */
public record Tier(
    Application application,
    UserSessions sessions,
    Counts counts,
    List<ConnectionSource> sources,
    InternalConnections internal,
    int checkConnections,
    Map<String, Object> settings) {

  /** Closes the store's connections and every source. */
  void closeConnections() {
    if (internal != null) {
      internal.close();
    }
    sources.forEach(ConnectionSource::close);
  }

  /** Sessions whose state should be kept and is in no store. */
  int unsavedStates() {
    return application.pools().stream().mapToInt(pool -> pool.unsavedStates()).sum();
  }

  /** Counters that only grow, without those of the HTTP side. */
  Map<String, Long> counters() {
    Map<String, Long> all = new LinkedHashMap<>();
    for (Count count : Count.values()) {
      all.put(count.label(), counts.get(count));
    }
    all.put("connectionsBorrowed", sum(SourceStatistics::borrowed));
    all.put("connectionsReturned", sum(SourceStatistics::returned));
    all.put("connectionsCreated", checkConnections + sum(SourceStatistics::created));
    all.put("connectionsClosed", checkConnections + sum(SourceStatistics::closed));
    all.put("borrowTimeouts", sum(SourceStatistics::timeouts));
    all.put("leaseMicros", sum(SourceStatistics::leaseMicros));
    all.put("cleanings", sum(SourceStatistics::cleanings));
    all.put("cleaningRoundTrips", sum(SourceStatistics::cleaningRoundTrips));
    all.put("cleaningMicros", sum(SourceStatistics::cleaningMicros));
    all.put("internalBorrows", internal == null ? 0 : internal.borrows());
    all.put("sessionsCreated", sessions.created());
    all.put("sessionsResumed", sessions.resumed());
    all.put("sessionsEnded", sessions.ended());
    all.put("sessionsExpired", sessions.expired());
    all.put("requestsQueued", sessions.queued());
    all.put("requestsRefused", sessions.refused());
    return all;
  }

  /** Values of this moment, and the highest there were. */
  Map<String, Long> gauges() {
    Map<String, Long> all = new LinkedHashMap<>();
    all.put("instances", pools(PoolStatistics::instances));
    all.put("maxInstances", pools(PoolStatistics::maxInstances));
    all.put("busy", pools(PoolStatistics::busy));
    all.put("free", pools(PoolStatistics::free));
    all.put("referenced", pools(PoolStatistics::referenced));
    all.put("reserved", pools(PoolStatistics::reserved));
    all.put("connectionsHeld", pools(PoolStatistics::connectionsHeld));
    all.put("maxConnectionsHeld", pools(PoolStatistics::maxConnectionsHeld));
    all.put("connectionsInUse", sum(SourceStatistics::inUse));
    all.put("maxConnectionsInUse", sum(SourceStatistics::maxInUse));
    all.put("connectionsOpen", sum(SourceStatistics::open));
    all.put("sessions", (long) sessions.size());
    return all;
  }

  private long sum(ToLongFunction<SourceStatistics> figure) {
    return sources.stream().map(ConnectionSource::statistics).mapToLong(figure).sum();
  }

  private long pools(ToIntFunction<PoolStatistics> figure) {
    return application.pools().stream()
        .map(pool -> pool.statistics())
        .mapToLong(figure::applyAsInt)
        .sum();
  }
}
