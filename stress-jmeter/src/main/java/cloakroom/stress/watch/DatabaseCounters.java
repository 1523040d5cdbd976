package cloakroom.stress.watch;

import cloakroom.stress.files.DatabaseCounter;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The database's own counters at one moment, cumulative since its statistics were last reset. One
 * that this database does not tell is absent.
 *
 * @param started when the server was started, in its own words; empty if it does not tell
 * @param countedSince since when its statistics count; empty if it does not tell
 */
public record DatabaseCounters(
    Map<DatabaseCounter, Long> values, String started, String countedSince) {

  /** Keeps a copy. */
  public DatabaseCounters {
    Map<DatabaseCounter, Long> copy = new EnumMap<>(DatabaseCounter.class);
    copy.putAll(values);
    values = Collections.unmodifiableMap(copy);
  }

  /** Why these do not go on from earlier ones; empty if they do, as far as the server tells. */
  public String interruptedSince(DatabaseCounters earlier) {
    if (differ(started, earlier.started)) {
      return "the database server was restarted during the trial, at " + started;
    }
    if (differ(countedSince, earlier.countedSince)) {
      return "the statistics of the database server were reset during the trial, as after a crash";
    }
    return "";
  }

  private static boolean differ(String now, String earlier) {
    return !now.isEmpty() && !earlier.isEmpty() && !now.equals(earlier);
  }

  /** The counters that are told by their names in counters.json. */
  public Map<String, Long> byKey() {
    Map<String, Long> byKey = new LinkedHashMap<>();
    values.forEach((counter, value) -> byKey.put(counter.key(), value));
    return byKey;
  }

  /** Whether only the reader's own transactions happened, apart from what others add to. */
  boolean quietSince(
      DatabaseCounters earlier, long ownTransactions, Set<DatabaseCounter> withOthers) {
    return values.entrySet().stream()
        .filter(entry -> !entry.getKey().isLevel() && !withOthers.contains(entry.getKey()))
        .allMatch(entry -> grown(entry, earlier) <= allowed(entry.getKey(), ownTransactions));
  }

  private static long grown(Map.Entry<DatabaseCounter, Long> now, DatabaseCounters earlier) {
    return Math.abs(now.getValue() - earlier.values.getOrDefault(now.getKey(), 0L));
  }

  private static long allowed(DatabaseCounter counter, long ownTransactions) {
    return counter == DatabaseCounter.COMMITS ? ownTransactions : 0;
  }
}
