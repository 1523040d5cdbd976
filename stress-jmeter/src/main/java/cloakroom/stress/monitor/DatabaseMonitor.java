package cloakroom.stress.monitor;

import cloakroom.stress.folder.DatabaseCounter;
import cloakroom.stress.folder.ServerWork;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

public interface DatabaseMonitor extends AutoCloseable {
  DatabaseMonitor NONE = new DatabaseMonitor() {};
  String TIER = MonitorDialect.TIER + MonitorDialect.RUN;
  String NOT_NAMED = "the database of the tier was not named (--url)";

  /** Numbers of the tier's database connections: all, active, and idle in an open transaction. */
  record Activity(int connections, int active, int idleInTransaction) {}

  /** Returns the server's counters that this database product provides. */
  default DatabaseCounters counters() {
    Map<DatabaseCounter, String> reasons = new EnumMap<>(DatabaseCounter.class);
    Stream.of(DatabaseCounter.values()).forEach(counter -> reasons.put(counter, NOT_NAMED));
    return new DatabaseCounters(Map.of(), Map.of(), reasons, Set.of(), "", "", 0, 0, 0);
  }

  /**
   * Waits until the tier has disconnected and two successive readings of the counters agree,
   * because the server updates counters late. Returns the latest reading, also on timeout.
   */
  default DatabaseCounters settled(Duration limit) {
    return counters();
  }

  default Optional<Activity> activity() {
    return Optional.empty();
  }

  default ServerRecord record(Path file) {
    return new ServerRecord() {};
  }

  /** Vacuums or analyzes the tables of a trial. Returns the outcome by statement. */
  default Map<String, String> tidy() {
    return Map.of();
  }

  default Map<String, String> settings() {
    return Map.of();
  }

  /**
   * Returns the watched values of the first rows by key, one for each user, of each table that the
   * application writes. They are listed by table and key: "departments 7".
   */
  default Map<String, String> values() {
    return Map.of();
  }

  /** Returns the watched values of rows, given and listed by table and key. */
  default Map<String, String> values(Collection<String> places) {
    return Map.of();
  }

  /** Terminates the database sessions of this run's tier. Returns "", or why this failed. */
  default String endSessions() {
    return NOT_NAMED;
  }

  /** Returns the number of finished transactions that wrote data; empty if not available. */
  default OptionalLong writes() {
    return OptionalLong.empty();
  }

  @Override
  default void close() {}

  interface ServerRecord extends AutoCloseable {
    /** Starts the query of the server metrics for one second. Does not wait for the response. */
    default void tick(long epochMs) {}

    /** Returns which server metrics were recorded; null if the server was not queried. */
    default ServerWork state() {
      return null;
    }

    @Override
    default void close() {}
  }

  /**
   * Counters of a database server since the last reset of its statistics.
   *
   * @param changedRows {@link DatabaseCounter#CHANGED_ROWS} by table
   * @param withOthers counters that also include work of unrelated clients
   * @param started start time of the server; empty if not available
   * @param countedSince time of the last statistics reset; empty if not available
   * @param transactions number of the monitor's own transactions, which the counters include
   * @param sessions number of the monitor's own sessions, which the counters include
   * @param ended number of the tier's sessions that the monitor has terminated
   */
  record DatabaseCounters(
      Map<DatabaseCounter, Long> values,
      Map<String, Long> changedRows,
      Map<DatabaseCounter, String> unavailableReasons,
      Set<DatabaseCounter> withOthers,
      String started,
      String countedSince,
      long transactions,
      long sessions,
      long ended) {
    /**
     * Returns why the counters were reset after reading {@code earlier}, such as a server restart;
     * "" if they were not reset.
     */
    public String interruptedSince(DatabaseCounters earlier) {
      if (differ(started, earlier.started)) {
        return "the database server was restarted at " + started;
      }
      return differ(countedSince, earlier.countedSince)
          ? "the statistics of the database server were reset, as after a crash"
          : "";
    }

    private static boolean differ(String now, String earlier) {
      return !now.isEmpty() && !earlier.isEmpty() && !now.equals(earlier);
    }

    /**
     * Returns whether no counter has grown since reading {@code earlier}. Ignores the monitor's own
     * transactions, and counters that include unrelated clients.
     */
    boolean quietSince(DatabaseCounters earlier) {
      for (DatabaseCounter counter : values.keySet()) {
        long own = counter == DatabaseCounter.COMMITS ? transactions - earlier.transactions : 0;
        long grown = Math.abs(values.get(counter) - earlier.values.getOrDefault(counter, 0L));
        if (grown > own && !counter.isLevel() && !withOthers.contains(counter)) {
          return false;
        }
      }
      return true;
    }
  }
}
