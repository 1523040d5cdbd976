package cloakroom.module;

import cloakroom.connection.Lease;
import cloakroom.contract.Counter;
import cloakroom.module.CheckOutException.CheckOutFailure;
import cloakroom.module.InstanceTable.Claim.Transition;
import cloakroom.module.ModuleInstance.State;
import cloakroom.policy.JboProperty;
import cloakroom.policy.ReleasePolicy;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Who has which instance. Every decision of the pool is made here, under one lock, from the state
 * in this class and the clock that it is given, and without any input or output: an instance that
 * leaves a method of this class to be worked on is {@link State#BUSY}, so no other request can be
 * given it meanwhile (JD-API).
 *
 * <p>Requests that find no instance wait in line. Whoever makes an instance available hands it to
 * the first request in line that can use it, before the lock is given back; a newcomer never
 * overtakes.
 */
final class InstanceTable<M extends ApplicationModule> {
  private final String pool;
  private final ReleasePolicy policy;
  private final TierCounters counts;
  private final LongSupplier clock;
  private final int createUpTo;
  private final int maxPoolSize;
  private final Duration maxWait;
  private final ReentrantLock lock = new ReentrantLock();

  /** An instance or a session may have become what somebody waits for. */
  private final Condition changed = lock.newCondition();

  @GuardedBy("lock")
  private final Instances<M> instances;

  @GuardedBy("lock")
  private final WaitQueue<Claim<M>> line;

  /** Sessions whose state the pool is putting into the store. */
  @GuardedBy("lock")
  private final Set<SessionCookie> passivating = new HashSet<>();

  @GuardedBy("lock")
  private boolean closed;

  /** A table without instances; its clock tells nanoseconds, from any origin. */
  InstanceTable(String pool, ReleasePolicy policy, TierCounters counts, LongSupplier clock) {
    this.pool = pool;
    this.policy = policy;
    this.counts = counts;
    this.clock = clock;
    this.maxPoolSize = policy.number(JboProperty.MAX_POOL_SIZE);
    this.maxWait = policy.time(JboProperty.MAX_WAIT);
    this.createUpTo = Math.min(policy.number(JboProperty.RECYCLE_THRESHOLD), maxPoolSize);
    this.instances = new Instances<>();
    this.line = new WaitQueue<>(counts);
  }

  /**
   * A decision of the pool: which instance a request gets and what must happen to it first.
   *
   * @param instance the instance, already busy for the session
   * @param victim the session that still owns the state in it, or null
   */
  record Claim<M extends ApplicationModule>(
      Transition transition, ModuleInstance<M> instance, SessionCookie victim) {

    /** The transitions of a check-out (docs/policies.md). */
    enum Transition {
      /** T1: the session's own instance, available and referenced */
      AFFINITY(Counter.AFFINITY_HITS),
      /** T1 for an instance that is reserved for the session */
      RESERVED(Counter.AFFINITY_HITS),
      /** T2: an instance that holds nobody's state */
      FREE(Counter.FREE_HITS),
      /** T3: a new instance below the recycle threshold */
      CREATE(Counter.CREATED),
      /** T4: the least recently used instance that holds another session's state */
      RECYCLE(Counter.RECYCLES),
      /** T5: a new instance past the threshold, because all others are in use */
      GROW(Counter.CREATED);

      private final Counter count;

      Transition(Counter count) {
        this.count = count;
      }

      boolean keepsState() {
        return this == AFFINITY || this == RESERVED;
      }

      boolean builds() {
        return this == CREATE || this == GROW;
      }
    }
  }

  /**
   * An instance in the hands of the pool itself.
   *
   * @param owner the session whose state is in it and whose requests wait, or null
   */
  record DetachedInstance<M extends ApplicationModule>(
      ModuleInstance<M> instance, SessionCookie owner) {}

  /**
   * Gives the session an instance, waiting for one if need be (T1 to T6).
   *
   * @throws CheckOutException if the wait is over, the session has ended or the pool is closed
   */
  Claim<M> claim(SessionCookie cookie) {
    Claim<M> claim = claimNow(cookie);
    if (claim != null) {
      return claim;
    }
    WaitQueue.Waiter<Claim<M>> waiter = enterLine(cookie);
    try {
      return waiter.answer.get(maxWait.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException | ExecutionException e) {
      // whether it is over is decided under the lock
    }
    return leaveLine(waiter);
  }

  /** As {@link #claim}, but null where the request would have to wait. */
  Claim<M> claimNow(SessionCookie cookie) {
    lock.lock();
    try {
      refuseClosedOrEnded(cookie);
      Claim<M> claim = cookie.isAtWork() ? null : decide(cookie);
      if (claim == null && maxWait.isZero()) {
        throw timeOut(cookie);
      }
      return claim;
    } finally {
      lock.unlock();
    }
  }

  /** The request takes its place in line, and has its answer at once if there is one by now. */
  WaitQueue.Waiter<Claim<M>> enterLine(SessionCookie cookie) {
    lock.lock();
    try {
      WaitQueue.Waiter<Claim<M>> waiter = line.enter(cookie);
      refuseLine();
      serveLine();
      return waiter;
    } finally {
      lock.unlock();
    }
  }

  /**
   * The request waits no longer.
   *
   * @return what it was given meanwhile
   * @throws CheckOutException if it was refused, or was given nothing
   */
  Claim<M> leaveLine(WaitQueue.Waiter<Claim<M>> waiter) {
    lock.lock();
    try {
      if (line.leave(waiter)) {
        throw timeOut(waiter.cookie);
      }
      return WaitQueue.answer(waiter);
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  @SuppressWarnings("GuardedBy") // the line calls back at once, under the lock
  private void serveLine() {
    if (line.size() > 0) {
      line.serve(this::decide);
    }
  }

  @GuardedBy("lock")
  @SuppressWarnings("GuardedBy") // the line calls back at once, under the lock
  private void refuseLine() {
    line.refuse(this::refuseClosedOrEnded);
  }

  @GuardedBy("lock")
  private void refuseClosedOrEnded(SessionCookie cookie) {
    if (closed) {
      throw new CheckOutException(CheckOutFailure.CLOSED, pool + " is closed");
    }
    if (cookie.end != null) {
      throw new CheckOutException(CheckOutFailure.ENDED, "the session has ended; log in again");
    }
  }

  /** Which instance a session at rest gets, or null if it has to wait. */
  @GuardedBy("lock")
  private Claim<M> decide(SessionCookie cookie) {
    ModuleInstance<M> own = instanceOf(cookie);
    if (own != null) {
      boolean bound = own.state == State.RESERVED;
      return take(bound ? Transition.RESERVED : Transition.AFFINITY, own, cookie);
    }
    ModuleInstance<M> free = instances.free(policy.is(JboProperty.FREE_CHOICE, "mru"));
    boolean mayCreate = instances.size() < createUpTo;
    if (mayCreate && (policy.is(JboProperty.ORDER, "create-first") || free == null)) {
      return take(Transition.CREATE, instances.create(clock.getAsLong()), cookie);
    }
    if (free != null) {
      return take(Transition.FREE, free, cookie);
    }
    ModuleInstance<M> victim = instances.oldestReferenced();
    if (victim != null) {
      return take(Transition.RECYCLE, victim, cookie);
    }
    if (instances.size() < maxPoolSize) {
      return take(Transition.GROW, instances.create(clock.getAsLong()), cookie);
    }
    return null;
  }

  @GuardedBy("lock")
  private Claim<M> take(Transition how, ModuleInstance<M> instance, SessionCookie cookie) {
    instances.makeBusy(instance);
    SessionCookie victim = how == Transition.RECYCLE ? detach(instance, true) : null;
    instance.owner = cookie;
    cookie.instance = instance;
    cookie.busy = true;
    counts.add(how.count);
    return new Claim<>(how, instance, victim);
  }

  @SuppressWarnings("unchecked") // a cookie belongs to one pool, whose instances are all of M
  private ModuleInstance<M> instanceOf(SessionCookie cookie) {
    return (ModuleInstance<M>) cookie.instance;
  }

  /** The instance goes on holding its session's state; false if that session has ended. */
  boolean keep(ModuleInstance<M> instance, State state) {
    long now = clock.getAsLong();
    lock.lock();
    try {
      SessionCookie owner = instance.owner;
      if (owner.end != null) {
        return false;
      }
      owner.busy = false;
      checkIn(instance, state, now);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * The instance contains no state any more and any session may have it.
   *
   * @return whether its session has ended during the request, so that the caller finishes the end
   */
  boolean release(ModuleInstance<M> instance) {
    return part(instance, State.FREE);
  }

  /**
   * The instance leaves the pool.
   *
   * @return whether its session has ended during the request, so that the caller finishes the end
   */
  boolean remove(ModuleInstance<M> instance) {
    counts.add(Counter.REMOVED);
    return part(instance, State.GONE);
  }

  private boolean part(ModuleInstance<M> instance, State state) {
    long now = clock.getAsLong();
    lock.lock();
    try {
      boolean ended = endRequest(instance);
      checkIn(instance, state, now);
      return ended;
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private boolean endRequest(ModuleInstance<M> instance) {
    if (instance.owner == null) {
      return false;
    }
    SessionCookie owner = part(instance);
    owner.busy = false;
    return owner.end != null;
  }

  private static SessionCookie part(ModuleInstance<?> instance) {
    SessionCookie owner = instance.owner;
    owner.instance = null;
    instance.owner = null;
    return owner;
  }

  @GuardedBy("lock")
  private void checkIn(ModuleInstance<M> instance, State state, long now) {
    instances.checkIn(instance, state, now);
    wakeThoseWhoClose();
    serveLine();
  }

  @GuardedBy("lock")
  private void wakeThoseWhoClose() {
    if (closed && instances.busy() == 0) {
      changed.signalAll();
    }
  }

  /** Takes the instance away from its session, whose requests wait until the pool is done. */
  @GuardedBy("lock")
  private SessionCookie detach(ModuleInstance<M> instance, boolean passivates) {
    SessionCookie owner = part(instance);
    owner.detached = true;
    if (passivates) {
      passivating.add(owner);
    }
    return owner;
  }

  @GuardedBy("lock")
  private void doneDetaching(SessionCookie session) {
    passivating.remove(session);
    session.detached = false;
    if (session.end != null) {
      changed.signalAll();
    }
  }

  /** The victim's state is in the store now, or is no longer wanted. */
  void victimStored(SessionCookie victim) {
    lock.lock();
    try {
      doneDetaching(victim);
      serveLine();
    } finally {
      lock.unlock();
    }
  }

  /**
   * The victim's state could not be stored: it keeps its instance, as the most recently used.
   *
   * @return whether the other session has ended during its request
   */
  boolean giveBack(ModuleInstance<M> instance, SessionCookie victim) {
    lock.lock();
    try {
      boolean ended = endRequest(instance);
      attach(instance, victim);
      instances.putLast(instance, State.REFERENCED);
      wakeThoseWhoClose();
      serveLine();
      return ended;
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private void attach(ModuleInstance<M> instance, SessionCookie owner) {
    doneDetaching(owner);
    instance.owner = owner;
    owner.instance = instance;
  }

  /**
   * Marks a session as ended (T12) and claims its instance, if it has one that nobody is using. A
   * session in the middle of a request is ended by that request's check-in.
   *
   * @param atMost time to wait while the pool puts the session's state away
   * @return true if the caller is to finish the end, with the instance in the cookie or none
   * @throws CheckOutException if that takes longer, or the thread is interrupted
   */
  boolean end(SessionCookie cookie, SessionCookie.End how, Duration atMost) {
    lock.lock();
    try {
      if (cookie.end != null) {
        return false;
      }
      cookie.end = how;
      refuseLine();
      awaitAttached(cookie, atMost);
      if (cookie.busy) {
        return false;
      }
      if (cookie.instance != null) {
        instances.makeBusy(instanceOf(cookie));
        cookie.busy = true;
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private void awaitAttached(SessionCookie cookie, Duration atMost) {
    try {
      long left = atMost.toNanos();
      while (cookie.detached && left > 0) {
        left = changed.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (cookie.detached) {
      throw new CheckOutException(
          CheckOutFailure.SESSION_BUSY,
          "%s: cannot end session %s: its state is still being put away (maximum wait %d ms); its snapshot is left to the purge"
              .formatted(pool, cookie, atMost.toMillis()));
    }
  }

  /** A new instance in the hands of the caller, or null when the pool is full or closed. */
  ModuleInstance<M> grow() {
    lock.lock();
    try {
      if (closed || instances.size() >= maxPoolSize) {
        return null;
      }
      ModuleInstance<M> instance = instances.create(clock.getAsLong());
      counts.add(Counter.CREATED);
      instances.makeBusy(instance);
      return instance;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Claims what a cleanup pass removes (T11), in the order of docs/policies.md: instances past
   * their time to live, whatever the floor; then idle ones down to the floor, or all of them, as
   * the policy says; then the least recently used down to the ceiling.
   */
  List<DetachedInstance<M>> claimOverdue() {
    lock.lock();
    try {
      instances.restoreOrder();
      List<DetachedInstance<M>> taken = new ArrayList<>();
      boolean passivates = policy.is(JboProperty.MONITOR_PASSIVATES, "true");
      long now = clock.getAsLong();
      for (ModuleInstance<M> instance :
          instances.olderThan(policy.time(JboProperty.TIME_TO_LIVE), now)) {
        taken.add(takeAway(instance, passivates));
      }
      while (instances.available() > policy.idleFloor()
          && isIdle(instances.oldestAvailable(), now)) {
        taken.add(takeAway(instances.oldestAvailable(), passivates));
      }
      while (instances.available() > policy.number(JboProperty.MAX_AVAILABLE_SIZE)) {
        taken.add(takeAway(instances.oldestAvailable(), passivates));
      }
      return taken;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Claims the least recently used idle instances whose connections are too many (T13). Their
   * sessions wait while the connection goes.
   */
  List<DetachedInstance<M>> claimExcessConnections() {
    lock.lock();
    try {
      instances.restoreOrder();
      List<DetachedInstance<M>> taken = new ArrayList<>();
      int threshold = policy.connectionThreshold();
      if (threshold == 0 || instances.held() <= threshold) {
        return taken;
      }
      long now = clock.getAsLong();
      for (ModuleInstance<M> instance : instances.byUse()) {
        boolean due =
            !policy.is(JboProperty.CONNECTION_THRESHOLD_EFFECT, "idle-timeout")
                || isIdle(instance, now);
        if (instances.held() <= threshold || !due) {
          break;
        }
        if (instance.lease != null) {
          taken.add(takeAway(instance, policy.passivatesAtThreshold()));
        }
      }
      return taken;
    } finally {
      lock.unlock();
    }
  }

  private boolean isIdle(ModuleInstance<M> instance, long now) {
    return now - instance.checkedInNanos > policy.time(JboProperty.MAX_INACTIVE_AGE).toNanos();
  }

  @GuardedBy("lock")
  private DetachedInstance<M> takeAway(ModuleInstance<M> instance, boolean passivates) {
    boolean owned = instance.state == State.REFERENCED;
    instances.makeBusy(instance);
    return new DetachedInstance<>(instance, owned ? detach(instance, passivates) : null);
  }

  /** Instances that were claimed for their connections alone go back, as old as they were. */
  void putBack(List<DetachedInstance<M>> all) {
    lock.lock();
    try {
      for (DetachedInstance<M> taken : all) {
        if (taken.owner() != null) {
          attach(taken.instance(), taken.owner());
        }
        instances.putBack(taken.instance(), taken.owner() == null ? State.FREE : State.REFERENCED);
      }
      wakeThoseWhoClose();
      serveLine();
    } finally {
      lock.unlock();
    }
  }

  /** From now on no request gets an instance. */
  void close() {
    lock.lock();
    try {
      closed = true;
      refuseLine();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until no instance of a closed pool is in use, at most as long as given; true if so. */
  boolean awaitIdle(Duration atMost) {
    lock.lock();
    try {
      long left = atMost.toNanos();
      while (instances.busy() > 0 && left > 0) {
        left = changed.awaitNanos(left);
      }
      return instances.busy() == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return instances.busy() == 0;
    } finally {
      lock.unlock();
    }
  }

  /** Claims every instance that is not in use, for removal; for a pool that is closed. */
  List<DetachedInstance<M>> claimAll() {
    lock.lock();
    try {
      List<DetachedInstance<M>> all = new ArrayList<>();
      for (ModuleInstance<M> instance : instances.notInUse()) {
        if (instance.state == State.RESERVED) {
          instances.makeBusy(instance);
          part(instance);
          all.add(new DetachedInstance<>(instance, null));
        } else {
          all.add(takeAway(instance, true));
        }
      }
      return all;
    } finally {
      lock.unlock();
    }
  }

  List<Lease> leasesInUse() {
    lock.lock();
    try {
      return instances.leasesInUse();
    } finally {
      lock.unlock();
    }
  }

  /** Sessions whose state is in an instance, or on its way from one into the store. */
  Set<SessionCookie> owners() {
    lock.lock();
    try {
      Set<SessionCookie> all = instances.owners();
      all.addAll(passivating);
      return all;
    } finally {
      lock.unlock();
    }
  }

  Map<Counter, Long> statistics() {
    lock.lock();
    try {
      return instances.statistics();
    } finally {
      lock.unlock();
    }
  }

  /** Requests that wait for an instance or for their session's earlier request. */
  int waiting() {
    lock.lock();
    try {
      return line.size();
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private CheckOutException timeOut(SessionCookie cookie) {
    counts.add(Counter.CHECKOUT_TIMEOUTS);
    long waited = maxWait.toMillis();
    if (cookie.isAtWork()) {
      return new CheckOutException(
          CheckOutFailure.SESSION_BUSY,
          "%s: another request of session %s is still under way after %d ms"
              .formatted(pool, cookie, waited));
    }
    return new CheckOutException(
        CheckOutFailure.TIMEOUT,
        ("JBO-28102: %s has no instance after %d ms: %d of at most %d (busy %d, reserved %d,"
                + " passivations under way %d, requests waiting %d)")
            .formatted(
                pool,
                waited,
                instances.size(),
                maxPoolSize,
                instances.busy(),
                instances.reserved(),
                passivating.size(),
                line.size()));
  }
}
