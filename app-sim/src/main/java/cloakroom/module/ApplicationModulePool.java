package cloakroom.module;

import cloakroom.connection.ConnectionException;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.Lease;
import cloakroom.module.CheckOutException.Reason;
import cloakroom.module.Claim.Transition;
import cloakroom.module.InstanceTable.Taken;
import cloakroom.passivation.SnapshotStore;
import cloakroom.passivation.SnapshotStoreException;
import cloakroom.passivation.StoredSnapshot;
import cloakroom.state.SnapshotCodec;
import cloakroom.state.SnapshotTooLargeException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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

  private final String name;
  private final ReleasePolicy policy;
  private final Supplier<M> factory;
  private final InstanceConnections<M> connections;
  private final Counts counts;
  private final SnapshotKeeper snapshots;
  private final InstanceTable<M> table;

  /** Sessions whose instance the close has claimed and whose state is not in the store yet. */
  private final Set<SessionCookie> leaving = ConcurrentHashMap.newKeySet();

  /**
   * A pool with the policy's initial size.
   *
   * @throws ConnectionException if an initial instance cannot have a connection
   */
  public ApplicationModulePool(
      String name,
      ReleasePolicy policy,
      Supplier<M> factory,
      ConnectionSource connections,
      SnapshotStore store,
      SnapshotCodec codec,
      Counts counts) {
    this(name, policy, factory, connections, store, codec, counts, System::nanoTime);
  }

  ApplicationModulePool(
      String name,
      ReleasePolicy policy,
      Supplier<M> factory,
      ConnectionSource connections,
      SnapshotStore store,
      SnapshotCodec codec,
      Counts counts,
      LongSupplier clock) {
    this.name = name;
    this.policy = policy;
    this.factory = factory;
    this.connections = new InstanceConnections<>(name, policy, connections, counts);
    this.counts = counts;
    this.snapshots = new SnapshotKeeper(store, codec, counts);
    this.table = new InstanceTable<>(name, policy, counts, clock);
    fill();
  }

  private void fill() {
    for (int i = 0; i < policy.initPoolSize(); i++) {
      ModuleInstance<M> instance = table.grow();
      instance.module = factory.get();
      if (!policy.poolsConnections()) {
        connections.borrow(instance);
      }
      InstanceConnections.pinKept(instance);
      table.release(instance);
    }
  }

  /** The pool's name: that of its modules' definition. */
  public String name() {
    return name;
  }

  /** The policy in force. */
  public ReleasePolicy policy() {
    return policy;
  }

  /**
   * Whether the store holds the snapshot of this session that a client's ticket names.
   *
   * @throws CheckOutException if the store cannot be asked now
   */
  public boolean holds(String sessionId, SessionTicket ticket) {
    if (ticket.snapshotId() == 0) {
      return false;
    }
    StoredSnapshot named = new StoredSnapshot(ticket.snapshotId(), ticket.snapshotVersion());
    try {
      return snapshots.holds(sessionId, name, named);
    } catch (RuntimeException e) {
      throw explain(e);
    }
  }

  /** How the instances stand now. */
  public PoolStatistics statistics() {
    return table.statistics();
  }

  /**
   * Gives the session's request a module that holds the session's state. Requests of one session
   * follow one another.
   *
   * @throws CheckOutException if that is not possible within the policy's wait; the session's state
   *     is where it was
   */
  public CheckOut<M> checkOut(SessionCookie cookie) {
    Claim<M> claim = table.claim(cookie);
    try {
      makeReady(claim, cookie);
    } catch (RuntimeException e) {
      throw explain(e);
    }
    counts.add(Count.CHECKOUTS);
    return new CheckOut<>(this, claim.instance(), cookie);
  }

  private void makeReady(Claim<M> claim, SessionCookie cookie) {
    InstanceConnections.unpin(claim.instance());
    if (claim.victim() != null) {
      storeVictim(claim);
    }
    ModuleInstance<M> instance = claim.instance();
    try {
      if (claim.transition().builds()) {
        instance.module = factory.get();
      } else if (claim.victim() != null) {
        empty(instance);
      }
      boolean reconnected = instance.lease == null;
      connections.connect(instance, cookie);
      bringBackState(claim, cookie, reconnected);
    } catch (RuntimeException e) {
      abandon(claim, cookie, e);
      throw e;
    }
  }

  /** T4, first half: the thief's request passivates the victim; if it cannot, nothing changes. */
  private void storeVictim(Claim<M> claim) {
    SessionCookie victim = claim.victim();
    try {
      putAway(victim, claim.instance(), Count.SNAPSHOT_WRITES_RECYCLE);
    } catch (RuntimeException e) {
      InstanceConnections.pinKept(claim.instance());
      table.giveBack(claim.instance(), victim);
      throw e;
    }
    table.victimStored(victim);
  }

  /** The owner's state leaves memory; a state that another node has made stale just goes. */
  private void putAway(SessionCookie owner, ModuleInstance<M> instance, Count cause) {
    try {
      if (owner.hasUnsavedState()) {
        save(owner, instance, cause);
      }
      counts.add(Count.LOGICAL_PASSIVATIONS);
    } catch (SnapshotStoreException e) {
      if (!SnapshotKeeper.isConflict(e)) {
        throw e;
      }
      owner.forgetState();
      counts.add(Count.STALE_STATES);
    }
  }

  private void bringBackState(Claim<M> claim, SessionCookie cookie, boolean reconnected) {
    ModuleInstance<M> instance = claim.instance();
    if (cookie.catchUp()) {
      dropStale(instance, cookie);
    } else if (cookie.isOvertaken()) {
      throw ended(null);
    }
    if (claim.transition().keepsState() && instance.holdsState) {
      if (reconnected && policy.reexecutesAll()) {
        counts.add(Count.REEXECUTIONS, instance.module.reexecute());
      }
    } else if (cookie.stored != null) {
      restore(instance, cookie);
    }
    instance.holdsState = true;
  }

  /** Another node has gone on with the session; what this one holds is older. */
  private void dropStale(ModuleInstance<M> instance, SessionCookie cookie) {
    if (instance.holdsState) {
      connections.cleanUp(instance);
      instance.module.reset();
      instance.holdsState = false;
      counts.add(Count.STALE_STATES);
    }
    if (cookie.hasUnsavedState() && policy.releaseLevel() == ReleaseLevel.MANAGED) {
      counts.add(Count.STATES_LEFT_BEHIND);
    }
  }

  private void restore(ModuleInstance<M> instance, SessionCookie cookie) {
    try {
      snapshots.restore(cookie, instance.module, instance.lease);
    } catch (RuntimeException e) {
      instance.module.reset();
      throw notActivated(e);
    }
  }

  /**
   * Where sessions travel, a snapshot that is gone is that of a session which has logged out at
   * another node, for all that this one can know.
   */
  private RuntimeException notActivated(RuntimeException e) {
    if (SnapshotKeeper.isGone(e) && policy.writesCookieToClient()) {
      return ended(e);
    }
    if (SnapshotKeeper.isLost(e)) {
      return new CheckOutException(
          Reason.ACTIVATION, "the session's state is lost: " + e.getMessage(), e);
    }
    if (e instanceof SnapshotStoreException) {
      return new CheckOutException(
          Reason.ACTIVATION, "the session's state cannot be had now: " + e.getMessage(), e);
    }
    return e;
  }

  private static CheckOutException ended(RuntimeException cause) {
    return new CheckOutException(
        Reason.ENDED, "the session has ended at another node, or its state is gone", cause);
  }

  /** A check-out that cannot be completed: the instance and the state go back where they were. */
  private void abandon(Claim<M> claim, SessionCookie cookie, RuntimeException why) {
    ModuleInstance<M> instance = claim.instance();
    boolean lost = SnapshotKeeper.isLost(why) || SnapshotKeeper.isLost(why.getCause());
    if (lost) {
      cookie.forgetSnapshot();
    }
    if (claim.transition().keepsState() && !lost) {
      connections.letGo(instance);
      settle(instance, cookie, claim.transition() == Transition.RESERVED);
    } else {
      discardState(instance);
      connections.letGo(instance);
      freeOrRemove(instance);
    }
  }

  /** An instance that lacks its module, or a connection that it must hold, is of no use. */
  private void freeOrRemove(ModuleInstance<M> instance) {
    boolean usable = policy.poolsConnections() || instance.lease != null;
    if (usable && instance.module != null && policy.poolsModules()) {
      InstanceConnections.pinKept(instance);
      table.release(instance);
    } else {
      table.remove(instance);
    }
  }

  /**
   * Gives an instance back at the level that the request asks for (T7 to T10).
   *
   * @throws CheckOutException if the promised snapshot could not be written; the state stays in
   *     memory, referenced
   */
  void checkIn(ModuleInstance<M> instance, SessionCookie cookie, ReleaseLevel level) {
    counts.add(Count.CHECKINS);
    if (cookie.end != null) {
      finishEnd(instance, cookie);
      return;
    }
    RuntimeException failure = null;
    switch (level) {
      case UNMANAGED -> forget(instance, cookie);
      case RESERVED -> settle(instance, cookie, true);
      case MANAGED -> failure = keep(instance, cookie);
    }
    if (failure != null) {
      throw explain(failure);
    }
  }

  /** T7, and T10 when modules are not pooled. */
  private RuntimeException keep(ModuleInstance<M> instance, SessionCookie cookie) {
    RuntimeException failure = saveIfPromised(instance, cookie);
    if (SnapshotKeeper.isConflict(failure)) {
      surrender(instance, cookie);
      return failure;
    }
    boolean leavesMemory = policy.passivatesAtRelease() || !policy.poolsModules();
    if (leavesMemory && failure == null) {
      instance.module.reset();
      instance.holdsState = false;
    }
    if (policy.poolsConnections()) {
      counts.add(Count.LOGICAL_PASSIVATIONS);
    }
    if (!policy.poolsModules() && failure == null) {
      dismantle(instance);
    } else {
      connections.letGo(instance);
      settle(instance, cookie, false);
    }
    return failure;
  }

  /** Another node was faster: its state is the session's, and what this request did is void. */
  private void surrender(ModuleInstance<M> instance, SessionCookie cookie) {
    connections.cleanUp(instance);
    cookie.forgetState();
    discardState(instance);
    connections.letGo(instance);
    freeOrRemove(instance);
  }

  private RuntimeException saveIfPromised(ModuleInstance<M> instance, SessionCookie cookie) {
    Count cause = promisedSnapshot();
    if (cause == null || !cookie.hasUnsavedState()) {
      return null;
    }
    try {
      save(cookie, instance, cause);
      if (!policy.poolsConnections()) {
        counts.add(Count.LOGICAL_PASSIVATIONS);
      }
      return null;
    } catch (RuntimeException e) {
      return e;
    }
  }

  private Count promisedSnapshot() {
    if (!policy.poolsModules()) {
      return Count.SNAPSHOT_WRITES_UNPOOLED;
    }
    if (policy.failsOver()) {
      return Count.SNAPSHOT_WRITES_FAILOVER;
    }
    return policy.passivatesAtRelease() ? Count.SNAPSHOT_WRITES_LEVEL_ZERO : null;
  }

  /** T8. */
  private void forget(ModuleInstance<M> instance, SessionCookie cookie) {
    connections.cleanUp(instance);
    dropQuietly(instance, cookie);
    discardState(instance);
    connections.letGo(instance);
    freeOrRemove(instance);
  }

  /** Referenced or reserved, unless the session has ended meanwhile. */
  private void settle(ModuleInstance<M> instance, SessionCookie cookie, boolean reserve) {
    if (instance.hasBrokenLease()) {
      connections.disconnect(instance);
    }
    InstanceConnections.pinKept(instance);
    boolean kept = reserve ? table.reserve(instance) : table.reference(instance);
    if (!kept) {
      finishEnd(instance, cookie);
    }
  }

  /**
   * Ends a session (T12): its instance becomes free and its snapshot goes. A request of the session
   * that is under way finishes first.
   */
  public void endSession(SessionCookie cookie, SessionCookie.End how) {
    if (!table.end(cookie, how)) {
      return;
    }
    @SuppressWarnings("unchecked") // a cookie belongs to one pool, whose instances are all of M
    ModuleInstance<M> instance = (ModuleInstance<M>) cookie.instance;
    if (instance == null) {
      dropUnlessLeft(null, cookie);
    } else {
      finishEnd(instance, cookie);
    }
  }

  private void finishEnd(ModuleInstance<M> instance, SessionCookie cookie) {
    connections.cleanUp(instance);
    dropUnlessLeft(instance, cookie);
    discardState(instance);
    connections.letGo(instance);
    freeOrRemove(instance);
  }

  /**
   * Where sessions travel, one that nobody uses here any more may live at another node: its
   * snapshot is left to the purge.
   */
  private boolean leavesSnapshot(SessionCookie cookie) {
    return cookie.end == SessionCookie.End.CRASH
        || (cookie.end == SessionCookie.End.EXPIRED && policy.writesCookieToClient());
  }

  private void dropUnlessLeft(ModuleInstance<M> instance, SessionCookie cookie) {
    boolean named = cookie.catchUp() || cookie.isUnproved();
    if (leavesSnapshot(cookie)) {
      cookie.forgetSnapshot();
    } else if (named) {
      quietly(cookie, () -> snapshots.dropIfOwn(cookie, name, leaseOf(instance)));
    } else {
      dropQuietly(instance, cookie);
    }
  }

  /** One pass of the pool monitor (T11, T13), in the order of ADF-BC 2e. */
  public void cleanUp() {
    for (Taken<M> taken : table.claimOverdue()) {
      removeAvailable(taken, Count.SNAPSHOT_WRITES_MONITOR);
    }
    List<Taken<M>> connected = table.claimOverConnected();
    connected.forEach(this::disconnectIdle);
    table.putBack(connected);
  }

  private void removeAvailable(Taken<M> taken, Count cause) {
    SessionCookie owner = taken.owner();
    boolean saves = policy.monitorPassivates() || cause != Count.SNAPSHOT_WRITES_MONITOR;
    if (owner != null && !saves) {
      counts.add(Count.STATES_LOST, owner.hasUnsavedState() ? 1 : 0);
    } else if (owner != null) {
      try {
        putAway(owner, taken.instance(), cause);
      } catch (RuntimeException e) {
        LOG.warn("{}: session {} stays in memory: {}", name, owner, e.getMessage());
        table.giveBack(taken.instance(), owner);
        return;
      }
    }
    dismantle(taken.instance());
    if (owner != null) {
      table.victimStored(owner);
    }
  }

  /** T13: as the disconnect of a check-in (T7), with the same two levels. */
  private void disconnectIdle(Taken<M> taken) {
    if (taken.owner() == null || putAway(taken.owner(), taken.instance())) {
      connections.disconnect(taken.instance());
    }
  }

  private boolean putAway(SessionCookie owner, ModuleInstance<M> instance) {
    if (policy.passivatesAtThreshold()) {
      try {
        if (owner.hasUnsavedState()) {
          save(owner, instance, Count.SNAPSHOT_WRITES_LEVEL_ZERO);
        }
      } catch (RuntimeException e) {
        LOG.warn("{}: session {} keeps its connection: {}", name, owner, e.getMessage());
        return false;
      }
      instance.module.reset();
      instance.holdsState = false;
    }
    counts.add(Count.LOGICAL_PASSIVATIONS);
    return true;
  }

  /**
   * Closes the pool: referenced state is passivated, then that of the requests that end meanwhile;
   * those that do not lose their connection, and so end. Every connection goes back.
   */
  @Override
  public void close() {
    table.close();
    boolean atRest = table.awaitIdle(Duration.ZERO);
    removeAll();
    if (atRest) {
      return;
    }
    if (!table.awaitIdle(CLOSE_WAIT)) {
      table.leasesInUse().forEach(Lease::abort);
      if (!table.awaitIdle(CLOSE_WAIT)) {
        LOG.warn("{}: {} instances are still in use", name, statistics().busy());
      }
    }
    removeAll();
  }

  /**
   * Each connection goes back before its state is written: where all of them are held by instances,
   * that is the one to write through.
   */
  private void removeAll() {
    List<Taken<M>> all = table.claimAll();
    all.stream().map(Taken::owner).filter(Objects::nonNull).forEach(leaving::add);
    for (Taken<M> taken : all) {
      connections.disconnect(taken.instance());
      removeAvailable(taken, Count.SNAPSHOT_WRITES_STOP);
      if (taken.owner() != null) {
        leaving.remove(taken.owner());
      }
    }
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
    sessions.addAll(leaving);
    return (int) sessions.stream().filter(s -> s.version > 0 && s.hasUnsavedState()).count();
  }

  /**
   * The user's transaction is over, and with it the snapshot of what was pending (SM10-004). Where
   * the check-in promises a new snapshot that one replaces the old in one step, so that a crash in
   * between finds one of them.
   */
  void transactionEnded(ModuleInstance<M> instance, SessionCookie cookie) {
    boolean replaced = promisedSnapshot() != null && policy.releaseLevel() == ReleaseLevel.MANAGED;
    if (!replaced) {
      dropQuietly(instance, cookie);
    }
  }

  private void dropQuietly(ModuleInstance<M> instance, SessionCookie cookie) {
    quietly(cookie, () -> snapshots.drop(cookie, leaseOf(instance)));
  }

  private void quietly(SessionCookie cookie, Runnable drop) {
    try {
      drop.run();
    } catch (RuntimeException e) {
      LOG.warn("{}: a snapshot of session {} stays behind: {}", name, cookie, e.getMessage());
    }
  }

  private static Lease leaseOf(ModuleInstance<?> instance) {
    return instance == null ? null : instance.lease;
  }

  /**
   * Where no other node can have written, a snapshot that is gone was purged: it is written anew.
   */
  private void save(SessionCookie cookie, ModuleInstance<M> instance, Count cause) {
    try {
      snapshots.save(cookie, instance.module, instance.lease, cause);
    } catch (SnapshotStoreException e) {
      if (!SnapshotKeeper.isConflict(e) || policy.writesCookieToClient()) {
        throw e;
      }
      cookie.forgetSnapshot();
      snapshots.save(cookie, instance.module, instance.lease, cause);
    }
  }

  /** T4, second half: nothing of the previous owner is left, in memory or in the database. */
  private void empty(ModuleInstance<M> instance) {
    connections.cleanUp(instance);
    discardState(instance);
    if (instance.hasBrokenLease()) {
      connections.disconnect(instance);
    }
  }

  private static void discardState(ModuleInstance<?> instance) {
    if (instance.module != null) {
      instance.module.reset();
    }
    instance.holdsState = false;
    instance.preparedFor = null;
  }

  private void dismantle(ModuleInstance<M> instance) {
    discardState(instance);
    connections.disconnect(instance);
    table.remove(instance);
  }

  private static CheckOutException explain(RuntimeException e) {
    if (e instanceof CheckOutException already) {
      return already;
    }
    if (SnapshotKeeper.isConflict(e)) {
      return new CheckOutException(
          Reason.CONFLICT,
          "another node has gone on with this session meanwhile; its state counts, and what this"
              + " request did to the session's state is void: send it again",
          e);
    }
    if (e instanceof SnapshotStoreException || e instanceof SnapshotTooLargeException) {
      return new CheckOutException(Reason.PASSIVATION, e.getMessage(), e);
    }
    if (e instanceof ConnectionException) {
      return new CheckOutException(Reason.CONNECTION, e.getMessage(), e);
    }
    throw e;
  }
}
