package cloakroom.module;

import static java.util.Comparator.comparingLong;

import cloakroom.connection.Lease;
import cloakroom.contract.Counter;
import cloakroom.module.ModuleInstance.State;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Set of all instances of a pool, by state and in the order of their last use. Guarded by the lock
 * of {@link InstanceTable}, the only caller.
 */
final class Instances<M extends ApplicationModule> {
  private static final Comparator<ModuleInstance<?>> BY_PLACE = comparingLong(one -> one.place);

  /** All instances, oldest first; {@link #olderThan} requires this order. */
  private final Set<ModuleInstance<M>> all = new LinkedHashSet<>();

  private final NavigableSet<ModuleInstance<M>> free = new TreeSet<>(BY_PLACE);
  private final NavigableSet<ModuleInstance<M>> referenced = new TreeSet<>(BY_PLACE);
  private int lastId;
  private long lastPlace;
  private int maxSize;
  private int maxHeld;
  int busy;
  int reserved;
  int held; // number of connections in instances that are not in use

  int size() {
    return all.size();
  }

  int available() {
    return free.size() + referenced.size();
  }

  /** Returns the most or the least recently used free instance; null if no instance is free. */
  ModuleInstance<M> free(boolean mostRecentlyUsed) {
    return first(mostRecentlyUsed ? free.descendingSet() : free);
  }

  ModuleInstance<M> oldestReferenced() {
    return first(referenced);
  }

  private static <T> T first(Set<T> set) {
    return set.isEmpty() ? null : set.iterator().next();
  }

  ModuleInstance<M> oldestAvailable() {
    return Stream.of(free, referenced)
        .flatMap(set -> set.stream().limit(1))
        .min(BY_PLACE)
        .orElse(null);
  }

  List<ModuleInstance<M>> byUse() {
    return Stream.of(free, referenced).flatMap(Set::stream).sorted(BY_PLACE).toList();
  }

  /** Returns the free and referenced instances above an age; none if the age is negative. */
  List<ModuleInstance<M>> olderThan(Duration age, long now) {
    return all.stream()
        .takeWhile(instance -> !age.isNegative() && now - instance.createdNanos > age.toNanos())
        .filter(one -> one.state == State.FREE || one.state == State.REFERENCED)
        .toList();
  }

  List<ModuleInstance<M>> notInUse() {
    return all.stream().filter(instance -> instance.state != State.BUSY).toList();
  }

  ModuleInstance<M> create(long now) {
    ModuleInstance<M> instance = new ModuleInstance<>(++lastId, now);
    all.add(instance);
    maxSize = Math.max(maxSize, all.size());
    return instance;
  }

  void makeBusy(ModuleInstance<M> instance) {
    switch (instance.state) {
      case FREE -> free.remove(instance);
      case REFERENCED -> referenced.remove(instance);
      case RESERVED -> reserved--;
      case NEW -> {}
      case BUSY, GONE -> throw new IllegalStateException("the instance is " + instance.state);
    }
    if (instance.lease != null && instance.state != State.NEW) {
      held--;
    }
    instance.state = State.BUSY;
    busy++;
  }

  /** Checks in an instance after a request and makes it the most recently used instance. */
  void checkIn(ModuleInstance<M> instance, State state, long now) {
    instance.checkedInNanos = now;
    instance.use = ++lastPlace;
    putBack(instance, state);
  }

  /** Checks in an instance that only the pool used, so its place in the order of use stays. */
  void putBack(ModuleInstance<M> instance, State state) {
    instance.place = instance.use;
    endUse(instance, state);
  }

  /** Checks in an instance as the last to be recycled: its state could not be saved. */
  void putLast(ModuleInstance<M> instance) {
    instance.place = ++lastPlace;
    endUse(instance, State.REFERENCED);
  }

  private void endUse(ModuleInstance<M> instance, State state) {
    if (instance.state != State.BUSY) {
      throw new IllegalStateException("the instance is " + instance.state + ", not busy");
    }
    instance.state = state;
    busy--;
    switch (state) {
      case FREE -> free.add(instance);
      case REFERENCED -> referenced.add(instance);
      case RESERVED -> reserved++;
      default -> all.remove(instance);
    }
    if (instance.lease != null && state != State.GONE) {
      held++;
      maxHeld = Math.max(maxHeld, held);
    }
  }

  /** Undoes {@link #putLast}: sorts the instances by their last use again. */
  void restoreOrder() {
    for (Set<ModuleInstance<M>> set : List.of(free, referenced)) {
      List<ModuleInstance<M>> moved = set.stream().filter(one -> one.place != one.use).toList();
      moved.forEach(set::remove);
      moved.forEach(one -> one.place = one.use);
      set.addAll(moved);
    }
  }

  List<Lease> leasesInUse() {
    return all.stream()
        .filter(instance -> instance.state == State.BUSY)
        .map(instance -> instance.lease)
        .filter(Objects::nonNull)
        .toList();
  }

  Set<SessionCookie> owners() {
    return all.stream()
        .map(instance -> instance.owner)
        .filter(Objects::nonNull)
        .collect(Collectors.toSet());
  }

  Map<Counter, Long> statistics() {
    Map<Counter, Long> now = new EnumMap<>(Counter.class);
    now.put(Counter.INSTANCES, (long) all.size());
    now.put(Counter.MAX_INSTANCES, (long) maxSize);
    now.put(Counter.BUSY, (long) busy);
    now.put(Counter.FREE, (long) free.size());
    now.put(Counter.REFERENCED, (long) referenced.size());
    now.put(Counter.RESERVED, (long) reserved);
    now.put(Counter.CONNECTIONS_HELD, (long) held);
    now.put(Counter.MAX_CONNECTIONS_HELD, (long) maxHeld);
    return now;
  }
}
