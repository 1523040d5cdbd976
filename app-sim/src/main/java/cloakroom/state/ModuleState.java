package cloakroom.state;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Session state of an application module: view objects, pending changes and custom data, without
 * rows that a query can read again (SM10-004). Maps are copied and ordered by name; values may be
 * null.
 *
 * @param views view objects with state, in the module's order
 * @param changes pending changes, in the order in which they were made
 * @param custom the module's own data by name (SM10-005)
 */
public record ModuleState(
    List<ViewState> views, List<EntityChange> changes, Map<String, String> custom) {

  public ModuleState {
    views = List.copyOf(views);
    changes = List.copyOf(changes);
    custom = NamedValues.of(custom);
  }

  public ModuleState(List<ViewState> views, List<EntityChange> changes) {
    this(views, changes, Map.of());
  }

  /**
   * State of one view object: the settings of its query and the position in its rows (SM10-004).
   *
   * @param active whether its query was executed; activation executes only active view objects
   * @param where WHERE clause set at run time, or null
   * @param orderBy ORDER BY clause set at run time, or null
   * @param binds bind values by name, as text
   * @param rangeStart rows before the first row of the current range, 0 or more
   * @param rangeSize rows of a full range, 1 or more
   * @param currentKey key of the current row as text, or null
   * @param transients values of transient attributes that are ticked for passivation (SM10-006), by
   *     row key, then by attribute
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

    public ViewState {
      binds = NamedValues.of(binds);
      transients = copy(transients);
      if (rangeStart < 0 || rangeSize < 1) {
        throw new IllegalArgumentException(
            "range of " + viewObject + ": start " + rangeStart + ", size " + rangeSize);
      }
    }

    private static Map<String, Map<String, String>> copy(Map<String, Map<String, String>> rows) {
      if (rows.isEmpty()) {
        return Map.of();
      }
      Map<String, Map<String, String>> copy = new TreeMap<>();
      rows.forEach((key, row) -> copy.put(key, NamedValues.of(row)));
      return Collections.unmodifiableMap(copy);
    }

    /** Creates an active view object without own clauses and transient attributes. */
    public ViewState(
        String viewObject,
        Map<String, String> binds,
        int rangeStart,
        int rangeSize,
        String currentKey) {
      this(viewObject, true, null, null, binds, rangeStart, rangeSize, currentKey, Map.of());
    }
  }

  /**
   * Uncommitted change of a row (SM10-004).
   *
   * @param key key of the row as text; for a new row the temporary key until the commit
   * @param position index of a new row among the rows of its view object, 0 or more, or {@link
   *     #NO_POSITION}
   * @param oldValues values read from the database, by attribute
   * @param newValues values set by the session, by attribute
   */
  public record EntityChange(
      String entity,
      String key,
      Kind kind,
      int position,
      Map<String, String> oldValues,
      Map<String, String> newValues) {

    /** Position of a row that the query finds. */
    public static final int NO_POSITION = -1;

    /** Kind of change. */
    public enum Kind {
      MODIFIED,
      NEW,
      DELETED
    }

    public EntityChange {
      oldValues = NamedValues.of(oldValues);
      newValues = NamedValues.of(newValues);
      if (position < NO_POSITION || (position != NO_POSITION && kind != Kind.NEW)) {
        throw new IllegalArgumentException(
            "position " + position + " of a " + kind + " row of " + entity);
      }
    }

    /** Returns the change of an existing row. */
    public static EntityChange modified(
        String entity, String key, Map<String, String> oldValues, Map<String, String> newValues) {
      return new EntityChange(entity, key, Kind.MODIFIED, NO_POSITION, oldValues, newValues);
    }

    /** Returns the change that inserts a row at this position. */
    public static EntityChange created(
        String entity, String temporaryKey, int position, Map<String, String> values) {
      return new EntityChange(entity, temporaryKey, Kind.NEW, position, Map.of(), values);
    }

    /** Returns the change that deletes a row. */
    public static EntityChange deleted(String entity, String key, Map<String, String> oldValues) {
      return new EntityChange(entity, key, Kind.DELETED, NO_POSITION, oldValues, Map.of());
    }
  }

  /**
   * Immutable map ordered by name, with null values allowed. It uses two arrays because a snapshot
   * contains hundreds of small maps and the codecs access them by index.
   */
  static final class NamedValues extends AbstractMap<String, String> {
    static final NamedValues EMPTY = new NamedValues(new String[0], new String[0]);

    private final String[] names;
    private final String[] values;

    private NamedValues(String[] names, String[] values) {
      this.names = names;
      this.values = values;
    }

    /** Returns a copy of the map, or the map itself if it is immutable already. */
    static NamedValues of(Map<String, String> map) {
      if (map instanceof NamedValues same) {
        return same;
      }
      String[] names = map.keySet().toArray(String[]::new);
      for (String name : names) {
        Objects.requireNonNull(name, "name");
      }
      Arrays.sort(names);
      return ofOrdered(names, Stream.of(names).map(map::get).toArray(String[]::new));
    }

    /** Throws IllegalArgumentException unless each name is greater than the one before. */
    static void checkOrder(String[] names) {
      for (int i = 1; i < names.length; i++) {
        if (names[i - 1].compareTo(names[i]) >= 0) {
          throw new IllegalArgumentException("names are not in order");
        }
      }
    }

    /** Returns a map of both arrays, which it owns; the names have passed {@link #checkOrder}. */
    static NamedValues ofOrdered(String[] names, String[] values) {
      return names.length == 0 ? EMPTY : new NamedValues(names, values);
    }

    String[] names() {
      return names;
    }

    String value(int i) {
      return values[i];
    }

    boolean hasNames(String[] others) {
      return names == others || Arrays.equals(names, others);
    }

    @Override
    public int size() {
      return names.length;
    }

    @Override
    public String get(Object name) {
      int i = name instanceof String text ? Arrays.binarySearch(names, text) : -1;
      return i < 0 ? null : values[i];
    }

    @Override
    public void forEach(BiConsumer<? super String, ? super String> action) {
      for (int i = 0; i < names.length; i++) {
        action.accept(names[i], values[i]);
      }
    }

    @Override
    public Set<Map.Entry<String, String>> entrySet() {
      return new AbstractSet<>() {
        @Override
        public Iterator<Map.Entry<String, String>> iterator() {
          return IntStream.range(0, names.length)
              .<Map.Entry<String, String>>mapToObj(
                  i -> new SimpleImmutableEntry<>(names[i], values[i]))
              .iterator();
        }

        @Override
        public int size() {
          return names.length;
        }
      };
    }
  }
}
