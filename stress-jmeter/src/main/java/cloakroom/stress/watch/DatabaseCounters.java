package cloakroom.stress.watch;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The database's own counters at one moment, cumulative since its statistics were last reset. One
 * that this database does not tell is absent.
 */
public record DatabaseCounters(Map<DatabaseCounter, Long> values) {

  /** Keeps a copy. */
  public DatabaseCounters(Map<DatabaseCounter, Long> values) {
    Map<DatabaseCounter, Long> copy = new EnumMap<>(DatabaseCounter.class);
    copy.putAll(values);
    this.values = Collections.unmodifiableMap(copy);
  }

  /** The counters that are told by their names in counters.json. */
  public Map<String, Long> byKey() {
    Map<String, Long> byKey = new LinkedHashMap<>();
    values.forEach((counter, value) -> byKey.put(counter.key(), value));
    return byKey;
  }

  /**
   * Whether nothing happened between two readings but the transactions of the reader itself.
   *
   * @param withOthers counters that need not be quiet, because others add to them too
   */
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
