package cloakroom.module;

import cloakroom.connection.ConnectionSource;
import cloakroom.connection.Lease;
import cloakroom.contract.Counter;
import cloakroom.module.InstanceTable.Claim;
import cloakroom.module.InstanceTable.Claim.Transition;
import cloakroom.module.InstanceTable.DetachedInstance;
import cloakroom.module.ModuleInstance.State;
import cloakroom.passivation.PiggybackWrite;
import cloakroom.passivation.SnapshotStore;
import cloakroom.policy.JboProperty;
import cloakroom.policy.ReleaseLevel;
import cloakroom.policy.ReleasePolicy;
import cloakroom.state.ModuleState;
import cloakroom.state.SnapshotCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pool of the instances of one root application module on one node. Sessions share the instances
 * according to the release policy.
 *
 * <p>An instance is NEW, then BUSY while a request or the pool uses it. Afterwards it is FREE
 * (without state), REFERENCED (with a session's state, may be recycled), RESERVED (bound to a
 * session) or GONE (removed). docs/internals/policies.md numbers the transitions T1 to T14. A
 * check-out takes the first possible of these instances:
 *
 * <ul>
 *   <li>T1 the instance that still has the session's state;
 *   <li>T2 a free instance;
 *   <li>T3 a new instance, if the pool is below the recycle threshold;
 *   <li>T4 the least recently used referenced instance, after its state has been saved;
 *   <li>T5 a new instance, if the pool is below its maximum;
 *   <li>T6 the next available instance; a timeout fails with JBO-28102 inside JBO-30003.
 * </ul>
 *
 * A check-in makes the instance referenced (T7), free (T8), reserved (T9) or, if modules are not
 * pooled, gone (T10). The pool monitor removes instances (T11) and releases connections above a
 * threshold (T13). The end of a session frees its instance (T12).
 *
 * <p>{@link InstanceTable} makes the decisions under its lock. This class works on busy instances
 * without the lock. If this work fails, the session's state stays in memory or in the store.
 */
