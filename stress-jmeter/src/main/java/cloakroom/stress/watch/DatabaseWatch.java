package cloakroom.stress.watch;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** What the runner asks the database under test. One connection of its own, for a whole run. */
public interface DatabaseWatch extends AutoCloseable {
  /** The cumulative counters now. */
  DatabaseCounters counters();

  /**
   * The counters once they have settled: no connection of the tier is left and two readings in a
   * row agree. When the limit is reached first, the counters as they are.
   */
  DatabaseCounters settled(Duration limit);

  /** The tier's connections now; empty when the database does not answer. */
  Optional<DatabaseActivity> activity();

  /** Puts the tables that a trial touched in order, so that the next one starts equal. */
  void tidy();

  /** Version and the settings that decide how durable and how large it is. */
  Map<String, String> settings();

  /** For how many users it has rows; empty when the tables of the pages are not there. */
  OptionalLong users();

  /** Transactions that this watch itself has made so far; they are in the counters too. */
  long transactions();

  @Override
  void close();
}
