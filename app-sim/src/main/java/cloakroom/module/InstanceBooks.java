package cloakroom.module;

import cloakroom.module.ModuleInstance.State;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Where every instance of a pool is, and the locks over it.
 *
 * <p>Sessions are spread over shards, each with a lock of its own; the pool's lock guards what
 * belongs to no session. Who needs more than one lock takes the pool's first, so there is only one
 * thread at a time that waits for a shard while it holds another: no order among shards is needed.
 * Who holds all of them sees the whole pool at rest.
 */
final class InstanceBooks<M extends ApplicationModule> {
  /** The pool's lock. */
  final ReentrantLock lock = new ReentrantLock();

  final Usage usage = new Usage();

  /** Under the pool's lock. */
  final AvailableInstances<M> free = new AvailableInstances<>();

  final CreationOrder<M> created = new CreationOrder<>();

  final LongSupplier clock;

  private final String pool;
  private final SessionShards<M> shards = new SessionShards<>();

  /** Instances that rank as more recently used than they are, under all locks. */
  private final Deque<ModuleInstance<M>> outOfPlace = new ArrayDeque<>();

  private int ids;
  private int instances;
  private int maxInstances;
  private int passivating;

  /** Changes under all locks, so that any one of them is enough to read it. */
  private boolean closed;

  InstanceBooks(String pool, LongSupplier clock) {
    this.pool = pool;
    this.clock = clock;
  }

  /** The shard of a session, always the same one. */
  SessionShard<M> shardOf(SessionCookie cookie) {
    return shards.of(cookie);
  }

  /** Takes every lock. */
  void lockAll() {
    lock.lock();
    shards.lock();
  }

  /** Gives every lock back. */
  void unlockAll() {
    shards.unlock();
    lock.unlock();
  }

  /** From now on nobody gets an instance. */
  void close() {
    lockAll();
    closed = true;
    unlockAll();
  }

  /** Whether nobody gets an instance any more; under any of the locks. */
  boolean isClosed() {
    return closed;
  }

  /** The instance that holds the session's state, or null; under its shard's lock. */
  @SuppressWarnings("unchecked") // a cookie belongs to one pool, whose instances are all of M
  ModuleInstance<M> instanceOf(SessionCookie cookie) {
    return (ModuleInstance<M>) cookie.instance;
  }

  /** Instances that are not gone; under the pool's lock. */
  int instances() {
    return instances;
  }

  /** A new one, not yet busy; under the pool's lock. */
  ModuleInstance<M> create() {
    instances++;
    maxInstances = Math.max(maxInstances, instances);
    ModuleInstance<M> instance = new ModuleInstance<>(++ids, clock.getAsLong());
    created.append(instance);
    return instance;
  }

  /**
   * Takes an instance off its list: nobody else will be given it. Under the pool's lock for a free
   * one, under its owner's shard for one that has an owner.
   */
  void makeBusy(ModuleInstance<M> instance) {
    switch (instance.state()) {
      case FREE -> {
        free.remove(instance);
        free.forget(instance);
      }
      case REFERENCED -> shardOf(instance.owner).referenced.remove(instance);
      case RESERVED -> shardOf(instance.owner).reserved--;
      case NEW -> {}
      case BUSY, GONE ->
          throw new IllegalStateException(pool + ": instance is " + instance.state());
    }
    usage.taken(instance.lease != null);
    instance.state(State.BUSY);
  }

  /** Shows every instance, the oldest first; under all locks. */
  void forEach(Consumer<ModuleInstance<M>> each) {
    created.rewind();
    for (ModuleInstance<M> i; (i = created.current()) != null; created.advance()) {
      each.accept(i);
    }
  }

  /** A busy instance is its session's no more; under its owner's shard. */
  void part(ModuleInstance<M> instance) {
    shardOf(instance.owner).referenced.forget(instance);
    instance.owner.instance = null;
    instance.owner = null;
  }

  /**
   * Parts an instance that is being taken away from its session; under the pool's lock and its
   * shard's.
   *
   * @param passivates whether the session's state is on its way to the store now
   * @return the session
   */
  SessionCookie detach(ModuleInstance<M> instance, boolean passivates) {
    SessionCookie owner = instance.owner;
    part(instance);
    owner.detached = true;
    owner.passivating = passivates;
    passivating += passivates ? 1 : 0;
    return owner;
  }

