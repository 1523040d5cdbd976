package cloakroom.state;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Everything an application module has to remember of its session: view objects, pending changes
 * and custom data; never rows that a query can find again (SM10-004).
 *
 * @param views the view objects that have anything to remember, in the module's order
 * @param changes pending changes, in the order in which they were made
 * @param custom what the module itself chose to keep, by name and in the order of the names; a
 *     value may be null (SM10-005)
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
   * Where a session stood in one view object: never the rows themselves, only what is needed to
   * find them again (SM10-004).
   *
   * @param active whether its query was executed; an inactive one keeps its settings and is not
   *     executed when the state comes back
   * @param where WHERE clause set at run time, or null
   * @param orderBy ORDER BY clause set at run time, or null
   * @param binds bind values by name, as text and in the order of the names; a value may be null
   * @param rangeStart rows before the first row of the current range, 0 or more
   * @param rangeSize rows of a full range, 1 or more
   * @param currentKey key of the current row as text, or null when there is none
   * @param transients transient attributes that are ticked for passivation (SM10-006): by key of
   *     the row, then by attribute, both in order; a value may be null
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
      binds = NamedValues.of(binds);
      transients = NamedValues.of(transients).mapped(NamedValues::of);
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
  }

  /**
   * A change that a session has made and not committed (SM10-004).
   *
   * @param key key of the row as text; for a new row the temporary key that it has until its commit
   * @param position index of a new row among the rows that its view object shows, 0 or more; {@link
   *     #NO_POSITION} when it has none, as every other kind
   * @param oldValues values by attribute as they were read, in the order of the names; a value may
   *     be null
   * @param newValues values by attribute as the session left them, in the order of the names; a
   *     value may be null
   */
  public record EntityChange(
      String entity,
      String key,
      Kind kind,
      int position,
      Map<String, String> oldValues,
      Map<String, String> newValues) {

    /** The row is where the query finds it. */
    public static final int NO_POSITION = -1;

    /** What a session did to a row. */
    public enum Kind {
      /** an existing row with other values */
      MODIFIED,
      /** a row that the database does not have yet */
      NEW,
      /** a row that the database still has */
      DELETED
    }

    /** Copies both value maps; refuses a position that cannot be. */
    public EntityChange {
      oldValues = NamedValues.of(oldValues);
      newValues = NamedValues.of(newValues);
      if (position < NO_POSITION || (position != NO_POSITION && kind != Kind.NEW)) {
        throw new IllegalArgumentException(
            "position " + position + " of a " + kind + " row of " + entity);
      }
    }

    /** An existing row with other values. */
    public static EntityChange modified(
        String entity, String key, Map<String, String> oldValues, Map<String, String> newValues) {
      return new EntityChange(entity, key, Kind.MODIFIED, NO_POSITION, oldValues, newValues);
    }

    /** A row that the database does not have yet, at this place among the rows. */
    public static EntityChange created(
        String entity, String temporaryKey, int position, Map<String, String> values) {
      return new EntityChange(entity, temporaryKey, Kind.NEW, position, Map.of(), values);
    }

    /** A row that the database still has, with the values that were read. */
    public static EntityChange deleted(String entity, String key, Map<String, String> oldValues) {
      return new EntityChange(entity, key, Kind.DELETED, NO_POSITION, oldValues, Map.of());
    }
  }

  /**
   * An immutable map from names to values that may be null, in the order of the names. Two arrays
   * instead of a tree: a snapshot holds hundreds of small maps, and codecs walk them by index.
   */
  static final class NamedValues<V> extends AbstractMap<String, V> {
    private static final NamedValues<?> EMPTY = new NamedValues<>(new String[0], new Object[0]);

    private final String[] names;
    private final Object[] values;

    private NamedValues(String[] names, Object[] values) {
      this.names = names;
      this.values = values;
    }

    /** A copy of the map, or the map itself if it is such a copy; names must not be null. */
    static <V> NamedValues<V> of(Map<String, ? extends V> map) {
      if (map instanceof NamedValues<?>) {
        @SuppressWarnings(
            "unchecked") // it cannot be changed, so a narrower value type does no harm
        NamedValues<V> same = (NamedValues<V>) map;
        return same;
      }
      String[] names = map.keySet().toArray(String[]::new);
      for (String name : names) {
        Objects.requireNonNull(name, "name");
      }
      Arrays.sort(names);
      Object[] values = new Object[names.length];
      for (int i = 0; i < names.length; i++) {
        values[i] = map.get(names[i]);
      }
      return ofSorted(names, values);
    }

    /** A map that takes both arrays over; the names pass {@link #checkOrder}. */
    static <V> NamedValues<V> ofSorted(String[] names, Object[] values) {
      checkOrder(names);
      return withNamesInOrder(names, values);
    }

    /**
     * Refuses names with an IllegalArgumentException unless each is greater than the one before.
     */
    static void checkOrder(String[] names) {
      for (int i = 1; i < names.length; i++) {
        if (names[i - 1].compareTo(names[i]) >= 0) {
          throw new IllegalArgumentException("names are not in order");
        }
      }
    }

    /** A map that takes both arrays over; the names have passed {@link #checkOrder}. */
    static <V> NamedValues<V> withNamesInOrder(String[] names, Object[] values) {
      return names.length == 0 ? empty() : new NamedValues<>(names, values);
    }

    @SuppressWarnings("unchecked") // there is no value that could be of the wrong type
    static <V> NamedValues<V> empty() {
      return (NamedValues<V>) EMPTY;
    }

    String name(int i) {
      return names[i];
    }

    @SuppressWarnings("unchecked") // both ways in take values of this type only
    V value(int i) {
      return (V) values[i];
    }

    /** The same names with what the function makes of each value. */
    <W> NamedValues<W> mapped(Function<V, W> function) {
      Object[] others = new Object[values.length];
      for (int i = 0; i < others.length; i++) {
        others[i] = function.apply(value(i));
      }
      return withNamesInOrder(names, others);
    }

    boolean hasNames(NamedValues<?> other) {
      return hasNames(other.names);
    }

    boolean hasNames(String[] others) {
      return names == others || Arrays.equals(names, others);
    }

    int hashOfNames() {
      return Arrays.hashCode(names);
    }

    @Override
    public int size() {
      return names.length;
    }

    @Override
    public boolean containsKey(Object name) {
      return find(name) >= 0;
    }

    @Override
    public V get(Object name) {
      int i = find(name);
      return i < 0 ? null : value(i);
    }

    private int find(Object name) {
      return name instanceof String text ? Arrays.binarySearch(names, text) : -1;
    }

    @Override
    public void forEach(BiConsumer<? super String, ? super V> action) {
      for (int i = 0; i < names.length; i++) {
        action.accept(names[i], value(i));
      }
    }

    @Override
    public Set<Map.Entry<String, V>> entrySet() {
      return new AbstractSet<>() {
        @Override
        public Iterator<Map.Entry<String, V>> iterator() {
          return IntStream.range(0, names.length)
              .<Map.Entry<String, V>>mapToObj(i -> new SimpleImmutableEntry<>(names[i], value(i)))
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
