package cloakroom.stress.watch;

import cloakroom.stress.files.CountersFile;
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
  /** The tier's connections in the database: all, in a statement, idle with a transaction open. */
  record Activity(int connections, int active, int idleInTransaction) {}

  /**
   * What one who compares counters must know of them: why one is absent, and to which others add as
   * well, so that they are no more than lower bounds.
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

  /** Begins to record what the server tells of itself, a row of a CSV file for each tick. */
  ServerRecord record(Path file);

  /** Puts the tables that a trial touched in order, so that the next one starts equal. */
  void tidy();

  /** Version and the settings that decide how durable and how large it is. */
  Map<String, String> settings();

  /** For how many users it has rows; empty when the tables of the pages are not there. */
  OptionalLong users();

  /** What the rows of the pages hold, by table and key, such as {@code departments 7}. */
  Map<String, String> values();

  /** Why its user may not end sessions of the tier; empty if it may. */
  String mayEndSessions();

  /** Ends every session of the tier; returns why it could not, or nothing. */
  String endSessions();

  /** Transactions that wrote something and are over; empty where the database does not tell. */
  OptionalLong writes();

  /** Transactions that this watch itself has made so far; they are in the counters too. */
  long transactions();

  /** Sessions that this watch itself has begun so far; they are in the counters too. */
  long sessions();

  @Override
  void close();

  /** The record of what a database server tells of itself during one trial. */
  interface ServerRecord extends AutoCloseable {
    /** Asks the server for the row of this moment, in epoch milliseconds; returns at once. */
    void tick(long epochMs);

    /** What counters.json says: who told what, who refused, how complete it is. */
    CountersFile.Server told();

    /** Waits a little for an answer that is due, and ends. */
    @Override
    void close();
  }
}