public final class ApplicationModulePool<M extends ApplicationModule> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ApplicationModulePool.class);

  /** Maximum wait of close() for check-ins; short, because the HTTP server has already stopped. */
  private static final Duration CLOSE_WAIT = Duration.ofMillis(500);

  private static final Duration MAX_END_WAIT = Duration.ofMinutes(5);

  private final String name;
  final ReleasePolicy policy;
  private final Supplier<M> factory;
  private final ConnectionSource connections;
  private final TierCounters counts;
  private final SnapshotManager snapshots;
  final InstanceTable<M> table;

  /** Checked-out module of one request. One thread uses the module, then checks it in once. */
  public static final class CheckOut<M extends ApplicationModule> {
    private final ApplicationModulePool<M> pool;
    private final ModuleInstance<M> instance;
    private final SessionCookie cookie;
    private boolean checkedIn;

    private CheckOut(
        ApplicationModulePool<M> pool, ModuleInstance<M> instance, SessionCookie cookie) {
      this.pool = pool;
      this.instance = instance;
      this.cookie = cookie;
    }

    public M module() {
      return instance.module;
    }

    /** Marks the session's state as changed, so that the stored snapshot is outdated. */
    public void touch() {
      cookie.version++;
    }

    /**
     * Marks the transaction as committed or rolled back. The snapshot's pending changes are then
     * obsolete, so the snapshot is deleted, or replaced by the next write, as the policy requires.
     * A replacement is one atomic write: after a crash, the store has either the old or the new
     * snapshot.
     */
    public void transactionEnded() {
      touch();
      if (pool.policy.deletesSnapshotAtCommit()) {
        pool.snapshots.drop(cookie, instance.lease);
      }
    }

    /**
     * Prepares a snapshot write that the database executes with the commit, in one round trip. The
     * caller must call {@link #transactionEnded} after every commit.
     *
     * @param after supplier of the module's state after the commit
     * @return the prepared write; empty if the check-in writes the snapshot instead
     */
    public Optional<PiggybackWrite> snapshotForCommit(Supplier<ModuleState> after) {
      ReleasePolicy.CheckIn plan = pool.policy.checkIn;
      return plan.snapshot() != null && plan.alwaysPassivates()
          ? pool.snapshots.snapshotForCommit(cookie, after, instance.lease)
          : Optional.empty();
    }

    public void snapshotCommitted(PiggybackWrite write) {
      pool.snapshots.snapshotCommitted(cookie, write, pool.policy.checkIn.snapshot());
    }

    public boolean writesAtCheckIn() {
      return pool.policy.checkIn.snapshot() != null && cookie.hasUnsavedState();
    }

    /**
     * Returns whether an earlier statement found the connection dead. Sends no statement itself.
     */
    public boolean isConnectionLost() {
      return instance.hasBrokenLease();
    }

    /**
     * Returns the module to the pool. The policy's release level decides whether its state is kept.
     *
     * @throws CheckOutException if a required snapshot cannot be written; the module then keeps the
     *     session's state in memory
     */
    public void checkIn() {
      if (checkedIn) {
        throw new IllegalStateException("checked in already");
      }
      checkedIn = true;
      pool.checkIn(instance, cookie);
    }
  }

  public ApplicationModulePool(
      String name,
      ReleasePolicy policy,
      Supplier<M> factory,
      ConnectionSource connections,
      SnapshotStore store,
      SnapshotCodec codec,
      TierCounters counts,
      LongSupplier clock) {
    this.name = name;
    this.policy = policy;
    this.factory = factory;
    this.connections = connections;
    this.counts = counts;
    this.snapshots = new SnapshotManager(name, policy, store, codec, counts);
    this.table = new InstanceTable<>(name, policy, counts, clock);
    List<ModuleInstance<M>> initial = new ArrayList<>();
    try {
      for (int i = 0; i < policy.number(JboProperty.INIT_POOL_SIZE); i++) {
        ModuleInstance<M> instance = table.grow();
        initial.add(instance);
        instance.module = factory.get();
        if (!policy.poolsConnections) {
          instance.connect(connections.borrow());
        }
        instance.pin();
      }
    } catch (RuntimeException e) {
      initial.forEach(this::remove); // nothing else could return their connections
      throw e;
    }
    initial.forEach(instance -> table.release(instance, State.FREE));
  }

  public String name() {
    return name;
  }

  /**
   * Returns whether the store contains the session's newest snapshot. The snapshot's id comes from
   * this node or the failover cookie. Reads an id that this node has not verified yet, to check
   * that the snapshot belongs to the session.
   *
   * @param maxAge maximum age of a snapshot that has to be read; null for no limit
   * @throws CheckOutException if the store cannot be read
   */
  public boolean hasSnapshot(SessionCookie cookie, Duration maxAge) {
    return snapshots.hasSnapshot(cookie, maxAge);
  }

  public Map<Counter, Long> statistics() {
    Map<Counter, Long> now = table.statistics();
    now.put(Counter.STATES_IN_MEMORY, (long) snapshots.sessionsInMemory().size());
    return now;
  }

  /** Returns how many requests wait for an instance or for another request of their session. */
  public int waiting() {
    return table.waiting();
  }

  /**
   * Returns a module with the session's state. Requests of the same session run one after another.
   *
   * @throws CheckOutException if the wait times out or the activation fails; the session's state
   *     then stays in memory or in the store
   */
  public CheckOut<M> checkOut(SessionCookie cookie) {
    return completeCheckOut(table.claim(cookie));
  }

  CheckOut<M> completeCheckOut(Claim<M> claim) {
    SessionCookie cookie = claim.instance().owner;
    try {
      prepare(claim, cookie);
    } catch (RuntimeException e) {
      throw SnapshotManager.toCheckOutException(e);
    }
    counts.add(Counter.CHECKOUTS);
    return new CheckOut<>(this, claim.instance(), cookie);
  }

  private void prepare(Claim<M> claim, SessionCookie cookie) {
    ModuleInstance<M> instance = claim.instance();
    instance.unpin();
    if (claim.victim() != null) {
      passivateVictim(claim);
    }
    try {
      if (instance.module == null) {
        instance.module = factory.get();
      } else if (claim.victim() != null) { // removes its state from memory and database session
        instance.cleanUp(policy.keepsConnections());
        instance.reset();
        instance.disconnectUnless(true);
      }
      boolean reconnected = instance.lease == null;
      try {
        activate(claim, cookie, reconnected);
      } catch (RuntimeException e) {
        if (!reconnected || !instance.hasBrokenLease()) {
          throw e;
        }
        instance.disconnect(); // it was dead before this request borrowed it: try another one
        activate(claim, cookie, true);
      }
    } catch (RuntimeException | Error e) {
      undo(claim, cookie, e);
      throw e;
    }
  }

  private void activate(Claim<M> claim, SessionCookie cookie, boolean reconnected) {
    connect(claim.instance(), cookie);
    snapshots.activate(cookie, claim.instance(), claim.transition().keepsState(), reconnected);
  }

  /** Saves the previous session's state. If this fails, that session gets its instance again. */
  private void passivateVictim(Claim<M> claim) {
    SessionCookie victim = claim.victim();
    try {
      if (policy.recyclesIntoMemory()) {
        snapshots.passivateToMemory(victim, claim.instance());
      } else {
        snapshots.passivate(victim, claim.instance(), Counter.SNAPSHOT_WRITES_RECYCLE);
      }
    } catch (RuntimeException | Error e) {
      try {
        claim.instance().disconnectUnless(true); // the write may have broken its connection
        claim.instance().pin();
      } finally {
        SessionCookie owner = claim.instance().owner;
        dropIf(table.reattach(claim.instance(), victim), owner);
      }
      throw e;
    }
    table.finishDetachment(victim);
  }

  private void connect(ModuleInstance<M> instance, SessionCookie cookie) {
    if (instance.lease == null) {
      instance.connect(connections.borrow());
    }
    instance.lease.label(name, cookie.sessionId());
    if (instance.preparedFor != cookie) {
      instance.module.prepareSession(cookie.sessionId());
      instance.preparedFor = cookie;
      counts.add(Counter.PREPARE_SESSIONS);
    }
  }

  /** Undoes a failed check-out. Keeps the session's state, unless its snapshot is lost. */
  private void undo(Claim<M> claim, SessionCookie cookie, Throwable why) {
    ModuleInstance<M> instance = claim.instance();
    boolean lost = SnapshotManager.isLost(why) || SnapshotManager.isLost(why.getCause());
    if (lost) {
      cookie.forgetSnapshot();
    }
    if (claim.transition().keepsState() && !lost) {
      try {
        instance.disconnectUnless(policy.keepsConnections());
      } finally {
        keep(instance, cookie, claim.transition() == Transition.RESERVED);
      }
      return;
    }
    try {
      instance.reset();
      free(instance);
    } catch (RuntimeException | Error e) {
      remove(instance); // it may contain another session's state
      throw e;
    }
  }

  private void checkIn(ModuleInstance<M> instance, SessionCookie cookie) {
    counts.add(Counter.CHECKINS);
    if (cookie.end != null) {
      finishEnd(instance, cookie);
    } else if (policy.checkIn.ends()) {
      release(instance, () -> snapshots.drop(cookie, instance.lease));
    } else {
      keepState(instance, cookie);
    }
  }

  /**
   * Keeps the session's state after a request, in the instance or as a snapshot. If a required
   * snapshot cannot be written, the state and the instance stay with the session.
   */
  private void keepState(ModuleInstance<M> instance, SessionCookie cookie) {
    ReleasePolicy.CheckIn plan = policy.checkIn;
    RuntimeException failure = null;
    boolean saved = false;
    boolean stays = plan.reserves() || policy.keepsConnections();
    if (!stays) {
      instance.lease.announceClose();
    }
    try {
      saved = plan.snapshot() != null && snapshots.save(cookie, instance, plan.snapshot());
    } catch (RuntimeException e) {
      failure = e;
    }
    if (SnapshotManager.isConflict(failure)) {
      release(instance, cookie::forgetState);
      throw SnapshotManager.toCheckOutException(failure);
    }
    if (saved || plan.alwaysPassivates()) {
      counts.add(Counter.LOGICAL_PASSIVATIONS);
    }
    if (plan.removes() && failure == null) {
      remove(instance);
      return;
    }
    if (plan.leavesMemory() && failure == null) {
      instance.dropState();
    }
    instance.disconnectUnless(stays);
    keep(instance, cookie, plan.reserves());
    if (failure != null) {
      throw SnapshotManager.toCheckOutException(failure);
    }
  }

  private void keep(ModuleInstance<M> instance, SessionCookie cookie, boolean reserve) {
    instance.pin();
    if (!table.keep(instance, reserve ? State.RESERVED : State.REFERENCED)) {
      finishEnd(instance, cookie);
    }
  }

  private void release(ModuleInstance<M> instance, Runnable snapshot) {
    instance.cleanUp(policy.keepsConnections());
    snapshot.run();
    instance.reset();
    free(instance);
  }

  private void free(ModuleInstance<M> instance) {
    instance.disconnectUnless(policy.keepsConnections());
    boolean usable = policy.poolsConnections || instance.lease != null;
    boolean pooled = usable && instance.module != null && policy.poolsModules;
    if (pooled) {
      instance.pin();
    }
    releaseTo(pooled ? State.FREE : State.GONE, instance);
  }

  private void remove(ModuleInstance<M> instance) {
    try {
      instance.disconnect();
      instance.reset();
    } finally {
      releaseTo(State.GONE, instance);
    }
  }

  private void releaseTo(State state, ModuleInstance<M> instance) {
    SessionCookie owner = instance.owner;
    dropIf(table.release(instance, state), owner);
  }

  private void dropIf(boolean ended, SessionCookie owner) {
    if (ended) {
      snapshots.dropAtEnd(owner, null);
    }
  }

  /**
   * Ends a session and frees its instance. {@code how} decides whether the session's snapshot is
   * deleted. If a request of the session is running, the request's check-in does both instead.
   */
  public void endSession(SessionCookie cookie, SessionCookie.End how) {
    if (!table.end(cookie, how, MAX_END_WAIT)) {
      return;
    }
    ModuleInstance<M> instance = InstanceTable.instanceOf(cookie);
    if (instance == null) {
      snapshots.dropAtEnd(cookie, null);
    } else {
      finishEnd(instance, cookie);
    }
  }

  private void finishEnd(ModuleInstance<M> instance, SessionCookie cookie) {
    release(instance, () -> snapshots.dropAtEnd(cookie, instance.lease));
  }

  /** Runs one monitor pass: removes old or surplus instances, then releases excess connections. */
  public void cleanUp() {
    forEach(table.claimOverdue(), each -> removeIdle(each, Counter.SNAPSHOT_WRITES_MONITOR));
    List<DetachedInstance<M>> connected = table.claimExcessConnections();
    forEach(connected, this::disconnectIdle);
    table.putBack(connected);
  }

  private void forEach(List<DetachedInstance<M>> claimed, Consumer<DetachedInstance<M>> work) {
    for (DetachedInstance<M> each : claimed) {
      try {
        work.accept(each);
      } catch (RuntimeException | Error e) {
        LOG.error("{}: cannot remove or disconnect an idle instance", name, e);
      }
    }
  }

  private void removeIdle(DetachedInstance<M> idle, Counter cause) {
    SessionCookie owner = idle.owner();
    boolean stops = cause == Counter.SNAPSHOT_WRITES_STOP;
    if (owner != null && !stops && !policy.is(JboProperty.MONITOR_PASSIVATES, "true")) {
      counts.add(Counter.STATES_LOST, owner.hasUnsavedState() ? 1 : 0);
    } else if (owner != null) {
      try {
        snapshots.passivate(owner, idle.instance(), cause);
      } catch (RuntimeException | Error e) {
        snapshots.logKept(owner, "its state in memory", e);
        try {
          idle.instance().disconnectUnless(true);
        } finally {
          table.reattach(idle.instance(), owner);
        }
        return;
      }
    }
    try {
      remove(idle.instance());
    } finally {
      if (owner != null) {
        table.finishDetachment(owner);
      }
    }
  }

  /**
   * Saves the state of an idle instance if the policy requires it, then releases the connection.
   */
  private void disconnectIdle(DetachedInstance<M> idle) {
    SessionCookie owner = idle.owner();
    boolean passivates = owner != null && policy.passivatesAtThreshold();
    if (passivates) {
      try {
        snapshots.save(owner, idle.instance(), Counter.SNAPSHOT_WRITES_LEVEL_ZERO);
      } catch (RuntimeException e) {
        snapshots.logKept(owner, "its connection", e);
        idle.instance().disconnectUnless(true); // the write may have broken the connection
        return;
      }
    }
    counts.add(Counter.LOGICAL_PASSIVATIONS, owner == null ? 0 : 1);
    idle.instance().disconnect();
    if (passivates) {
      idle.instance().dropState();
    }
  }

  /** Rejects new requests and saves idle sessions. Returns false if an instance is in use. */
  public boolean stop() {
    table.close();
    boolean idle = table.awaitIdle(Duration.ZERO);
    removeAll();
    return idle;
  }

  /**
   * Closes the pool. Saves the state of idle sessions, then of sessions with requests that end in
   * time. Aborts the connections of all other requests. Releases all connections.
   */
  @Override
  public void close() {
    if (stop()) {
      return;
    }
    if (!table.awaitIdle(CLOSE_WAIT)) {
      table.leasesInUse().forEach(Lease::abort);
      if (!table.awaitIdle(CLOSE_WAIT)) {
        LOG.warn("{}: {} instances are still in use", name, statistics().get(Counter.BUSY));
      }
    }
    removeAll();
  }

  /**
   * Removes all idle instances. Releases an instance's connection before its snapshot is written;
   * otherwise the write might find no free connection.
   */
  private void removeAll() {
    forEach(
        table.claimAll(),
        each -> {
          try {
            each.instance().disconnect();
          } finally {
            removeIdle(each, Counter.SNAPSHOT_WRITES_STOP);
          }
        });
    snapshots.storeFromMemory();
  }

  /** Returns the number of session states that are only in memory; a node's end loses them. */
  public int unsavedStates() {
    if (policy.releaseLevel() != ReleaseLevel.MANAGED) {
      return 0;
    }
    Set<SessionCookie> sessions = table.owners();
    sessions.addAll(snapshots.sessionsInMemory());
    return (int) sessions.stream().filter(s -> s.version > 0 && s.hasUnsavedState()).count();
  }
}
