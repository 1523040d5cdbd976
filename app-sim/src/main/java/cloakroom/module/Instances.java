package cloakroom.module;

import cloakroom.connection.Lease;
import cloakroom.contract.Counter;
import cloakroom.module.ModuleInstance.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * All instances of a pool and where each of them stands. Those that are available stand in the
 * order of their use. For {@link InstanceTable} alone, whose lock guards it.
 */
final class Instances<M extends ApplicationModule> {
  private final Set<ModuleInstance<M>> all = new LinkedHashSet<>();
  private final UseOrder<M> free = new UseOrder<>();
  private final UseOrder<M> referenced = new UseOrder<>();
  private int ids;
  private long uses;
  private int most;
  private int busy;
  private int reserved;
  private int held;
  private int mostHeld;

  /** Whether an instance stands as more recently used than it is. */
  private boolean outOfOrder;

  int size() {
    return all.size();
  }

  int busy() {
    return busy;
  }

  int reserved() {
    return reserved;
  }

  int available() {
    return free.size + referenced.size;
  }

  /** Connections of instances that no request is using. */
  int held() {
    return held;
  }

  /** The free instance that was used last, or longest ago; null if none is free. */
  ModuleInstance<M> free(boolean mostRecentlyUsed) {
    return mostRecentlyUsed ? free.newest : free.oldest;
  }

  /** The least recently used of those that hold a session's state, or null. */
  ModuleInstance<M> oldestReferenced() {
    return referenced.oldest;
  }

  /** The least recently used of those that are available, or null. */
  ModuleInstance<M> oldestAvailable() {
    return UseOrder.older(free.oldest, referenced.oldest);
  }

  /** Those that are available, the least recently used first. */
  List<ModuleInstance<M>> byUse() {
    List<ModuleInstance<M>> all = free.list();
    all.addAll(referenced.list());
    all.sort(UseOrder.OLDEST_FIRST);
    return all;
  }

  /** Those that are available and were created longer ago; none if the time is negative. */
  List<ModuleInstance<M>> olderThan(Duration age, long now) {
    return all.stream()
        .takeWhile(instance -> !age.isNegative() && now - instance.createdNanos > age.toNanos())
        .filter(one -> one.state == State.FREE || one.state == State.REFERENCED)
        .toList();
  }

  /** Those that are available or reserved. */
  List<ModuleInstance<M>> notInUse() {
    return all.stream().filter(instance -> instance.state != State.BUSY).toList();
  }

  ModuleInstance<M> create(long now) {
    ModuleInstance<M> instance = new ModuleInstance<>(++ids, now);
    all.add(instance);
    most = Math.max(most, all.size());
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

  /** A request has finished with the instance, which stands from now on as the last one used. */
  void checkIn(ModuleInstance<M> instance, State state, long now) {
    instance.checkedInNanos = now;
    instance.use = ++uses;
    rest(instance, state);
  }

  /** The pool has finished with the instance, which is as old as it was. */
  void putBack(ModuleInstance<M> instance, State state) {
    outOfOrder = true;
    rest(instance, state);
  }

  private void rest(ModuleInstance<M> instance, State state) {
    if (instance.state != State.BUSY) {
      throw new IllegalStateException("the instance is " + instance.state + ", not busy");
    }
    instance.state = state;
    busy--;
    switch (state) {
      case FREE -> free.append(instance);
      case REFERENCED -> referenced.append(instance);
      case RESERVED -> reserved++;
      default -> all.remove(instance);
    }
    if (instance.lease != null && state != State.GONE) {
      held++;
      mostHeld = Math.max(mostHeld, held);
    }
  }

  /** Each stands where its last check-in put it, also those that were put back. */
  void restoreOrder() {
    if (outOfOrder) {
      referenced.sort();
      free.sort();
      outOfOrder = false;
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
    now.put(Counter.MAX_INSTANCES, (long) most);
    now.put(Counter.BUSY, (long) busy);
    now.put(Counter.FREE, (long) free.size);
    now.put(Counter.REFERENCED, (long) referenced.size);
    now.put(Counter.RESERVED, (long) reserved);
    now.put(Counter.CONNECTIONS_HELD, (long) held);
    now.put(Counter.MAX_CONNECTIONS_HELD, (long) mostHeld);
    return now;
  }

  /**
   * Instances in the order of their use. The links are in the instances themselves, so that a
   * check-out and a check-in allocate nothing.
   */
  private static final class UseOrder<M extends ApplicationModule> {
    static final Comparator<ModuleInstance<?>> OLDEST_FIRST =
        Comparator.comparingLong(instance -> instance.use);

    ModuleInstance<M> oldest;
    ModuleInstance<M> newest;
    int size;

    void append(ModuleInstance<M> instance) {
      instance.older = newest;
      instance.newer = null;
      if (newest == null) {
        oldest = instance;
      } else {
        newest.newer = instance;
      }
      newest = instance;
      size++;
    }

    void remove(ModuleInstance<M> instance) {
      if (instance.older == null) {
        oldest = instance.newer;
      } else {
        instance.older.newer = instance.newer;
      }
      if (instance.newer == null) {
        newest = instance.older;
      } else {
        instance.newer.older = instance.older;
      }
      instance.older = null;
      instance.newer = null;
      size--;
    }

    void sort() {
      List<ModuleInstance<M>> all = list();
      all.sort(OLDEST_FIRST);
      all.forEach(this::remove);
      all.forEach(this::append);
    }

    List<ModuleInstance<M>> list() {
      List<ModuleInstance<M>> all = new ArrayList<>(size);
      for (ModuleInstance<M> next = oldest; next != null; next = next.newer) {
        all.add(next);
      }
      return all;
    }

    /** Which of the two was used longer ago; null if neither is there. */
    static <M extends ApplicationModule> ModuleInstance<M> older(
        ModuleInstance<M> a, ModuleInstance<M> b) {
      return a == null || (b != null && b.use < a.use) ? b : a;
    }
  }
}
