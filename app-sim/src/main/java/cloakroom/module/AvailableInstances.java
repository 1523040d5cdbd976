package cloakroom.module;

/**
 * Instances that nobody is using, those with a connection apart from those without: the connection
 * threshold asks for the least recently used of the former, and must not search for it.
 */
final class AvailableInstances<M extends ApplicationModule> {
  private final Seats<M> seats = new Seats<>();
  private final OrderedInstances<M> connected = new OrderedInstances<>(seats);
  private final OrderedInstances<M> unconnected = new OrderedInstances<>(seats);

  int size() {
    return connected.size() + unconnected.size();
  }

  boolean isEmpty() {
    return oldest() == null;
  }

  /** Adds the most recently used one. */
  void append(ModuleInstance<M> instance) {
    seats.take(instance);
    listOf(instance).append(instance);
  }

  /** Adds one where its rank belongs. */
  void insert(ModuleInstance<M> instance) {
    seats.take(instance);
    listOf(instance).insert(instance);
  }

  /** Takes out one that is here; it keeps its seat, so that it comes back quickly. */
  void remove(ModuleInstance<M> instance) {
    listOf(instance).remove(instance);
  }

  /** One that was taken out will not come back. */
  void forget(ModuleInstance<M> instance) {
    seats.leave(instance);
  }

  private OrderedInstances<M> listOf(ModuleInstance<M> instance) {
    return instance.lease == null ? unconnected : connected;
  }

  /** The least recently used, or null. */
  ModuleInstance<M> oldest() {
    return older(connected.oldest(), unconnected.oldest());
  }

  /** As {@link OrderedInstances#oldestRank}. */
  long oldestRank() {
    return Math.min(connected.oldestRank(), unconnected.oldestRank());
  }

  /** The most recently used, or null. */
  ModuleInstance<M> newest() {
    ModuleInstance<M> with = connected.newest();
    ModuleInstance<M> without = unconnected.newest();
    return with == null || (without != null && without.rankNanos >= with.rankNanos)
        ? without
        : with;
  }

  /** The least recently used that has a connection, or null. */
  ModuleInstance<M> oldestConnected() {
    return connected.oldest();
  }

  /** The one that was used less recently; either may be null. */
  static <M extends ApplicationModule> ModuleInstance<M> older(
      ModuleInstance<M> a, ModuleInstance<M> b) {
    return a == null || (b != null && b.rankNanos < a.rankNanos) ? b : a;
  }
}
