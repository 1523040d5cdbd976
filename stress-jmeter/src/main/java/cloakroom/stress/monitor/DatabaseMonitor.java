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

/**
 * What the runner asks the database under test. One connection of its own, for a whole run, and
 * another one for what the server tells each second. Of a database that nobody has named, {@link
 * #NONE}, everything is not told.
 */
public interface DatabaseMonitor extends AutoCloseable {
  DatabaseMonitor NONE = new DatabaseMonitor() {};

  /** Application name of the sessions of a tier that this run starts. */
  String TIER = MonitorDialect.TIER + MonitorDialect.RUN;

  String NOT_NAMED = "the database of the tier was not named (--url)";

  /** The tier's connections in the database: all, in a statement, idle with a transaction open. */
  record Activity(int connections, int active, int idleInTransaction) {}

  /** The cumulative counters now; those that the database does not tell are absent. */
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
   * The counters once they have settled: no connection of the tier is left and two readings in a
   * row agree. When the limit is reached first, the counters as they are.
   */
  default DatabaseCounters settled(Duration limit) {
    return counters();
  }

  /** The tier's connections now; empty when the database does not answer. */
  default Optional<Activity> activity() {
    return Optional.empty();
  }

  /** Begins to record what the server tells of itself, a row of a CSV file for each tick. */
  default ServerRecord record(Path file) {
    return new ServerRecord() {};
  }

  /**
   * Puts the tables that a trial touched in order, so that the next one starts equal.
   *
   * @return outcome by statement: done, not ordered, or skipped with the reason
   */
  default Map<String, String> tidy() {
    return Map.of();
  }

  /** Version and the settings that decide how durable and how large it is. */
  default Map<String, String> settings() {
    return Map.of();
  }

  /** What the rows of the pages hold, by table and key, such as {@code departments 7}. */
  default Map<String, String> values() {
    return Map.of();
  }

  /** Ends every session of this run's tier; returns why it could not, or nothing. */
  default String endSessions() {
    return NOT_NAMED;
  }

  /** Transactions that wrote something and are over; empty where the database does not tell. */
  default OptionalLong writes() {
    return OptionalLong.empty();
  }

  @Override
  default void close() {}

  /** The record of what a database server tells of itself during one trial. */
  interface ServerRecord extends AutoCloseable {
    /** Asks the server for the row of this moment, in epoch milliseconds; returns at once. */
    default void tick(long epochMs) {}

    /**
     * What counters.json says: who told what, who refused, how complete it is; null if nobody was
     * asked.
     */
    default ServerWork told() {
      return null;
    }

    /** Waits a little for an answer that is due, and ends. */
    @Override
    default void close() {}
  }
}
