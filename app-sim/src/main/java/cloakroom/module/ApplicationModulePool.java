package cloakroom.module;

import cloakroom.connection.ConnectionException;
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
 * The instances of one root application module on one node, shared among sessions as the policy
 * says.
 *
 * <p>An instance is NEW, then BUSY in the hands of a request, then FREE (holds nobody's state),
 * REFERENCED (holds a session's state and may be recycled), RESERVED (bound to a session) or GONE.
 * A check-out takes, in this order:
 *
 * <ul>
 *   <li>T1 the instance that still holds the session's state;
 *   <li>T2 a free one;
 *   <li>T3 a new one, below the recycle threshold;
 *   <li>T4 the least recently used referenced one: the thief pays for its owner's snapshot;
 *   <li>T5 a new one past the threshold, below the maximum;
 *   <li>T6 otherwise it waits, and fails with JBO-28102 inside JBO-30003.
 * </ul>
 *
 * A check-in makes the instance referenced (T7), free (T8), reserved (T9) or, when modules are not
 * pooled, gone (T10). The monitor removes instances (T11), the end of a session frees its instance
 * (T12), and connections above a threshold go back (T13).
 *
 * <p>{@link InstanceTable} decides under its locks; this class does the work outside them, on
 * instances that are busy meanwhile. What fails leaves the state where it was: in memory if it was
 * in memory, in the store if it was in the store.
 */
public final class ApplicationModulePool<M extends ApplicationModule> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ApplicationModulePool.class);

  /** Requests have had their time when the pool closes; this is for the last one to check in. */
  private static final Duration CLOSE_WAIT = Duration.ofMillis(500);

  /**
   * Maximum time for which the end of a session waits for a cleanup pass or a recycling session.
   */
  private static final Duration MAX_END_WAIT = Duration.ofMinutes(5);

  private final String name;
  final ReleasePolicy policy;
  private final Supplier<M> factory;
  private final ConnectionSource connections;
  private final TierCounters counts;
  private final SnapshotManager snapshots;

  /** Owner of each instance; {@link NonBlockingPool} uses it, too. */
  final InstanceTable<M> table;

  /**
   * A module in the hands of one request. The request works on it from one thread and gives it back
   * exactly once.
   */
  public static final class CheckOut<M extends ApplicationModule> {
    private final ApplicationModulePool<M> pool;
    private final ModuleInstance<M> instance;
    private final SessionCookie cookie;
    private boolean over;

    private CheckOut(
        ApplicationModulePool<M> pool, ModuleInstance<M> instance, SessionCookie cookie) {
      this.pool = pool;
      this.instance = instance;
      this.cookie = cookie;
    }

    public M module() {
      return instance.module;
    }

    /** States that the request changes what the session would have to remember. */
    public void touch() {
      cookie.version++;
    }

    /**
     * States that the user's transaction was committed or rolled back, which changes the session's
     * state: a snapshot of what was pending is of no use any more and goes (SM10-004). Where the
     * check-in promises a new snapshot, that one replaces the old in one step, so that a crash in
     * between finds one of them.
     */
    public void transactionEnded() {
      touch();
      if (pool.policy.checkIn.snapshot() == null) {
        pool.snapshots.drop(cookie, instance.lease);
      }
    }

    /**
     * Prepares the write of the state that a commit will leave, for that commit to execute. {@link
     * #transactionEnded} follows in any case.
     *
     * @return empty if the check-in writes the snapshot
     */
    public Optional<PiggybackWrite> snapshotForCommit(Supplier<ModuleState> after) {
      ReleasePolicy.CheckIn plan = pool.policy.checkIn;
      return plan.snapshot() != null && plan.alwaysPassivates()
          ? pool.snapshots.snapshotForCommit(cookie, after, instance.lease)
          : Optional.empty();
    }

    /** Records that a commit has written the snapshot. */
    public void snapshotCommitted(PiggybackWrite write) {
      pool.snapshots.snapshotCommitted(cookie, write, pool.policy.checkIn.snapshot());
    }

    /** Whether the check-in will write a snapshot. */
    public boolean writesAtCheckIn() {
      return pool.policy.checkIn.snapshot() != null && cookie.hasUnsavedState();
    }

    /** Whether the connection is known to be dead, and is closed at check-in; nobody is asked. */
    public boolean isConnectionLost() {
      return instance.hasBrokenLease();
    }

    /**
     * Gives the module back at the policy's release level.
     *
     * @throws CheckOutException if the state could not be put away as the policy promises; the
     *     session still has it in memory
     */
    public void checkIn() {
      if (over) {
        throw new IllegalStateException("checked in already");
      }
      over = true;
      pool.checkIn(instance, cookie);
    }
  }

  /**
   * A pool with the policy's initial size.
   *
   * @param clock tells nanoseconds, from any origin
   * @throws ConnectionException if an initial instance cannot have a connection
   */
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
    for (int i = 0; i < policy.number(JboProperty.INIT_POOL_SIZE); i++) {
      ModuleInstance<M> instance = table.grow();
      instance.module = factory.get();
      if (!policy.poolsConnections()) {
        instance.connect(connections.borrow());
      }
      instance.pin();
      table.release(instance);
    }
  }

  public String name() {
    return name;
  }

  /**
   * Returns whether the newest snapshot of this session that its client or this node has named is
   * known to be its own, or the store holds it.
   *
   * @param maxAge an older snapshot counts as gone; null for any age
   * @throws CheckOutException if the store cannot be read now
   */
  public boolean holds(SessionCookie cookie, Duration maxAge) {
    return snapshots.holds(cookie, maxAge);
  }

  /** How the instances stand now, and the most there were. */
  public Map<Counter, Long> statistics() {
    Map<Counter, Long> now = table.statistics();
    now.put(Counter.STATES_IN_MEMORY, (long) snapshots.parked().size());
    return now;
  }

  /** Requests that wait for an instance or for their session's earlier request. */
  public int waiting() {
    return table.waiting();
  }

  /**
   * Gives the session's request a module that holds the session's state. Requests of one session
   * follow one another.
   *
   * @throws CheckOutException if that is not possible within the policy's wait; the session's state
   *     is where it was
   */
  public CheckOut<M> checkOut(SessionCookie cookie) {
    return ready(table.claim(cookie));
  }

  /** The rest of a check-out: the claimed instance holds the session's state afterwards. */
  CheckOut<M> ready(Claim<M> claim) {
    SessionCookie cookie = claim.instance().owner;
    try {
      makeReady(claim, cookie);
    } catch (RuntimeException e) {
      throw SnapshotManager.explain(e);
    }
    counts.add(Counter.CHECKOUTS);
    return new CheckOut<>(this, claim.instance(), cookie);
  }

  private void makeReady(Claim<M> claim, SessionCookie cookie) {
    ModuleInstance<M> instance = claim.instance();
    instance.unpin();
    if (claim.victim() != null) {
      passivateVictim(claim);
    }
    try {
      if (claim.transition().builds()) {
        instance.module = factory.get();
      } else if (claim.victim() != null) {
        recycle(instance);
      }
      boolean reconnected = instance.lease == null;
      try {
        activate(claim, cookie, reconnected);
      } catch (RuntimeException e) {
        if (!reconnected || !instance.hasBrokenLease()) {
          throw e;
        }
        instance.disconnect(); // it was dead before the request had it: another one will do
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

  /** T4, first half: the thief's request puts the state away; if it cannot, nothing changes. */
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
        claim.instance().rest(true); // a write through its own connection may have ended that
        claim.instance().pin();
      } finally {
        SessionCookie owner = claim.instance().owner;
        dropIf(table.giveBack(claim.instance(), victim), owner);
      }
      throw e;
    }
    table.victimStored(victim);
  }

  /** T4, second half: nothing of the previous owner is left, in memory or in the database. */
  private void recycle(ModuleInstance<M> instance) {
    instance.cleanUp(policy.keepsConnections());
    instance.reset();
    instance.rest(true);
  }

  /** The instance has a connection afterwards that is prepared for this session. */
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

  /** A check-out that cannot be completed: the instance and the state go back where they were. */
  private void undo(Claim<M> claim, SessionCookie cookie, Throwable why) {
    ModuleInstance<M> instance = claim.instance();
    boolean lost = SnapshotManager.isLost(why) || SnapshotManager.isLost(why.getCause());
    if (lost) {
      cookie.forgetSnapshot();
    }
    if (claim.transition().keepsState() && !lost) {
      try {
        instance.rest(policy.keepsConnections());
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

  /** T7 to T10: if a promised snapshot cannot be written, the state stays in memory, referenced. */
  private void checkIn(ModuleInstance<M> instance, SessionCookie cookie) {
    counts.add(Counter.CHECKINS);
    if (cookie.end != null) {
      finishEnd(instance, cookie);
    } else if (policy.checkIn.ends()) {
      release(instance, () -> snapshots.drop(cookie, instance.lease));
    } else {
      keepState(instance, cookie, policy.checkIn);
    }
  }

  /** T7 and T9, and T10 when modules are not pooled. */
  private void keepState(
      ModuleInstance<M> instance, SessionCookie cookie, ReleasePolicy.CheckIn plan) {
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
      throw SnapshotManager.explain(failure);
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
    instance.rest(stays);
    keep(instance, cookie, plan.reserves());
    if (failure != null) {
      throw SnapshotManager.explain(failure);
    }
  }

  /** Referenced or reserved, unless the session has ended meanwhile. */
  private void keep(ModuleInstance<M> instance, SessionCookie cookie, boolean reserve) {
    instance.pin();
    if (!table.keep(instance, reserve ? State.RESERVED : State.REFERENCED)) {
      finishEnd(instance, cookie);
    }
  }

  /**
   * The session's state ends (T8, T12): nothing of it is left in memory or in the connection.
   *
   * @param snapshot what becomes of the session's snapshot
   */
  private void release(ModuleInstance<M> instance, Runnable snapshot) {
    instance.cleanUp(policy.keepsConnections());
    snapshot.run();
    instance.reset();
    free(instance);
  }

  /** An instance that lacks its module, or a connection that it must hold, is of no use. */
  private void free(ModuleInstance<M> instance) {
    instance.rest(policy.keepsConnections());
    SessionCookie owner = instance.owner;
    boolean usable = policy.poolsConnections() || instance.lease != null;
    if (usable && instance.module != null && policy.poolsModules()) {
      instance.pin();
      dropIf(table.release(instance), owner);
    } else {
      dropIf(table.remove(instance), owner);
    }
  }

  private void remove(ModuleInstance<M> instance) {
    SessionCookie owner = instance.owner;
    try {
      instance.disconnect();
      instance.reset();
    } finally {
      dropIf(table.remove(instance), owner);
    }
  }

  /** A session that has ended during the request leaves its end to the request. */
  private void dropIf(boolean ended, SessionCookie owner) {
    if (ended) {
      snapshots.dropAtEnd(owner, null);
    }
  }

  /**
   * Ends a session (T12): its instance becomes free and its snapshot goes. A request of the session
   * that is under way finishes first.
   *
   * @throws CheckOutException if another thread takes too long to put the session's state away
   */
  public void endSession(SessionCookie cookie, SessionCookie.End how) {
    if (!table.end(cookie, how, MAX_END_WAIT)) {
      return;
    }
    @SuppressWarnings("unchecked") // a cookie belongs to one pool, whose instances are all of M
    ModuleInstance<M> instance = (ModuleInstance<M>) cookie.instance;
    if (instance == null) {
      snapshots.dropAtEnd(cookie, null);
    } else {
      finishEnd(instance, cookie);
    }
  }

  private void finishEnd(ModuleInstance<M> instance, SessionCookie cookie) {
    release(instance, () -> snapshots.dropAtEnd(cookie, instance.lease));
  }

  /** One pass of the pool monitor (T11, T13), in the order of docs/policies.md. */
  public void cleanUp() {
    forEach(table.claimOverdue(), taken -> removeAvailable(taken, Counter.SNAPSHOT_WRITES_MONITOR));
    List<DetachedInstance<M>> connected = table.claimExcessConnections();
    forEach(connected, this::disconnectIdle);
    table.putBack(connected);
  }

  /** Works on every claimed instance; logs what fails for one of them. */
  private void forEach(List<DetachedInstance<M>> claimed, Consumer<DetachedInstance<M>> work) {
    for (DetachedInstance<M> taken : claimed) {
      try {
        work.accept(taken);
      } catch (RuntimeException | Error e) {
        LOG.error("{}: cannot put an instance away", name, e);
      }
    }
  }

  private void removeAvailable(DetachedInstance<M> taken, Counter cause) {
    SessionCookie owner = taken.owner();
    boolean saves =
        policy.is(JboProperty.MONITOR_PASSIVATES, "true")
            || cause != Counter.SNAPSHOT_WRITES_MONITOR;
    if (owner != null && !saves) {
      counts.add(Counter.STATES_LOST, owner.hasUnsavedState() ? 1 : 0);
    } else if (owner != null) {
      try {
        snapshots.passivate(owner, taken.instance(), cause);
      } catch (RuntimeException | Error e) {
        LOG.warn(
            "{}: session {} stays in memory: {}",
            name,
            owner,
            e.getMessage(),
            CheckOutException.unexpected(e));
        try {
          taken.instance().rest(true);
        } finally {
          table.giveBack(taken.instance(), owner);
        }
        return;
      }
    }
    try {
      remove(taken.instance());
    } finally {
      if (owner != null) {
        table.victimStored(owner);
      }
    }
  }

  /** T13: as the disconnect of a check-in (T7), with the same two levels. */
  private void disconnectIdle(DetachedInstance<M> taken) {
    SessionCookie owner = taken.owner();
    if (owner != null && policy.passivatesAtThreshold()) {
      try {
        snapshots.save(owner, taken.instance(), Counter.SNAPSHOT_WRITES_LEVEL_ZERO);
      } catch (RuntimeException e) {
        LOG.warn(
            "{}: session {} keeps its connection: {}",
            name,
            owner,
            e.getMessage(),
            CheckOutException.unexpected(e));
        taken.instance().rest(true); // unless that is what has failed
        return;
      }
    }
    counts.add(Counter.LOGICAL_PASSIVATIONS, owner == null ? 0 : 1);
    taken.instance().disconnect();
    if (owner != null && policy.passivatesAtThreshold()) {
      taken.instance().dropState();
    }
  }

  /** Serves nobody any more, and passivates what is at rest: true if that is all. */
  public boolean stop() {
    table.close();
    boolean atRest = table.awaitIdle(Duration.ZERO);
    removeAll();
    return atRest;
  }

  /**
   * Closes the pool: referenced state is passivated, then that of the requests that end meanwhile;
   * those that do not lose their connection, and so end. Every connection goes back.
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
   * Each connection goes back before its state is written: where all of them are held by instances,
   * that is the one to write through.
   */
  private void removeAll() {
    forEach(
        table.claimAll(),
        taken -> {
          try {
            taken.instance().disconnect();
          } finally {
            removeAvailable(taken, Counter.SNAPSHOT_WRITES_STOP);
          }
        });
    snapshots.storeParked();
  }

  /**
   * Sessions whose state the policy keeps and that is in no store: after the close, those that have
   * lost it.
   */
  public int unsavedStates() {
    if (policy.releaseLevel() != ReleaseLevel.MANAGED) {
      return 0;
    }
    Set<SessionCookie> sessions = table.owners();
    sessions.addAll(snapshots.parked());
    return (int) sessions.stream().filter(s -> s.version > 0 && s.hasUnsavedState()).count();
  }
}
