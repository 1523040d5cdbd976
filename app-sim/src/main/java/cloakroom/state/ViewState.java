package cloakroom.state;

import java.util.Map;
import java.util.Objects;

/**
 * Where a session stood in one view object: never the rows themselves, only what is needed to find
 * them again (SM10-004).
 *
 * @param viewObject name of the view object inside its module
 * @param active whether its query was executed; an inactive one keeps its settings and is not
 *     executed when the state comes back
 * @param where WHERE clause set at run time, or null
 * @param orderBy ORDER BY clause set at run time, or null
 * @param binds bind values by name, as text and in the order of the names; a value may be null
 * @param rangeStart rows before the first row of the current range, 0 or more
 * @param rangeSize rows of a full range, 1 or more
 * @param currentKey key of the current row as text, or null when there is none
 * @param transients transient attributes that are ticked for passivation (SM10-006): by key of the
 *     row, then by attribute, both in order; a value may be null
 */
public record ViewState(
    String viewObject,
    boolean active,
    String where,
    String orderBy,
    Map<String, String> binds,
    int rangeStart,
    int rangeSize,
    String currentKey,
    Map<String, Map<String, String>> transients) {

  /** Copies the maps; refuses a range that cannot exist. */
  public ViewState {
    Objects.requireNonNull(viewObject, "viewObject");
    binds = NamedValues.of(binds);
    transients = copy(transients);
    if (rangeStart < 0 || rangeSize < 1) {
      throw new IllegalArgumentException(
          "range of " + viewObject + ": start " + rangeStart + ", size " + rangeSize);
    }
  }

  /** An active view object with its own clauses and no transient attributes. */
  public ViewState(
      String viewObject,
      Map<String, String> binds,
      int rangeStart,
      int rangeSize,
      String currentKey) {
    this(viewObject, true, null, null, binds, rangeStart, rangeSize, currentKey, Map.of());
  }

  private static Map<String, Map<String, String>> copy(Map<String, Map<String, String>> rows) {
    NamedValues<Map<String, String>> outer = NamedValues.of(rows);
    String[] keys = new String[outer.size()];
    Object[] values = new Object[outer.size()];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = outer.name(i);
      values[i] = NamedValues.of(outer.value(i));
    }
    return NamedValues.ofSorted(keys, values);
  }
}
