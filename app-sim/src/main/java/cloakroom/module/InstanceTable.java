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
 * Table of the instances of one pool with their owners and states. The table makes every decision
 * of the pool under one lock and does no I/O. A claimed instance is {@link State#BUSY}: until the
 * check-in, only the claiming thread uses the instance, without the lock.
 *
 * <p>A request that finds no instance waits in a queue. A method that makes an instance available
 * assigns it, under the same lock, to the first waiting request that can use it. A new request
 * therefore never overtakes a waiting request that could use the same instance.
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

  /** Condition signalled when a closed pool is idle, or when an ended session's state was saved. */
  private final Condition changed = lock.newCondition();

  @GuardedBy("lock")
  private final Instances<M> instances = new Instances<>();

  @GuardedBy("lock")
  private final WaitQueue<Claim<M>> queue;

  @GuardedBy("lock") // sessions whose state is on its way from an instance to the store
  private final Set<SessionCookie> passivating = new HashSet<>();

  @GuardedBy("lock")
  private boolean closed;

  InstanceTable(String pool, ReleasePolicy policy, TierCounters counts, LongSupplier clock) {
    this.pool = pool;
    this.policy = policy;
    this.counts = counts;
    this.clock = clock;
    this.maxPoolSize = policy.number(JboProperty.MAX_POOL_SIZE);
    this.maxWait = policy.time(JboProperty.MAX_WAIT);
    this.createLimit = Math.min(policy.number(JboProperty.RECYCLE_THRESHOLD), maxPoolSize);
    this.queue = new WaitQueue<>(counts);
  }

  /**
   * Instance that a check-out receives, already marked as busy.
   *
   * @param victim session whose state is still in the instance and must be saved first; null if
   *     none
   */
  record Claim<M extends ApplicationModule>(
      Transition transition, ModuleInstance<M> instance, SessionCookie victim) {

    enum Transition {
      AFFINITY(Counter.AFFINITY_HITS),
      RESERVED(Counter.AFFINITY_HITS),
      FREE(Counter.FREE_HITS),
      CREATE(Counter.CREATED),
      RECYCLE(Counter.RECYCLES),
      GROW(Counter.CREATED);

      private final Counter count;

      Transition(Counter count) {
        this.count = count;
      }

      boolean keepsState() {
        return this == AFFINITY || this == RESERVED;
      }
    }
  }

  /**
   * Instance that the pool itself passivates, disconnects or removes.
   *
   * @param owner session whose state is in the instance; null if none. Requests of this session
   *     wait until the pool has finished.
   */
  record DetachedInstance<M extends ApplicationModule>(
      ModuleInstance<M> instance, SessionCookie owner) {}

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
      // No action: stopWaiting checks under the lock whether a check-in has assigned an instance.
    }
    return stopWaiting(waiter);
  }

  /** Claims an instance without waiting; returns null if the request has to wait. */
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

  /** Queues the request. The pool may serve or reject the request at once. */
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
   * Removes the request from the wait queue. Returns an instance if a check-in has already assigned
   * one to the request.
   *
   * @throws CheckOutException if the request has timed out or was rejected
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

  /** Claims an instance for a session without a busy instance; null if the request must wait. */
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

  /** Checks in an instance with its session's state. Returns false if the session has ended. */
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
   * Checks the instance in without session state.
   *
   * @param state {@link State#FREE} for a reusable instance, {@link State#GONE} for a removed one
   * @return whether the session ended during the request; the caller must then delete the session's
   *     snapshot
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
    signalAndServe();
  }

  @GuardedBy("lock")
  private void signalAndServe() {
    if (closed && instances.busy == 0) {
      changed.signalAll();
    }
    serveWaiting();
  }

  /** Unbinds an instance from its session, whose requests wait for {@link #finishDetachment}. */
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

  /** Lets the requests of a session continue after its state was stored or discarded. */
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
   * Returns the instance to its previous session, because the session's state could not be stored.
   * The instance becomes the most recently used, so that the next request recycles another
   * instance.
   *
   * @param detached previous session of the instance
   * @return whether the session that requested the instance has ended during the request
   */
  boolean reattach(ModuleInstance<M> instance, SessionCookie detached) {
    lock.lock();
    try {
      boolean ended = endRequest(instance);
      attach(instance, detached);
      instances.putLast(instance);
      signalAndServe();
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
   * Marks a session as ended, and claims the session's instance if the instance is idle. If the
   * pool is saving the session's state, the method first waits until the state is saved.
   *
   * @return true if the caller must free the instance and delete the snapshot; false if the session
   *     had already ended, or if its running request will do this at the check-in
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

  /** Creates a busy instance without session state. Returns null if the pool is full or closed. */
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
   * Claims the instances that the pool monitor removes. Instances past their time to live come
   * first, then idle instances above the minimum number. The least recently used instances above
   * the maximum number come last.
   */
  List<DetachedInstance<M>> claimOverdue() {
    lock.lock();
    try {
      instances.restoreOrder();
      List<DetachedInstance<M>> claimed = new ArrayList<>();
      boolean passivates = policy.is(JboProperty.MONITOR_PASSIVATES, "true");
      Duration maxAge = policy.time(JboProperty.TIME_TO_LIVE);
      long now = clock.getAsLong();
      for (ModuleInstance<M> instance : instances.olderThan(maxAge, now)) {
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
   * Claims least recently used instances until the pool's idle connections are within the
   * threshold. Requests of their sessions wait until {@link #putBack}.
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

  /** Claims an instance that no request uses, even if a session has reserved it. */
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

  /** Makes claimed instances available again, without changing the order of their last use. */
  void putBack(List<DetachedInstance<M>> claimed) {
    lock.lock();
    try {
      for (DetachedInstance<M> each : claimed) {
        if (each.owner() != null) {
          attach(each.instance(), each.owner());
        }
        instances.putBack(each.instance(), each.owner() == null ? State.FREE : State.REFERENCED);
      }
      signalAndServe();
    } finally {
      lock.unlock();
    }
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      rejectWaiting();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until no instance is in use. Returns false after the timeout. */
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

  /** Returns the sessions whose state is in an instance or is being written to the store. */
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
    String use =
        "busy %d, reserved %d, passivating %d, requests waiting %d"
            .formatted(instances.busy, instances.reserved, passivating.size(), queue.size());
    return new CheckOutException(
        CheckOutFailure.TIMEOUT,
        "JBO-28102: %s has no instance after %d ms: %d of at most %d (%s)"
            .formatted(pool, waited, instances.size(), maxPoolSize, use));
  }
}
