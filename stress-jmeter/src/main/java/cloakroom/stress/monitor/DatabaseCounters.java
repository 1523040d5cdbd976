package cloakroom.stress.monitor;

import cloakroom.stress.folder.DatabaseCounter;
import java.util.Map;
import java.util.Set;

/**
 * The database's own counters at one moment, cumulative since its statistics were last reset. One
 * that this database does not tell is absent.
 *
 * @param unavailableReasons why one is absent
 * @param withOthers those that others add to besides the tier and the watcher, so that they are no
 *     more than lower bounds
 * @param started when the server was started, in its own words; empty if it does not tell
 * @param countedSince since when its statistics count; empty if it does not tell
 * @param transactions that the watcher itself has made so far, which are in the counters too
 * @param sessions that the watcher itself has begun so far, which are in the counters too
 * @param ended sessions of the tier that the watcher has ended so far
 */
public record DatabaseCounters(
    Map<DatabaseCounter, Long> values,
    Map<DatabaseCounter, String> unavailableReasons,
    Set<DatabaseCounter> withOthers,
    String started,
    String countedSince,
    long transactions,
    long sessions,
    long ended) {

  /** Why these do not go on from earlier ones; empty if they do, as far as the server tells. */
  public String interruptedSince(DatabaseCounters earlier) {
    if (differ(started, earlier.started)) {
      return "the database server was restarted at " + started;
    }
    if (differ(countedSince, earlier.countedSince)) {
      return "the statistics of the database server were reset, as after a crash";
    }
    return "";
  }

  private static boolean differ(String now, String earlier) {
    return !now.isEmpty() && !earlier.isEmpty() && !now.equals(earlier);
  }

  /** Whether only the watcher's own transactions happened, apart from what others add to. */
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
