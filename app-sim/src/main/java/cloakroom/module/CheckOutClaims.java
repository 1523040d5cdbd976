package cloakroom.module;

import cloakroom.module.CheckOutException.Reason;
import cloakroom.module.Claim.Transition;
import cloakroom.module.ModuleInstance.State;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/**
 * Which instance a request gets (T1 to T6). A session that finds its own needs only the lock of its
 * shard; what concerns no session is decided under the pool's lock too, and a theft under the lock
 * of the victim's shard besides.
 */
final class CheckOutClaims<M extends ApplicationModule> {
  private final String pool;
  private final InstanceBooks<M> books;
  private final WaitingLine line;
  private final Counts counts;
  private final long maxWaitMillis;
  private final int maxPoolSize;
  private final int createUpTo;
  private final boolean createsFirst;
  private final boolean takesNewestFree;

  CheckOutClaims(
      String pool, ReleasePolicy policy, InstanceBooks<M> books, WaitingLine line, Counts counts) {
    this.pool = pool;
    this.books = books;
    this.line = line;
    this.counts = counts;
    this.maxWaitMillis = policy.maxWait().toMillis();
    this.maxPoolSize = policy.maxPoolSize();
    this.createUpTo = Math.min(policy.recycleThreshold(), maxPoolSize);
    this.createsFirst = policy.createsFirst();
    this.takesNewestFree = policy.takesMostRecentlyUsedFree();
  }

  /** T1; null if the session has no instance that is at rest. */
  Claim<M> own(SessionCookie cookie) {
    SessionShard<M> shard = books.shardOf(cookie);
    shard.lock.lock();
    try {
      refuseClosedOrEnded(cookie);
      return cookie.isAtWork() ? null : takeOwn(cookie);
    } finally {
      shard.lock.unlock();
    }
  }

  /**
   * T1 to T6, waiting for an instance if need be.
   *
   * @throws CheckOutException if the wait is over, the session has ended or the pool is closed
   */
  Claim<M> any(SessionCookie cookie) {
    books.lock.lock();
    try {
      Attempt<M> first = attempt(cookie);
      return first.claim() == null ? inLine(cookie) : first.claim();
    } finally {
      books.lock.unlock();
    }
  }

  private Claim<M> inLine(SessionCookie cookie) {
    long left = TimeUnit.MILLISECONDS.toNanos(maxWaitMillis);
    boolean counted = false;
    boolean served = false;
    line.enter();
    try {
      while (true) {
        Attempt<M> attempt = attempt(cookie);
        if (attempt.claim() != null) {
          served = true;
          return attempt.claim();
        }
        if (left <= 0) {
          throw timeOut(cookie, attempt.turn() != null);
        }
        if (attempt.turn() == null && !counted) {
          counts.add(Count.WAITS);
          counted = true;
        }
        left = line.await(attempt.turn(), left);
      }
    } finally {
      line.leave(served);
      leaveTurn(cookie);
    }
  }

  /** An instance, or what the session's earlier work will signal, or neither. */
  private record Attempt<M extends ApplicationModule>(Claim<M> claim, Condition turn) {}

  private Attempt<M> attempt(SessionCookie cookie) {
    SessionShard<M> shard = books.shardOf(cookie);
    shard.lock.lock();
    try {
      refuseClosedOrEnded(cookie);
      return cookie.isAtWork()
          ? new Attempt<>(null, line.turnOf(cookie))
          : new Attempt<>(decide(cookie), null);
    } finally {
      shard.lock.unlock();
    }
  }

  private void leaveTurn(SessionCookie cookie) {
    SessionShard<M> shard = books.shardOf(cookie);
    shard.lock.lock();
    try {
      line.forgetTurn(cookie);
    } finally {
      shard.lock.unlock();
    }
  }

  private Claim<M> decide(SessionCookie cookie) {
    Claim<M> own = takeOwn(cookie);
    if (own != null) {
      return own;
    }
    boolean mayCreate = books.instances() < createUpTo;
    if (mayCreate && (createsFirst || books.free.isEmpty())) {
      return take(Transition.CREATE, books.create(), cookie);
    }
    if (!books.free.isEmpty()) {
      ModuleInstance<M> free = takesNewestFree ? books.free.newest() : books.free.oldest();
      return take(Transition.FREE, free, cookie);
    }
    return recycleOrGrow(cookie);
  }

  private Claim<M> takeOwn(SessionCookie cookie) {
    ModuleInstance<M> own = books.instanceOf(cookie);
    if (own == null) {
      return null;
    }
    boolean reserved = own.state() == State.RESERVED;
    return take(reserved ? Transition.RESERVED : Transition.AFFINITY, own, cookie);
  }

  private Claim<M> recycleOrGrow(SessionCookie cookie) {
    Claim<M> recycled = recycle(cookie);
    return recycled == null ? recycleOrGrowAtRest(cookie) : recycled;
  }

  /** Where no instance was seen, only all locks together make sure that there is none. */
  private Claim<M> recycleOrGrowAtRest(SessionCookie cookie) {
    books.lockAll();
    try {
      Claim<M> recycled = recycle(cookie);
      if (recycled != null) {
        return recycled;
      }
      return books.instances() < maxPoolSize ? take(Transition.GROW, books.create(), cookie) : null;
    } finally {
      books.unlockAll();
    }
  }

  private Claim<M> recycle(SessionCookie cookie) {
    return books.withOldestReferenced(oldest -> take(Transition.RECYCLE, oldest, cookie));
  }

  private Claim<M> take(Transition how, ModuleInstance<M> instance, SessionCookie cookie) {
    books.makeBusy(instance);
    SessionCookie victim = how == Transition.RECYCLE ? books.detach(instance, true) : null;
    if (instance.owner == null) {
      instance.owner = cookie;
      cookie.instance = instance;
    }
    cookie.busy = true;
    return new Claim<>(how, instance, victim);
  }

  private void refuseClosedOrEnded(SessionCookie cookie) {
    if (books.isClosed()) {
      throw new CheckOutException(Reason.CLOSED, pool + " is closed");
    }
    if (cookie.end != null) {
      throw new CheckOutException(Reason.ENDED, "the session has ended; log in again");
    }
  }

  private CheckOutException timeOut(SessionCookie cookie, boolean sessionBusy) {
    counts.add(Count.CHECKOUT_TIMEOUTS);
    String waited = " after " + maxWaitMillis + " ms";
    if (sessionBusy) {
      return new CheckOutException(
          Reason.SESSION_BUSY,
          pool + ": another request of session " + cookie + " is still under way" + waited);
    }
    PoolStatistics now = books.statistics();
    return new CheckOutException(
        Reason.TIMEOUT,
        "JBO-28102: "
            + pool
            + " has no instance"
            + waited
            + ": "
            + now.instances()
            + " of at most "
            + maxPoolSize
            + " (busy "
            + now.busy()
            + ", reserved "
            + now.reserved()
            + ", passivations under way "
            + books.passivating()
            + ", requests waiting "
            + line.waiting()
            + ")");
  }
}
