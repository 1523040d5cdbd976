package cloakroom.module;

import cloakroom.module.Claim.Transition;
import cloakroom.module.ModuleInstance.State;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Who has which instance. Every decision of the pool is made here, under one lock and in constant
 * time; nothing here touches a database. An instance that leaves a method of this class to be
 * worked on is {@link State#BUSY}, so nobody else can be given it meanwhile (JD-API).
 */
final class InstanceTable<M extends ApplicationModule> {
  private final String pool;
  private final ReleasePolicy policy;
  private final Counts counts;
  private final LongSupplier clock;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<ModuleInstance<M>> free = new ArrayDeque<>();
  private final Set<ModuleInstance<M>> referenced = new LinkedHashSet<>();
  private final Set<ModuleInstance<M>> reserved = new LinkedHashSet<>();
  private boolean closed;
  private int ids;
  private int instances;
  private int maxInstances;
  private int busy;
  private int maxBusy;
  private int waiting;
  private int passivating;
  private int held;
  private int maxHeld;

  InstanceTable(String pool, ReleasePolicy policy, Counts counts, LongSupplier clock) {
    this.pool = pool;
    this.policy = policy;
    this.counts = counts;
    this.clock = clock;
  }

  /**
   * Gives the session an instance, waiting for one if need be (T1 to T6).
   *
   * @throws CheckOutException if the wait is over, the session has ended or the pool is closed
   */
  Claim<M> claim(SessionCookie cookie) {
    long left = policy.maxWait().toNanos();
    boolean waited = false;
    lock.lock();
    try {
      while (true) {
        refuseClosedOrEnded(cookie);
        boolean sessionBusy = cookie.busy || cookie.passivating;
        Claim<M> claim = sessionBusy ? null : decide(cookie);
        if (claim != null) {
          counts.add(claim.transition().count());
          return claim;
        }
        if (left <= 0) {
          throw timeOut(cookie, sessionBusy);
        }
        if (!sessionBusy && !waited) {
          counts.add(Count.WAITS);
          waited = true;
        }
        left = await(left);
      }
    } finally {
      lock.unlock();
    }
  }

  private Claim<M> decide(SessionCookie cookie) {
    ModuleInstance<M> own = own(cookie);
    if (own != null) {
      Transition transition =
          own.state == State.RESERVED ? Transition.RESERVED : Transition.AFFINITY;
      return take(transition, own, cookie);
    }
    boolean mayCreate = instances < Math.min(policy.recycleThreshold(), policy.maxPoolSize());
    if (mayCreate && (free.isEmpty() || policy.createsFirst())) {
      return take(Transition.CREATE, newInstance(), cookie);
    }
    if (!free.isEmpty()) {
      boolean newest = policy.takesMostRecentlyUsedFree();
      return take(Transition.FREE, newest ? free.peekLast() : free.peekFirst(), cookie);
    }
    if (!referenced.isEmpty()) {
      return take(Transition.RECYCLE, referenced.iterator().next(), cookie);
    }
    if (instances < policy.maxPoolSize()) {
      return take(Transition.GROW, newInstance(), cookie);
    }
    return null;
  }

  @SuppressWarnings("unchecked") // a cookie belongs to one pool, whose instances are all of M
  private ModuleInstance<M> own(SessionCookie cookie) {
    return (ModuleInstance<M>) cookie.instance;
  }

  private Claim<M> take(Transition how, ModuleInstance<M> instance, SessionCookie cookie) {
    SessionCookie victim = how == Transition.RECYCLE ? detachOwner(instance) : null;
    makeBusy(instance);
    instance.owner = cookie;
    cookie.instance = instance;
    cookie.busy = true;
    return new Claim<>(how, instance, victim);
  }

  private SessionCookie detachOwner(ModuleInstance<M> instance) {
    SessionCookie owner = instance.owner;
    owner.instance = null;
    owner.passivating = true;
    passivating++;
    return owner;
  }

  private ModuleInstance<M> newInstance() {
    instances++;
    maxInstances = Math.max(maxInstances, instances);
    return new ModuleInstance<>(++ids, clock.getAsLong());
  }

  private void makeBusy(ModuleInstance<M> instance) {
    switch (instance.state) {
      case FREE -> removeFree(instance);
      case REFERENCED -> referenced.remove(instance);
      case RESERVED -> reserved.remove(instance);
      case NEW -> {}
      case BUSY, GONE -> throw new IllegalStateException(pool + ": instance is " + instance.state);
    }
    if (instance.state != State.NEW && instance.lease != null) {
      held--;
    }
    instance.state = State.BUSY;
    busy++;
    maxBusy = Math.max(maxBusy, busy);
  }

  private void removeFree(ModuleInstance<M> instance) {
    if (free.peekLast() == instance) {
      free.pollLast();
    } else {
      free.remove(instance);
    }
  }

  private void leaveBusy(ModuleInstance<M> instance, State state) {
    if (instance.state != State.BUSY) {
      throw new IllegalStateException(pool + ": instance is " + instance.state + ", not busy");
    }
    instance.state = state;
    busy--;
    if (state != State.GONE && instance.lease != null) {
      held++;
      maxHeld = Math.max(maxHeld, held);
    }
    changed.signalAll();
  }

  /** The instance goes on holding its session's state; false if that session has ended. */
  boolean reference(ModuleInstance<M> instance) {
    return keep(instance, State.REFERENCED, referenced);
  }

  /** The instance stays bound to its session; false if that session has ended. */
  boolean reserve(ModuleInstance<M> instance) {
    return keep(instance, State.RESERVED, reserved);
  }

  private boolean keep(ModuleInstance<M> instance, State state, Set<ModuleInstance<M>> into) {
    lock.lock();
    try {
      if (instance.owner.end != null) {
        return false;
      }
      instance.owner.busy = false;
      instance.checkedInNanos = clock.getAsLong();
      leaveBusy(instance, state);
      into.add(instance);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** The instance holds nobody's state any more and anyone may have it. */
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
      forgetOwner(instance);
      instance.checkedInNanos = clock.getAsLong();
      leaveBusy(instance, state);
      if (state == State.FREE) {
        free.addLast(instance);
      } else {
        instances--;
      }
    } finally {
      lock.unlock();
    }
  }

  private void forgetOwner(ModuleInstance<M> instance) {
    if (instance.owner != null) {
      instance.owner.busy = false;
      instance.owner.instance = null;
      instance.owner = null;
    }
  }

  /** The victim's state is in the store now, or is no longer wanted. */
  void victimStored(SessionCookie victim) {
    lock.lock();
    try {
      donePassivating(victim);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void donePassivating(SessionCookie victim) {
    victim.passivating = false;
    passivating--;
  }

  /** The victim's state could not be stored: it keeps its instance, as the most recently used. */
  void giveBack(ModuleInstance<M> instance, SessionCookie victim) {
    lock.lock();
    try {
      forgetOwner(instance);
      donePassivating(victim);
      instance.owner = victim;
      victim.instance = instance;
      leaveBusy(instance, State.REFERENCED);
      referenced.add(instance);
    } finally {
      lock.unlock();
    }
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
      changed.signalAll();
      while (cookie.passivating) {
        changed.awaitUninterruptibly();
      }
      if (cookie.busy) {
        return false;
      }
      if (cookie.instance != null) {
        makeBusy(own(cookie));
        cookie.busy = true;
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Whether the session has ended, so that nothing of it needs to be kept. */
  boolean hasEnded(SessionCookie cookie) {
    lock.lock();
    try {
      return cookie.end != null;
    } finally {
      lock.unlock();
    }
  }

  /** A new instance in the hands of the caller, or null when the pool is full or closed. */
  ModuleInstance<M> grow() {
    lock.lock();
    try {
      if (closed || instances >= policy.maxPoolSize()) {
        return null;
      }
      ModuleInstance<M> instance = newInstance();
      counts.add(Count.CREATED);
      makeBusy(instance);
      return instance;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Claims what a cleanup pass removes, in its order (ADF-BC 2e): instances past their time to
   * live, whatever the floor; then idle ones down to the floor, or all of them, as the policy says;
   * then the least recently used down to the ceiling.
   */
  List<Claim<M>> claimOverdue() {
    lock.lock();
    try {
      long now = clock.getAsLong();
      List<Claim<M>> overdue = new ArrayList<>();
      List<ModuleInstance<M>> available = availableByAge();
      if (!policy.timeToLive().isNegative()) {
        sweep(available, overdue, i -> older(now - i.createdNanos, policy.timeToLive()), 0);
      }
      sweep(
          available,
          overdue,
          i -> older(now - i.checkedInNanos, policy.maxInactiveAge()),
          policy.idleFloor());
      sweep(available, overdue, i -> true, policy.maxAvailableSize());
      return overdue;
    } finally {
      lock.unlock();
    }
  }

  private List<ModuleInstance<M>> availableByAge() {
    List<ModuleInstance<M>> available = new ArrayList<>(free);
    available.addAll(referenced);
    available.sort(Comparator.comparingLong(instance -> instance.checkedInNanos));
    return available;
  }

  private void sweep(
      List<ModuleInstance<M>> available,
      List<Claim<M>> overdue,
      Predicate<ModuleInstance<M>> due,
      int floor) {
    for (ModuleInstance<M> instance : List.copyOf(available)) {
      if (available.size() > floor && due.test(instance)) {
        available.remove(instance);
        overdue.add(claimForRemoval(instance));
      }
    }
  }

  private static boolean older(long nanos, Duration than) {
    return nanos > than.toNanos();
  }

  private Claim<M> claimForRemoval(ModuleInstance<M> instance) {
    SessionCookie owner = instance.state == State.REFERENCED ? detachOwner(instance) : null;
    makeBusy(instance);
    instance.owner = null;
    return new Claim<>(Transition.RECYCLE, instance, owner);
  }

  /**
   * Claims the least recently used idle instances whose connections are too many (T13). Their
   * sessions wait while the connection goes.
   */
  List<Claim<M>> claimOverConnected() {
    lock.lock();
    try {
      List<Claim<M>> claims = new ArrayList<>();
      if (policy.connectionThreshold() > 0) {
        for (ModuleInstance<M> instance : availableByAge()) {
          if (held > policy.connectionThreshold()
              && instance.lease != null
              && mayLoseConnection(instance)) {
            claims.add(claimForRemoval(instance));
          }
        }
      }
      return claims;
    } finally {
      lock.unlock();
    }
  }

  private boolean mayLoseConnection(ModuleInstance<M> instance) {
    return !policy.thresholdNeedsIdleTimeout()
        || older(clock.getAsLong() - instance.checkedInNanos, policy.maxInactiveAge());
  }

  /** Instances that were claimed for their connections alone go back, as old as they were. */
  void putBack(List<Claim<M>> claims) {
    lock.lock();
    try {
      for (Claim<M> claim : claims) {
        if (claim.victim() == null) {
          leaveBusy(claim.instance(), State.FREE);
          free.addLast(claim.instance());
        } else {
          giveBack(claim.instance(), claim.victim());
        }
      }
      restoreOrder(free);
      restoreOrder(referenced);
    } finally {
      lock.unlock();
    }
  }

  private void restoreOrder(Collection<ModuleInstance<M>> available) {
    List<ModuleInstance<M>> ordered = new ArrayList<>(available);
    ordered.sort(Comparator.comparingLong(instance -> instance.checkedInNanos));
    available.clear();
    available.addAll(ordered);
  }

  /** From now on nobody gets an instance. */
  void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until no instance is in use, at most as long as given; true if so. */
  boolean awaitIdle(Duration atMost) {
    lock.lock();
    try {
      long left = atMost.toNanos();
      while (busy > 0 && left > 0) {
        left = await(left);
      }
      return busy == 0;
    } finally {
      lock.unlock();
    }
  }

  /** Claims every instance that is not in use, for removal. */
  List<Claim<M>> claimAll() {
    lock.lock();
    try {
      List<Claim<M>> all = new ArrayList<>();
      for (ModuleInstance<M> instance : availableByAge()) {
        all.add(claimForRemoval(instance));
      }
      for (ModuleInstance<M> instance : List.copyOf(reserved)) {
        makeBusy(instance);
        forgetOwner(instance);
        all.add(new Claim<>(Transition.RESERVED, instance, null));
      }
      return all;
    } finally {
      lock.unlock();
    }
  }

  PoolStatistics statistics() {
    lock.lock();
    try {
      return new PoolStatistics(
          instances,
          maxInstances,
          busy,
          maxBusy,
          free.size(),
          referenced.size(),
          reserved.size(),
          held,
          maxHeld);
    } finally {
      lock.unlock();
    }
  }

  private void refuseClosedOrEnded(SessionCookie cookie) {
    if (closed) {
      throw new CheckOutException(CheckOutException.Reason.CLOSED, pool + " is closed");
    }
    if (cookie.end != null) {
      throw new CheckOutException(
          CheckOutException.Reason.ENDED, "the session has ended; log in again");
    }
  }

  @SuppressWarnings("WaitNotInLoop") // both callers loop
  private long await(long nanos) {
    waiting++;
    try {
      return changed.awaitNanos(nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    } finally {
      waiting--;
    }
  }

  private CheckOutException timeOut(SessionCookie cookie, boolean sessionBusy) {
    counts.add(Count.CHECKOUT_TIMEOUTS);
    String waited = " after " + policy.maxWait().toMillis() + " ms";
    if (sessionBusy) {
      return new CheckOutException(
          CheckOutException.Reason.SESSION_BUSY,
          pool + ": another request of session " + cookie + " is still under way" + waited);
    }
    return new CheckOutException(
        CheckOutException.Reason.TIMEOUT,
        "JBO-28102: "
            + pool
            + " has no instance"
            + waited
            + ": "
            + instances
            + " of at most "
            + policy.maxPoolSize()
            + " (busy "
            + busy
            + ", reserved "
            + reserved.size()
            + ", passivations under way "
            + passivating
            + ", requests waiting "
            + waiting
            + ")");
  }
}
