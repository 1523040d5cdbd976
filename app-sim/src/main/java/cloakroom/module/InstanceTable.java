package cloakroom.module;

import cloakroom.connection.Lease;
import cloakroom.module.CheckOutException.Reason;
import cloakroom.module.Claim.Transition;
import cloakroom.module.ModuleInstance.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Who has which instance. Every decision of the pool is made here, under one lock and without any
 * input or output: an instance that leaves a method of this class to be worked on is {@link
 * State#BUSY}, so no other request can be given it meanwhile (JD-API).
 *
 * <p>Requests that find no instance wait in line. Whoever makes an instance available hands it to
 * the first request in line that can use it, before the lock is given back; a newcomer never
 * overtakes.
 */
final class InstanceTable<M extends ApplicationModule> {
  private final String pool;
  private final ReleasePolicy policy;
  private final Counts counts;
  private final LongSupplier clock;
  private final int createUpTo;

  /** Guards everything below, the cookies of this pool's sessions and the instances' places. */
  private final ReentrantLock lock = new ReentrantLock();

  private final Condition idle = lock.newCondition();
  private final Condition attended = lock.newCondition();
  private final Set<ModuleInstance<M>> instances = new LinkedHashSet<>();
  private final UseOrder<M> free = new UseOrder<>();
  private final UseOrder<M> referenced = new UseOrder<>();
  private final Set<Waiter<M>> line = new LinkedHashSet<>();

  /** Requests in line that wait for their own session's earlier work. */
  private int waitingForSession;

  private int ids;
  private long uses;
  private int maxInstances;
  private int busy;
  private int reserved;
  private int passivating;
  private int held;
  private int maxHeld;
  private boolean closed;

  /** Whether an instance stands as more recently used than it is. */
  private boolean outOfOrder;

  InstanceTable(String pool, ReleasePolicy policy, Counts counts, LongSupplier clock) {
    this.pool = pool;
    this.policy = policy;
    this.counts = counts;
    this.clock = clock;
    this.createUpTo = Math.min(policy.recycleThreshold(), policy.maxPoolSize());
  }

  /**
   * An instance in the hands of the pool itself.
   *
   * @param owner the session whose state is in it and whose requests wait, or null
   */
  record Taken<M extends ApplicationModule>(ModuleInstance<M> instance, SessionCookie owner) {}

  /** A request that waits, and what it gets. */
  private static final class Waiter<M extends ApplicationModule> {
    final SessionCookie cookie;
    final Condition called;
    Claim<M> claim;
    CheckOutException refusal;
    boolean forSession;
    boolean counted;

    Waiter(SessionCookie cookie, Condition called) {
      this.cookie = cookie;
      this.called = called;
    }
  }

  /**
   * Gives the session an instance, waiting for one if need be (T1 to T6).
   *
   * @throws CheckOutException if the wait is over, the session has ended or the pool is closed
   */
  Claim<M> claim(SessionCookie cookie) {
    lock.lock();
    try {
      refuseClosedOrEnded(cookie);
      Claim<M> claim = cookie.isAtWork() ? null : decide(cookie);
      return claim == null ? await(cookie) : claim;
    } finally {
      lock.unlock();
    }
  }

  private Claim<M> await(SessionCookie cookie) {
    long left = policy.maxWait().toNanos();
    if (left <= 0) {
      throw timeOut(cookie);
    }
    Waiter<M> waiter = new Waiter<>(cookie, lock.newCondition());
    enter(waiter);
    boolean interrupted = false;
    while (waiter.claim == null && waiter.refusal == null && left > 0) {
      try {
        left = waiter.called.awaitNanos(left);
      } catch (InterruptedException e) {
        interrupted = true;
        left = 0;
      }
    }
    leave(waiter);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (waiter.refusal != null) {
      throw waiter.refusal;
    }
    if (waiter.claim == null) {
      throw timeOut(cookie);
    }
    return waiter.claim;
  }

  private void enter(Waiter<M> waiter) {
    line.add(waiter);
    waitFor(waiter, waiter.cookie.isAtWork());
  }

  private void waitFor(Waiter<M> waiter, boolean session) {
    waitingForSession += (session ? 1 : 0) - (waiter.forSession ? 1 : 0);
    waiter.forSession = session;
    if (!session && !waiter.counted) {
      waiter.counted = true;
      counts.add(Count.WAITS);
    }
  }

  private void leave(Waiter<M> waiter) {
    if (line.remove(waiter) && waiter.forSession) {
      waitingForSession--;
    }
  }

  /** Hands what is available to those in line, in the order in which they came. */
  private void serveLine() {
    boolean exhausted = false;
    Iterator<Waiter<M>> waiters = line.iterator();
    while (waiters.hasNext() && (!exhausted || waitingForSession > 0)) {
      Waiter<M> waiter = waiters.next();
      SessionCookie cookie = waiter.cookie;
      boolean hopeless = cookie.isAtWork() || (exhausted && cookie.instance == null);
      waiter.claim = hopeless ? null : decide(cookie);
      if (waiter.claim == null) {
        exhausted |= !cookie.isAtWork();
        waitFor(waiter, cookie.isAtWork());
      } else {
        waiters.remove();
        waitingForSession -= waiter.forSession ? 1 : 0;
        waiter.called.signal();
      }
    }
  }

  /** Refuses those in line for whom there is nothing to wait for any more. */
  private void refuseLine() {
    for (Waiter<M> waiter : List.copyOf(line)) {
      try {
        refuseClosedOrEnded(waiter.cookie);
      } catch (CheckOutException e) {
        waiter.refusal = e;
        leave(waiter);
        waiter.called.signal();
      }
    }
  }

  private void refuseClosedOrEnded(SessionCookie cookie) {
    if (closed) {
      throw new CheckOutException(Reason.CLOSED, pool + " is closed");
    }
    if (cookie.end != null) {
      throw new CheckOutException(Reason.ENDED, "the session has ended; log in again");
    }
  }

  /** Which instance a session at rest gets, or null if it has to wait. */
  private Claim<M> decide(SessionCookie cookie) {
    ModuleInstance<M> own = instanceOf(cookie);
    if (own != null) {
      boolean bound = own.state == State.RESERVED;
      return take(bound ? Transition.RESERVED : Transition.AFFINITY, own, cookie);
    }
    boolean mayCreate = instances.size() < createUpTo;
    if (mayCreate && (policy.createsFirst() || free.size() == 0)) {
      return take(Transition.CREATE, create(), cookie);
    }
    if (free.size() > 0) {
      ModuleInstance<M> chosen = policy.takesMostRecentlyUsedFree() ? free.newest() : free.oldest();
      return take(Transition.FREE, chosen, cookie);
    }
    if (referenced.size() > 0) {
      return take(Transition.RECYCLE, referenced.oldest(), cookie);
    }
    if (instances.size() < policy.maxPoolSize()) {
      return take(Transition.GROW, create(), cookie);
    }
    return null;
  }

  private Claim<M> take(Transition how, ModuleInstance<M> instance, SessionCookie cookie) {
    makeBusy(instance);
    SessionCookie victim = how == Transition.RECYCLE ? detach(instance, true) : null;
    instance.owner = cookie;
    cookie.instance = instance;
    cookie.busy = true;
    counts.add(how.count());
    return new Claim<>(how, instance, victim);
  }

  @SuppressWarnings("unchecked") // a cookie belongs to one pool, whose instances are all of M
  private ModuleInstance<M> instanceOf(SessionCookie cookie) {
    return (ModuleInstance<M>) cookie.instance;
  }

  private ModuleInstance<M> create() {
    ModuleInstance<M> instance = new ModuleInstance<>(++ids, clock.getAsLong());
    instances.add(instance);
    maxInstances = Math.max(maxInstances, instances.size());
    return instance;
  }

  private void makeBusy(ModuleInstance<M> instance) {
    switch (instance.state) {
      case FREE -> free.remove(instance);
      case REFERENCED -> referenced.remove(instance);
      case RESERVED -> reserved--;
      case NEW -> {}
      case BUSY, GONE -> throw new IllegalStateException(pool + ": instance is " + instance.state);
    }
    if (instance.lease != null && instance.state != State.NEW) {
      held--;
    }
    instance.state = State.BUSY;
    busy++;
  }

  private void leaveBusy(ModuleInstance<M> instance, State state) {
    if (instance.state != State.BUSY) {
      throw new IllegalStateException(pool + ": instance is " + instance.state + ", not busy");
    }
    instance.state = state;
    busy--;
    switch (state) {
      case FREE -> free.append(instance);
      case REFERENCED -> referenced.append(instance);
      case RESERVED -> reserved++;
      default -> instances.remove(instance);
    }
    if (instance.lease != null && state != State.GONE) {
      held++;
      maxHeld = Math.max(maxHeld, held);
    }
    if (busy == 0) {
      idle.signalAll();
    }
  }

  private void stamp(ModuleInstance<M> instance) {
    instance.checkedInNanos = clock.getAsLong();
    instance.use = ++uses;
  }

  /** The instance goes on holding its session's state; false if that session has ended. */
  boolean reference(ModuleInstance<M> instance) {
    return keep(instance, State.REFERENCED);
  }

  /** The instance stays bound to its session; false if that session has ended. */
  boolean reserve(ModuleInstance<M> instance) {
    return keep(instance, State.RESERVED);
  }

  private boolean keep(ModuleInstance<M> instance, State state) {
    lock.lock();
    try {
      SessionCookie owner = instance.owner;
      if (owner.end != null) {
        return false;
      }
      owner.busy = false;
      stamp(instance);
      leaveBusy(instance, state);
      serveLine();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** The instance holds nobody's state any more and any session may have it. */
  void release(ModuleInstance<M> instance) {
    leave(instance, State.FREE);
  }

  /** The instance is no more. */
  void remove(ModuleInstance<M> instance) {
    counts.add(Count.REMOVED);
    leave(instance, State.GONE);
  }

  private void leave(ModuleInstance<M> instance, State state) {
    lock.lock();
    try {
      if (instance.owner != null) {
        instance.owner.busy = false;
        part(instance);
      }
      stamp(instance);
      leaveBusy(instance, state);
      serveLine();
    } finally {
      lock.unlock();
    }
  }

  private SessionCookie part(ModuleInstance<M> instance) {
    SessionCookie owner = instance.owner;
    owner.instance = null;
    instance.owner = null;
    return owner;
  }

  /** Takes the instance away from its session, whose requests wait until the pool is done. */
  private SessionCookie detach(ModuleInstance<M> instance, boolean passivates) {
    SessionCookie owner = part(instance);
    owner.detached = true;
    owner.passivating = passivates;
    passivating += passivates ? 1 : 0;
    return owner;
  }

  private void doneDetaching(SessionCookie session) {
    passivating -= session.passivating ? 1 : 0;
    session.detached = false;
    session.passivating = false;
    attended.signalAll();
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

  /** The victim's state could not be stored: it keeps its instance, as the most recently used. */
  void giveBack(ModuleInstance<M> instance, SessionCookie victim) {
    lock.lock();
    try {
      if (instance.owner != null) {
        part(instance).busy = false;
      }
      outOfOrder = true;
      attach(instance, victim);
      serveLine();
    } finally {
      lock.unlock();
    }
  }

  private void attach(ModuleInstance<M> instance, SessionCookie victim) {
    doneDetaching(victim);
    instance.owner = victim;
    victim.instance = instance;
    leaveBusy(instance, State.REFERENCED);
  }

  /**
   * Marks a session as ended (T12) and claims its instance, if it has one that nobody is using. A
   * session in the middle of a request is ended by that request's check-in.
   *
   * @return true if the caller is to finish the end, with the instance in the cookie or none
   */
  boolean end(SessionCookie cookie, SessionCookie.End how) {
    lock.lock();
    try {
      if (cookie.end != null) {
        return false;
      }
      cookie.end = how;
      refuseLine();
      while (cookie.detached) {
        attended.awaitUninterruptibly();
      }
      if (cookie.busy) {
        return false;
      }
      if (cookie.instance != null) {
        makeBusy(instanceOf(cookie));
        cookie.busy = true;
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** A new instance in the hands of the caller, or null when the pool is full or closed. */
  ModuleInstance<M> grow() {
    lock.lock();
    try {
      if (closed || instances.size() >= policy.maxPoolSize()) {
        return null;
      }
      ModuleInstance<M> instance = create();
      counts.add(Count.CREATED);
      makeBusy(instance);
      return instance;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Claims what a cleanup pass removes (T11), in the order of ADF-BC 2e: instances past their time
   * to live, whatever the floor; then idle ones down to the floor, or all of them, as the policy
   * says; then the least recently used down to the ceiling.
   */
  List<Taken<M>> claimOverdue() {
    lock.lock();
    try {
      restoreOrder();
      List<Taken<M>> taken = new ArrayList<>();
      long now = clock.getAsLong();
      Duration timeToLive = policy.timeToLive();
      for (ModuleInstance<M> instance : instances) {
        boolean old = !timeToLive.isNegative() && isOlder(now - instance.createdNanos, timeToLive);
        if (!old) {
          break;
        }
        if (instance.isAvailable()) {
          taken.add(takeAway(instance, policy.monitorPassivates()));
        }
      }
      while (available() > policy.idleFloor() && isIdle(oldestAvailable(), now)) {
        taken.add(takeAway(oldestAvailable(), policy.monitorPassivates()));
      }
      while (available() > policy.maxAvailableSize()) {
        taken.add(takeAway(oldestAvailable(), policy.monitorPassivates()));
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
  List<Taken<M>> claimOverConnected() {
    lock.lock();
    try {
      restoreOrder();
      List<Taken<M>> taken = new ArrayList<>();
      int threshold = policy.connectionThreshold();
      long now = clock.getAsLong();
      Iterator<ModuleInstance<M>> order =
          threshold > 0 && held > threshold
              ? inOrderOfUse()
              : List.<ModuleInstance<M>>of().iterator();
      while (held > threshold && order.hasNext()) {
        ModuleInstance<M> instance = order.next();
        if (policy.thresholdNeedsIdleTimeout() && !isIdle(instance, now)) {
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

  private Iterator<ModuleInstance<M>> inOrderOfUse() {
    List<ModuleInstance<M>> all = new ArrayList<>(available());
    free.forEach(all::add);
    referenced.forEach(all::add);
    all.sort(Comparator.comparingLong(instance -> instance.use));
    return all.iterator();
  }

  private void restoreOrder() {
    if (outOfOrder) {
      referenced.sort();
      free.sort();
      outOfOrder = false;
    }
  }

  private int available() {
    return free.size() + referenced.size();
  }

  private ModuleInstance<M> oldestAvailable() {
    ModuleInstance<M> a = free.oldest();
    ModuleInstance<M> b = referenced.oldest();
    return a == null || (b != null && b.use < a.use) ? b : a;
  }

  private boolean isIdle(ModuleInstance<M> instance, long now) {
    return isOlder(now - instance.checkedInNanos, policy.maxInactiveAge());
  }

  private static boolean isOlder(long nanos, Duration than) {
    return nanos > than.toNanos();
  }

  private Taken<M> takeAway(ModuleInstance<M> instance, boolean passivates) {
    boolean owned = instance.state == State.REFERENCED;
    makeBusy(instance);
    return new Taken<>(instance, owned ? detach(instance, passivates) : null);
  }

  /** Instances that were claimed for their connections alone go back, as old as they were. */
  void putBack(List<Taken<M>> all) {
    if (all.isEmpty()) {
      return;
    }
    lock.lock();
    try {
      for (Taken<M> taken : all) {
        if (taken.owner() == null) {
          leaveBusy(taken.instance(), State.FREE);
        } else {
          attach(taken.instance(), taken.owner());
        }
      }
      outOfOrder = true;
      restoreOrder();
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

  /** Waits until no instance is in use, at most as long as given; true if so. */
  boolean awaitIdle(Duration atMost) {
    long left = atMost.toNanos();
    lock.lock();
    try {
      while (busy > 0 && left > 0) {
        left = idle.awaitNanos(left);
      }
      return busy == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      lock.unlock();
    }
  }

  /** Claims every instance that is not in use, for removal; for a pool that is closed. */
  List<Taken<M>> claimAll() {
    lock.lock();
    try {
      List<Taken<M>> all = new ArrayList<>();
      for (ModuleInstance<M> instance : instances) {
        if (instance.isAvailable()) {
          all.add(takeAway(instance, true));
        } else if (instance.state == State.RESERVED) {
          makeBusy(instance);
          part(instance);
          all.add(new Taken<>(instance, null));
        }
      }
      return all;
    } finally {
      lock.unlock();
    }
  }

  /** Connections of the instances that are in use. */
  List<Lease> leasesInUse() {
    lock.lock();
    try {
      return instances.stream()
          .filter(instance -> instance.state == State.BUSY)
          .map(instance -> instance.lease)
          .filter(Objects::nonNull)
          .toList();
    } finally {
      lock.unlock();
    }
  }

  /** Sessions whose state is in an instance. */
  Set<SessionCookie> owners() {
    lock.lock();
    try {
      return instances.stream()
          .map(instance -> instance.owner)
          .filter(Objects::nonNull)
          .collect(Collectors.toSet());
    } finally {
      lock.unlock();
    }
  }

  /** How the instances stand now. */
  PoolStatistics statistics() {
    lock.lock();
    try {
      return new PoolStatistics(
          instances.size(),
          maxInstances,
          busy,
          free.size(),
          referenced.size(),
          reserved,
          held,
          maxHeld,
          line.size());
    } finally {
      lock.unlock();
    }
  }

  private CheckOutException timeOut(SessionCookie cookie) {
    counts.add(Count.CHECKOUT_TIMEOUTS);
    String waited = " after " + policy.maxWait().toMillis() + " ms";
    if (cookie.isAtWork()) {
      return new CheckOutException(
          Reason.SESSION_BUSY,
          pool + ": another request of session " + cookie + " is still under way" + waited);
    }
    return new CheckOutException(
        Reason.TIMEOUT,
        "JBO-28102: "
            + pool
            + " has no instance"
            + waited
            + ": "
            + instances.size()
            + " of at most "
            + policy.maxPoolSize()
            + " (busy "
            + busy
            + ", reserved "
            + reserved
            + ", passivations under way "
            + passivating
            + ", requests waiting "
            + line.size()
            + ")");
  }
}
