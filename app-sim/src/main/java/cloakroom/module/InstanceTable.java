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
 * Owners and states of the instances of one pool. This class makes every decision of the pool,
 * under one lock, from its own state and the given clock, and does no I/O. An instance that a
 * method returns is {@link State#BUSY}: its thread works on it without the lock, and no other
 * request can get it until a check-in (JD-API).
 *
 * <p>A request that finds no instance waits in a queue. A method that makes an instance available
 * hands it to the first waiting request that can use it, before it releases the lock. So a new
 * request never overtakes a waiting one that could use the same instance.
 */
final class InstanceTable<M extends ApplicationModule> {
  private final String pool;
  private final ReleasePolicy policy;
  private final TierCounters counts;
  private final LongSupplier clock;
  private final int createLimit;
  private final int maxPoolSize;
  private final Duration maxWait;
  private final ReentrantLock lock = new ReentrantLock();

  /** Signals that a closed pool is idle, or that an ending session has its instance again. */
  private final Condition changed = lock.newCondition();

  @GuardedBy("lock")
  private final Instances<M> instances;

  @GuardedBy("lock")
  private final WaitQueue<Claim<M>> queue;

  /** Sessions whose state is on its way from an instance to the store. */
  @GuardedBy("lock")
  private final Set<SessionCookie> passivating = new HashSet<>();

  @GuardedBy("lock")
  private boolean closed;

  /**
   * Creates a table without instances.
   *
   * @param clock time in nanoseconds, from any origin
   */
  InstanceTable(String pool, ReleasePolicy policy, TierCounters counts, LongSupplier clock) {
    this.pool = pool;
    this.policy = policy;
    this.counts = counts;
    this.clock = clock;
    this.maxPoolSize = policy.number(JboProperty.MAX_POOL_SIZE);
    this.maxWait = policy.time(JboProperty.MAX_WAIT);
    this.createLimit = Math.min(policy.number(JboProperty.RECYCLE_THRESHOLD), maxPoolSize);
    this.instances = new Instances<>();
    this.queue = new WaitQueue<>(counts);
  }

  /**
   * Decision on a check-out: which instance the request gets, and how.
   *
   * @param instance busy for the session already
   * @param victim session whose state is still in the instance; null if none
   */
  record Claim<M extends ApplicationModule>(
      Transition transition, ModuleInstance<M> instance, SessionCookie victim) {

    /** Transitions of a check-out (docs/policies.md). */
    enum Transition {
      /** T1: the instance with the session's state, available and referenced */
      AFFINITY(Counter.AFFINITY_HITS),
      /** T1 for an instance that is reserved for the session */
      RESERVED(Counter.AFFINITY_HITS),
      /** T2: an instance without state */
      FREE(Counter.FREE_HITS),
      /** T3: a new instance below the recycle threshold */
      CREATE(Counter.CREATED),
      /** T4: the least recently used instance with the state of another session */
      RECYCLE(Counter.RECYCLES),
      /** T5: a new instance above the threshold, because all others are in use */
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
   * Instance that the pool itself works on.
   *
   * @param owner session whose state is in it and whose requests wait; null if none
   */
  record DetachedInstance<M extends ApplicationModule>(
      ModuleInstance<M> instance, SessionCookie owner) {}

  /**
   * Returns an instance for the session. Waits for one if necessary (T1 to T6).
   *
   * @throws CheckOutException if the wait times out, the session has ended or the pool is closed
   */
  Claim<M> claim(SessionCookie cookie) {
    Claim<M> claim = claimNow(cookie);
    if (claim != null) {
      return claim;
    }
    WaitQueue.Waiter<Claim<M>> waiter = enqueue(cookie);
    try {
      return waiter.result.get(maxWait.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException | ExecutionException e) {
      // stopWaiting decides under the lock: an instance may have arrived at the last moment
    }
    return stopWaiting(waiter);
  }

  /** Returns an instance for the session at once, or null if the request has to wait. */
  Claim<M> claimNow(SessionCookie cookie) {
    lock.lock();
    try {
      requireClaimable(cookie);
      Claim<M> claim = cookie.isInUse() ? null : decide(cookie);
      if (claim == null && maxWait.isZero()) {
        throw timeOut(cookie);
      }
      return claim;
    } finally {
      lock.unlock();
    }
  }

  /** Adds the request to the queue; its result is complete at once if it need not wait any more. */
  WaitQueue.Waiter<Claim<M>> enqueue(SessionCookie cookie) {
    lock.lock();
    try {
      WaitQueue.Waiter<Claim<M>> waiter = queue.enter(cookie);
      rejectWaiting();
      serveWaiting();
      return waiter;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Removes the request from the queue.
   *
   * @return claim that the request got before
   * @throws CheckOutException if the request was rejected, or got no instance in time
   */
  Claim<M> stopWaiting(WaitQueue.Waiter<Claim<M>> waiter) {
    lock.lock();
    try {
      if (queue.leave(waiter)) {
        throw timeOut(waiter.cookie);
      }
      return WaitQueue.result(waiter);
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  @SuppressWarnings("GuardedBy") // the queue calls back synchronously, under the lock
  private void serveWaiting() {
    if (queue.size() > 0) {
      queue.serve(this::decide);
    }
  }

  @GuardedBy("lock")
  @SuppressWarnings("GuardedBy") // the queue calls back synchronously, under the lock
  private void rejectWaiting() {
    queue.reject(this::requireClaimable);
  }

  @GuardedBy("lock")
  private void requireClaimable(SessionCookie cookie) {
    if (closed) {
      throw new CheckOutException(CheckOutFailure.CLOSED, pool + " is closed");
    }
    if (cookie.end != null) {
      throw new CheckOutException(CheckOutFailure.ENDED, "the session has ended; log in again");
    }
  }

  /** Returns the instance for a session that is not in use; null if the request has to wait. */
  @GuardedBy("lock")
  private Claim<M> decide(SessionCookie cookie) {
    ModuleInstance<M> own = instanceOf(cookie);
    if (own != null) {
      boolean reserved = own.state == State.RESERVED;
      return take(reserved ? Transition.RESERVED : Transition.AFFINITY, own, cookie);
    }
    ModuleInstance<M> free = instances.free(policy.is(JboProperty.FREE_CHOICE, "mru"));
    boolean mayCreate = instances.size() < createLimit;
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
    return instances.size() < maxPoolSize
        ? take(Transition.GROW, instances.create(clock.getAsLong()), cookie)
        : null;
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
  static <M extends ApplicationModule> ModuleInstance<M> instanceOf(SessionCookie cookie) {
    return (ModuleInstance<M>) cookie.instance;
  }

  /** Checks the instance in with its session's state; returns false if that session has ended. */
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
   * Checks the instance in without state: {@link State#FREE} for any session, or {@link
   * State#GONE}.
   *
   * @return whether its session has ended during the request, so that the caller completes the end
   */
  boolean release(ModuleInstance<M> instance, State state) {
    counts.add(Counter.REMOVED, state == State.GONE ? 1 : 0);
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
    SessionCookie owner = unbind(instance);
    owner.busy = false;
    return owner.end != null;
  }

  private static SessionCookie unbind(ModuleInstance<?> instance) {
    SessionCookie owner = instance.owner;
    owner.instance = null;
    instance.owner = null;
    return owner;
  }

  @GuardedBy("lock")
  private void checkIn(ModuleInstance<M> instance, State state, long now) {
    instances.checkIn(instance, state, now);
    signalIdle();
    serveWaiting();
  }

  @GuardedBy("lock")
  private void signalIdle() {
    if (closed && instances.busy == 0) {
      changed.signalAll();
    }
  }

  /** Separates the instance from its session, whose requests wait until the pool has finished. */
  @GuardedBy("lock")
  private SessionCookie detach(ModuleInstance<M> instance, boolean passivates) {
    SessionCookie owner = unbind(instance);
    owner.detached = true;
    if (passivates) {
      passivating.add(owner);
    }
    return owner;
  }

  @GuardedBy("lock")
  private void endDetachment(SessionCookie session) {
    passivating.remove(session);
    session.detached = false;
    if (session.end != null) {
      changed.signalAll();
    }
  }

  /** Lets the requests of a detached session continue: its state is in the store or discarded. */
  void finishDetachment(SessionCookie session) {
    lock.lock();
    try {
      endDetachment(session);
      serveWaiting();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns the instance to the detached session, whose state could not be stored. It counts as the
   * most recently used one, so that the next recycling request takes another instance.
   *
   * @return whether the session that wanted the instance has ended during its request
   */
  boolean reattach(ModuleInstance<M> instance, SessionCookie detached) {
    lock.lock();
    try {
      boolean ended = endRequest(instance);
      attach(instance, detached);
      instances.putLast(instance, State.REFERENCED);
      signalIdle();
      serveWaiting();
      return ended;
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private void attach(ModuleInstance<M> instance, SessionCookie owner) {
    endDetachment(owner);
    instance.owner = owner;
    owner.instance = instance;
  }

  /**
   * Marks a session as ended (T12) and claims its instance if it has an idle one. If a request of
   * the session is running, its check-in completes the end.
   *
   * @param timeout time to wait while the pool passivates the session's state
   * @return whether the caller completes the end, with the instance in the cookie or without one
   * @throws CheckOutException if the wait times out or the thread is interrupted
   */
  boolean end(SessionCookie cookie, SessionCookie.End how, Duration timeout) {
    lock.lock();
    try {
      if (cookie.end != null) {
        return false;
      }
      cookie.end = how;
      rejectWaiting();
      awaitAttached(cookie, timeout);
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
  private void awaitAttached(SessionCookie cookie, Duration timeout) {
    try {
      long left = timeout.toNanos();
      while (cookie.detached && left > 0) {
        left = changed.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (cookie.detached) {
      throw new CheckOutException(
          CheckOutFailure.SESSION_BUSY,
          ("%s: cannot end session %s: its state is still being passivated (maximum wait %d ms);"
                  + " its snapshot is left to the purge")
              .formatted(pool, cookie, timeout.toMillis()));
    }
  }

  /** Returns a new busy instance without owner; null if the pool is full or closed. */
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
   * Claims the instances that a cleanup pass removes (T11), in the order of docs/policies.md: first
   * those past their time to live, regardless of the minimum; then idle ones, down to the minimum
   * or all of them (cloakroom.monitor.idle); then the least recently used, down to the maximum.
   */
  List<DetachedInstance<M>> claimOverdue() {
    lock.lock();
    try {
      instances.restoreOrder();
      List<DetachedInstance<M>> claimed = new ArrayList<>();
      boolean passivates = policy.is(JboProperty.MONITOR_PASSIVATES, "true");
      long now = clock.getAsLong();
      for (ModuleInstance<M> instance :
          instances.olderThan(policy.time(JboProperty.TIME_TO_LIVE), now)) {
        claimed.add(claimAvailable(instance, passivates));
      }
      while (instances.available() > policy.idleFloor()
          && isIdle(instances.oldestAvailable(), now)) {
        claimed.add(claimAvailable(instances.oldestAvailable(), passivates));
      }
      while (instances.available() > policy.number(JboProperty.MAX_AVAILABLE_SIZE)) {
        claimed.add(claimAvailable(instances.oldestAvailable(), passivates));
      }
      return claimed;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Claims the least recently used available instances whose connections exceed the threshold
   * (T13). Their sessions wait until {@link #putBack}.
   */
  List<DetachedInstance<M>> claimExcessConnections() {
    lock.lock();
    try {
      instances.restoreOrder();
      List<DetachedInstance<M>> claimed = new ArrayList<>();
      int threshold = policy.connectionThreshold();
      if (threshold == 0 || instances.held <= threshold) {
        return claimed;
      }
      long now = clock.getAsLong();
      boolean onlyIdle = policy.is(JboProperty.CONNECTION_THRESHOLD_EFFECT, "idle-timeout");
      for (ModuleInstance<M> instance : instances.byUse()) {
        if (instances.held <= threshold || (onlyIdle && !isIdle(instance, now))) {
          break;
        }
        if (instance.lease != null) {
          claimed.add(claimAvailable(instance, policy.passivatesAtThreshold()));
        }
      }
      return claimed;
    } finally {
      lock.unlock();
    }
  }

  private boolean isIdle(ModuleInstance<M> instance, long now) {
    return now - instance.checkedInNanos > policy.time(JboProperty.MAX_INACTIVE_AGE).toNanos();
  }

  /** Claims an instance that is not in use; a session that has reserved it loses it. */
  @GuardedBy("lock")
  private DetachedInstance<M> claimAvailable(ModuleInstance<M> instance, boolean passivates) {
    State before = instance.state;
    instances.makeBusy(instance);
    if (before == State.RESERVED) {
      unbind(instance);
    }
    SessionCookie owner = before == State.REFERENCED ? detach(instance, passivates) : null;
    return new DetachedInstance<>(instance, owner);
  }

  /** Makes claimed instances available again, in the order of their last use. */
  void putBack(List<DetachedInstance<M>> claimed) {
    lock.lock();
    try {
      for (DetachedInstance<M> each : claimed) {
        if (each.owner() != null) {
          attach(each.instance(), each.owner());
        }
        instances.putBack(each.instance(), each.owner() == null ? State.FREE : State.REFERENCED);
      }
      signalIdle();
      serveWaiting();
    } finally {
      lock.unlock();
    }
  }

  /** Rejects all waiting and later requests. */
  void close() {
    lock.lock();
    try {
      closed = true;
      rejectWaiting();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until no instance of the closed pool is in use; returns false after a timeout. */
  boolean awaitIdle(Duration timeout) {
    lock.lock();
    try {
      long left = timeout.toNanos();
      while (instances.busy > 0 && left > 0) {
        left = changed.awaitNanos(left);
      }
      return instances.busy == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return instances.busy == 0;
    } finally {
      lock.unlock();
    }
  }

  /** Claims every instance of the closed pool that is not in use. */
  List<DetachedInstance<M>> claimAll() {
    lock.lock();
    try {
      List<DetachedInstance<M>> claimed = new ArrayList<>();
      for (ModuleInstance<M> instance : instances.notInUse()) {
        claimed.add(claimAvailable(instance, true));
      }
      return claimed;
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

  /** Returns the sessions whose state is in an instance, or on its way from one to the store. */
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

  /** Returns the number of requests that wait for an instance or for their session. */
  int waiting() {
    lock.lock();
    try {
      return queue.size();
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private CheckOutException timeOut(SessionCookie cookie) {
    counts.add(Counter.CHECKOUT_TIMEOUTS);
    long waited = maxWait.toMillis();
    if (cookie.isInUse()) {
      return new CheckOutException(
          CheckOutFailure.SESSION_BUSY,
          "%s: another request of session %s is still running after %d ms"
              .formatted(pool, cookie, waited));
    }
    return new CheckOutException(
        CheckOutFailure.TIMEOUT,
        ("JBO-28102: %s has no instance after %d ms: %d of at most %d (busy %d, reserved %d,"
                + " passivating %d, requests waiting %d)")
            .formatted(
                pool,
                waited,
                instances.size(),
                maxPoolSize,
                instances.busy,
                instances.reserved,
                passivating.size(),
                queue.size()));
  }
}
