package cloakroom.stress.watch;

import cloakroom.stress.files.DatabaseCounter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What the runner asks the database under test. One connection of its own, for a whole run, and
 * another one for what the server tells each second.
 */
public interface DatabaseWatch extends AutoCloseable {
  /**
   * The tier's connections as the database sees them.
   *
   * @param connections all of them
   * @param active those that run a statement
   * @param idleInTransaction those that hold a transaction open and do nothing
   */
  record Activity(int connections, int active, int idleInTransaction) {}

  /**
   * What one who compares a database's counters must know of them.
   *
   * @param notTold why a counter is absent
   * @param withOthers counters that others add to as well, the database's own sessions say: no more
   *     than lower bounds can be checked with them
   */
  record CounterNotes(Map<DatabaseCounter, String> notTold, Set<DatabaseCounter> withOthers) {
    /** Every counter is told, and nobody but the tier and the watcher adds to it. */
    public static final CounterNotes NONE = new CounterNotes(Map.of(), Set.of());
  }

  /** The cumulative counters now; those that the database does not tell are absent. */
  DatabaseCounters counters();

  /** What one must know who compares the counters. */
  CounterNotes counterNotes();

  /**
   * The counters once they have settled: no connection of the tier is left and two readings in a
   * row agree. When the limit is reached first, the counters as they are.
   */
  DatabaseCounters settled(Duration limit);

  /** The tier's connections now; empty when the database does not answer. */
  Optional<Activity> activity();

  /**
   * Begins to record what the server tells of itself, in a CSV file with a row for each tick.
   *
   * @throws java.io.UncheckedIOException if the file cannot be made
   */
  ServerRecord record(Path file);

  /** Puts the tables that a trial touched in order, so that the next one starts equal. */
  void tidy();

  /** Version and the settings that decide how durable and how large it is. */
  Map<String, String> settings();

  /** For how many users it has rows; empty when the tables of the pages are not there. */
  OptionalLong users();

  /** Transactions that this watch itself has made so far; they are in the counters too. */
  long transactions();

  /** Sessions that this watch itself has begun so far; they are in the counters too. */
  long sessions();

  @Override
  void close();
}
