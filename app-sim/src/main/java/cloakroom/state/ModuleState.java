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
 * Session state of an application module, without rows that a query can read again (SM10-004). Maps
 * are copied and sorted by name; values may be null.
 *
 * @param changes uncommitted changes, in the order in which the session made them
 * @param custom data that the application itself adds, by name (SM10-005)
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
   * State of a view object: query settings and position in the rows (SM10-004). Where clause, order
   * by clause and current key may be null.
   *
   * @param active whether the query was executed; activation executes only active view objects
   * @param rangeStart number of rows before the first row of the current page of rows
   * @param rangeSize number of rows of a full page, 1 or more
   * @param transients values of attributes that are not in the database but must survive
   *     (SM10-006), by row key, then by attribute
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
  }

  /**
   * Uncommitted change of a row (SM10-004), with old values as read and new values as set.
   *
   * @param key row key as text; a new row has a temporary key until the commit
   * @param position index of a new row in the view object, or {@link #NO_POSITION}
   */
  public record EntityChange(
      String entity,
      String key,
      Kind kind,
      int position,
      Map<String, String> oldValues,
      Map<String, String> newValues) {
    public static final int NO_POSITION = -1;

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

    public static EntityChange modified(
        String entity, String key, Map<String, String> oldValues, Map<String, String> newValues) {
      return new EntityChange(entity, key, Kind.MODIFIED, NO_POSITION, oldValues, newValues);
    }

    public static EntityChange created(
        String entity, String temporaryKey, int position, Map<String, String> values) {
      return new EntityChange(entity, temporaryKey, Kind.NEW, position, Map.of(), values);
    }

    public static EntityChange deleted(String entity, String key, Map<String, String> oldValues) {
      return new EntityChange(entity, key, Kind.DELETED, NO_POSITION, oldValues, Map.of());
    }
  }

  /** Immutable map in two sorted arrays, which take less memory than a tree of entries. */
  static final class NamedValues extends AbstractMap<String, String> {
    static final NamedValues EMPTY = new NamedValues(new String[0], new String[0]);

    final String[] names;
    final String[] values;

    private NamedValues(String[] names, String[] values) {
      this.names = names;
      this.values = values;
    }

    /** Returns an immutable copy of the map, or the map itself if it is a NamedValues. */
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

    /** Throws IllegalArgumentException unless the names are in ascending order. */
    static void checkOrder(String[] names) {
      for (int i = 1; i < names.length; i++) {
        if (names[i - 1].compareTo(names[i]) >= 0) {
          throw new IllegalArgumentException("names are not in order");
        }
      }
    }

    /** Returns a map backed by the arrays. The caller must have called {@link #checkOrder}. */
    static NamedValues ofOrdered(String[] names, String[] values) {
      return names.length == 0 ? EMPTY : new NamedValues(names, values);
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
    public boolean containsKey(Object name) {
      return name instanceof String text && Arrays.binarySearch(names, text) >= 0;
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
