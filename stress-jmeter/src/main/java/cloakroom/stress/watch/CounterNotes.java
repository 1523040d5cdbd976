package cloakroom.stress.watch;

import cloakroom.stress.files.DatabaseCounter;
import java.util.Map;
import java.util.Set;

/**
 * What one who compares a database's counters must know of them.
 *
 * @param notTold why a counter is absent
 * @param withOthers counters that others add to as well, the database's own sessions say: no more
 *     than lower bounds can be checked with them
 */
public record CounterNotes(Map<DatabaseCounter, String> notTold, Set<DatabaseCounter> withOthers) {
  /** Every counter is told, and nobody but the tier and the watcher adds to it. */
  public static final CounterNotes NONE = new CounterNotes(Map.of(), Set.of());

  /** Keeps copies. */
  public CounterNotes(Map<DatabaseCounter, String> notTold, Set<DatabaseCounter> withOthers) {
    this.notTold = Map.copyOf(notTold);
    this.withOthers = Set.copyOf(withOthers);
  }
}
