package cloakroom.state;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * An immutable map from names to values that may be null, in the order of the names. Two arrays
 * instead of a tree: a snapshot holds hundreds of small maps, and codecs walk them by index.
 *
 * @param <V> type of the values
 */
final class NamedValues<V> extends AbstractMap<String, V> {
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
      @SuppressWarnings("unchecked") // it cannot be changed, so a narrower value type does no harm
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

  /** Refuses names with an IllegalArgumentException unless each is greater than the one before. */
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
