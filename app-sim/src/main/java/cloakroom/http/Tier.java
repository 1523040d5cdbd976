package cloakroom.http;

import static cloakroom.contract.Counter.BORROW_TIMEOUTS;
import static cloakroom.contract.Counter.BUSY;
import static cloakroom.contract.Counter.CLEANINGS;
import static cloakroom.contract.Counter.CLEANING_MICROS;
import static cloakroom.contract.Counter.CLEANING_ROUND_TRIPS;
import static cloakroom.contract.Counter.CONNECTIONS_BORROWED;
import static cloakroom.contract.Counter.CONNECTIONS_CLOSED;
import static cloakroom.contract.Counter.CONNECTIONS_CREATED;
import static cloakroom.contract.Counter.CONNECTIONS_HELD;
import static cloakroom.contract.Counter.CONNECTIONS_IN_USE;
import static cloakroom.contract.Counter.CONNECTIONS_OPEN;
import static cloakroom.contract.Counter.CONNECTIONS_RETURNED;
import static cloakroom.contract.Counter.FREE;
import static cloakroom.contract.Counter.INSTANCES;
import static cloakroom.contract.Counter.INTERNAL_BORROWS;
import static cloakroom.contract.Counter.LEASE_MICROS;
import static cloakroom.contract.Counter.MAX_CONNECTIONS_HELD;
import static cloakroom.contract.Counter.MAX_CONNECTIONS_IN_USE;
import static cloakroom.contract.Counter.MAX_INSTANCES;
import static cloakroom.contract.Counter.REFERENCED;
import static cloakroom.contract.Counter.REQUESTS_QUEUED;
import static cloakroom.contract.Counter.REQUESTS_REFUSED;
import static cloakroom.contract.Counter.RESERVED;
import static cloakroom.contract.Counter.SESSIONS;
import static cloakroom.contract.Counter.SESSIONS_CREATED;
import static cloakroom.contract.Counter.SESSIONS_ENDED;
import static cloakroom.contract.Counter.SESSIONS_EXPIRED;
import static cloakroom.contract.Counter.SESSIONS_RESUMED;

import cloakroom.app.Application;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.InternalConnections;
import cloakroom.connection.SourceStatistics;
import cloakroom.contract.Counter;
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
    Counter.ofPools().forEach(each -> all.put(each.label(), counts.get(each)));
    all.put(CONNECTIONS_BORROWED.label(), sum(SourceStatistics::borrowed));
    all.put(CONNECTIONS_RETURNED.label(), sum(SourceStatistics::returned));
    all.put(CONNECTIONS_CREATED.label(), checkConnections + sum(SourceStatistics::created));
    all.put(CONNECTIONS_CLOSED.label(), checkConnections + sum(SourceStatistics::closed));
    all.put(BORROW_TIMEOUTS.label(), sum(SourceStatistics::timeouts));
    all.put(LEASE_MICROS.label(), sum(SourceStatistics::leaseMicros));
    all.put(CLEANINGS.label(), sum(SourceStatistics::cleanings));
    all.put(CLEANING_ROUND_TRIPS.label(), sum(SourceStatistics::cleaningRoundTrips));
    all.put(CLEANING_MICROS.label(), sum(SourceStatistics::cleaningMicros));
    all.put(INTERNAL_BORROWS.label(), internal == null ? 0 : internal.borrows());
    all.put(SESSIONS_CREATED.label(), sessions.created());
    all.put(SESSIONS_RESUMED.label(), sessions.resumed());
    all.put(SESSIONS_ENDED.label(), sessions.ended());
    all.put(SESSIONS_EXPIRED.label(), sessions.expired());
    all.put(REQUESTS_QUEUED.label(), sessions.queued());
    all.put(REQUESTS_REFUSED.label(), sessions.refused());
    return all;
  }

  /** Values of this moment, and the highest there were. */
  Map<String, Long> gauges() {
    Map<String, Long> all = new LinkedHashMap<>();
    all.put(INSTANCES.label(), pools(PoolStatistics::instances));
    all.put(MAX_INSTANCES.label(), pools(PoolStatistics::maxInstances));
    all.put(BUSY.label(), pools(PoolStatistics::busy));
    all.put(FREE.label(), pools(PoolStatistics::free));
    all.put(REFERENCED.label(), pools(PoolStatistics::referenced));
    all.put(RESERVED.label(), pools(PoolStatistics::reserved));
    all.put(CONNECTIONS_HELD.label(), pools(PoolStatistics::connectionsHeld));
    all.put(MAX_CONNECTIONS_HELD.label(), pools(PoolStatistics::maxConnectionsHeld));
    all.put(CONNECTIONS_IN_USE.label(), sum(SourceStatistics::inUse));
    all.put(MAX_CONNECTIONS_IN_USE.label(), sum(SourceStatistics::maxInUse));
    all.put(CONNECTIONS_OPEN.label(), sum(SourceStatistics::open));
    all.put(SESSIONS.label(), (long) sessions.size());
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