  /** The session may go on, with its instance or without; under its shard's lock too. */
  void doneDetaching(SessionCookie session) {
    passivating -= session.passivating ? 1 : 0;
    session.detached = false;
    session.passivating = false;
  }

  /** Sessions whose state is on its way to the store; under the pool's lock. */
  int passivating() {
    return passivating;
  }

  /** Undoes {@link #detach}; under all locks. */
  void attach(ModuleInstance<M> instance, SessionCookie owner) {
    doneDetaching(owner);
    instance.owner = owner;
    owner.instance = instance;
  }

  /** Checked in for its owner; under the owner's shard. */
  void keep(ModuleInstance<M> instance, State state) {
    now(instance);
    leaveBusy(instance, state);
    if (state == State.REFERENCED) {
      shardOf(instance.owner).referenced.append(instance);
    } else {
      shardOf(instance.owner).reserved++;
    }
  }

  /** Checked in for anybody; under the pool's lock. */
  void free(ModuleInstance<M> instance) {
    now(instance);
    leaveBusy(instance, State.FREE);
    free.append(instance);
  }

  /** Leaves the pool; under the pool's lock. */
  void remove(ModuleInstance<M> instance) {
    leaveBusy(instance, State.GONE);
    created.remove(instance);
    instances--;
  }

  private void now(ModuleInstance<M> instance) {
    instance.checkedInNanos = clock.getAsLong();
    instance.rankNanos = instance.checkedInNanos;
  }

  /** Back where it was before somebody claimed it; under all locks. */
  void putBack(ModuleInstance<M> instance) {
    instance.rankNanos = instance.checkedInNanos;
    leaveBusy(instance, instance.owner == null ? State.FREE : State.REFERENCED);
    listOf(instance).insert(instance);
  }

  /** As {@link #putBack}, but the last to be claimed again until the next pass; under all locks. */
  void putBackAsNewest(ModuleInstance<M> instance) {
    instance.rankNanos = clock.getAsLong();
    leaveBusy(instance, State.REFERENCED);
    listOf(instance).append(instance);
    if (!instance.outOfPlace) {
      instance.outOfPlace = true;
      outOfPlace.add(instance);
    }
  }

  /**
   * Takes one of those that rank as more recently used than they are to where it belongs; under all
   * locks.
   *
   * @return false if there was none
   */
  boolean restoreOne() {
    ModuleInstance<M> instance = outOfPlace.poll();
    if (instance == null) {
      return false;
    }
    instance.outOfPlace = false;
    if (instance.isAvailable() && instance.rankNanos != instance.checkedInNanos) {
      listOf(instance).remove(instance);
      instance.rankNanos = instance.checkedInNanos;
      listOf(instance).insert(instance);
    }
    return true;
  }

  private AvailableInstances<M> listOf(ModuleInstance<M> instance) {
    return instance.state() == State.FREE ? free : shardOf(instance.owner).referenced;
  }

  private void leaveBusy(ModuleInstance<M> instance, State state) {
    if (instance.state() != State.BUSY) {
      throw new IllegalStateException(pool + ": instance is " + instance.state() + ", not busy");
    }
    instance.state(state);
    if (state == State.GONE) {
      usage.gone();
    } else {
      usage.left(instance.lease != null);
    }
  }

  /** As {@link SessionShards#withOldest}; under the pool's lock. */
  <R> R withOldestReferenced(Function<ModuleInstance<M>, R> work) {
    return shards.withOldest(work);
  }

  /** The least recently used, or null; under all locks. */
  ModuleInstance<M> oldestAvailable() {
    return AvailableInstances.older(free.oldest(), shards.oldest());
  }

  /** The least recently used that has a connection, or null; under all locks. */
  ModuleInstance<M> oldestConnected() {
    return AvailableInstances.older(free.oldestConnected(), shards.oldestConnected());
  }

  /** Free and referenced ones; under all locks. */
  int available() {
    return free.size() + shards.referenced();
  }

  /** How they stand now. */
  PoolStatistics statistics() {
    lockAll();
    try {
      return new PoolStatistics(
          instances,
          maxInstances,
          usage.busy(),
          free.size(),
          shards.referenced(),
          shards.reserved(),
          usage.held(),
          usage.maxHeld());
    } finally {
      unlockAll();
    }
  }
}
