package cloakroom.stress.monitor;

import cloakroom.stress.folder.DatabaseCounter;
import cloakroom.stress.folder.ServerWork;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Monitor of the database under test; {@link #NONE} reports nothing. */
public interface DatabaseMonitor extends AutoCloseable {
  DatabaseMonitor NONE = new DatabaseMonitor() {};

  /** Application name of the sessions of a tier that this run starts. */
  String TIER = MonitorDialect.TIER + MonitorDialect.RUN;

  String NOT_NAMED = "the database of the tier was not named (--url)";

  /** Connections of the tier in the database: all, in a statement, idle in a transaction. */
  record Activity(int connections, int active, int idleInTransaction) {}

  /** Returns the cumulative counters now, without those that are not available. */
  default DatabaseCounters counters() {
    return new DatabaseCounters(
        Map.of(),
        Stream.of(DatabaseCounter.values())
            .collect(Collectors.toMap(Function.identity(), counter -> NOT_NAMED)),
        Set.of(),
        "",
        "",
        0,
        0,
        0);
  }

  /**
   * Returns the counters once they have settled: the tier has no connection and two readings in a
   * row agree. Returns the current counters at the limit.
   */
  default DatabaseCounters settled(Duration limit) {
    return counters();
  }

  /** Returns the tier's connections now; empty if not available. */
  default Optional<Activity> activity() {
    return Optional.empty();
  }

  default ServerRecord record(Path file) {
    return new ServerRecord() {};
  }

  /** Vacuums or analyzes the tables that a trial changed; returns the outcome by statement. */
  default Map<String, String> tidy() {
    return Map.of();
  }

  default Map<String, String> settings() {
    return Map.of();
  }

  /** Returns the values of the rows of the pages by table and key, such as departments 7. */
  default Map<String, String> values() {
    return Map.of();
  }

  /** Ends every session of this run's tier; returns why it could not, or "". */
  default String endSessions() {
    return NOT_NAMED;
  }

  /** Returns the number of ended transactions that wrote something; empty if not available. */
  default OptionalLong writes() {
    return OptionalLong.empty();
  }

  @Override
  default void close() {}

  interface ServerRecord extends AutoCloseable {
    /** Queries a row for this time, in epoch milliseconds; returns at once. */
    default void tick(long epochMs) {}

    /** Returns the state of the metrics; null if the server was not queried. */
    default ServerWork state() {
      return null;
    }

    /** Waits for a pending response, a few seconds at most, and ends. */
    @Override
    default void close() {}
  }

  /**
   * Counters of a database at one time, cumulative since its statistics were last reset.
   *
   * @param unavailableReasons reason by unavailable counter
   * @param withOthers counters that clients other than tier and monitor add to
   * @param started start of the server; empty if not available
   * @param countedSince last reset of its statistics; empty if not available
   * @param transactions transactions of the monitor so far, which the counters include
   * @param sessions sessions of the monitor so far, which the counters include
   * @param ended sessions of the tier that the monitor has ended so far
   */
  record DatabaseCounters(
      Map<DatabaseCounter, Long> values,
      Map<DatabaseCounter, String> unavailableReasons,
      Set<DatabaseCounter> withOthers,
      String started,
      String countedSince,
      long transactions,
      long sessions,
      long ended) {

    /** Returns why these counters do not continue earlier ones; empty if they do. */
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

    /** Returns whether only the monitor had transactions since, apart from other clients. */
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
