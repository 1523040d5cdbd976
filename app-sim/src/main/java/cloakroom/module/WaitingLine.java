package cloakroom.module;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Who waits for what: for any instance (T6), for a session's earlier request, or for the pool to be
 * at rest. An instance that comes back wakes one of those who wait for one; where nobody waits, a
 * check-in only looks.
 */
final class WaitingLine {
  private final ReentrantLock lock;
  private final Condition instance;
  private final Condition idle;

  /** Threads that must hear of a check-in; changes under the pool's lock. */
  private volatile int watching;

  private int waiting;

  /** A line under the pool's lock. */
  WaitingLine(ReentrantLock lock) {
    this.lock = lock;
    this.instance = lock.newCondition();
    this.idle = lock.newCondition();
  }

  /**
   * From now on the caller hears of instances that come back. He looks for one after this and
   * before he waits, so that none comes back unheard in between.
   */
  @SuppressWarnings("NonAtomicVolatileUpdate") // under the pool's lock
  void enter() {
    watching++;
  }

  /** The caller waits no more. Whoever leaves without an instance wakes the next in his place. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // under the pool's lock
  void leave(boolean withInstance) {
    watching--;
    if (!withInstance) {
      instance.signal();
    }
  }

  /** What the next request of this session waits for; under its shard's lock too. */
  Condition turnOf(SessionCookie cookie) {
    if (cookie.turn == null) {
      cookie.turn = lock.newCondition();
    }
    return cookie.turn;
  }

  /** Nobody waits for this session any more, perhaps; under its shard's lock too. */
  void forgetTurn(SessionCookie cookie) {
    if (cookie.turn != null && !lock.hasWaiters(cookie.turn)) {
      cookie.turn = null;
    }
  }

  /**
   * Waits for a session's turn, or for any instance.
   *
   * @param turn what {@link #turnOf} said, or null
   * @return what is left of the time
   */
  long await(Condition turn, long nanos) {
    if (turn == null) {
      return awaitOne(instance, nanos);
    }
    instance.signal(); // what woke this thread may have been meant for somebody else
    return awaitOne(turn, nanos);
  }

  @SuppressWarnings("WaitNotInLoop") // all callers loop
  private long awaitOne(Condition what, long nanos) {
    waiting++;
    try {
      return what.awaitNanos(nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    } finally {
      waiting--;
    }
  }

  /** Threads that wait now. */
  int waiting() {
    return waiting;
  }

  /** Wakes who waits for this session, if anybody does; under the pool's lock. */
  static void turnHasCome(Condition turn) {
    if (turn != null) {
      turn.signalAll();
    }
  }

  /**
   * An instance is available, reserved or gone; with any locks or none, but never with a shard's
   * alone.
   *
   * @param turn what the next request of the session that had it waits for, or null
   */
  void instanceIsBack(Condition turn, Usage usage) {
    if (turn == null && watching == 0) {
      return;
    }
    lock.lock();
    try {
      turnHasCome(turn);
      instance.signal();
      if (usage.busy() == 0) {
        idle.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** A session has ended, or the pool is closed: everybody sees for himself. */
  void wakeAll() {
    instance.signalAll();
  }

  /** Waits until no instance is busy; true if that came in time. */
  boolean awaitIdle(Usage usage, long nanos) {
    long left = nanos;
    lock.lock();
    enter();
    try {
      while (usage.busy() > 0 && left > 0) {
        left = awaitOne(idle, left);
      }
      return usage.busy() == 0;
    } finally {
      leave(false);
      lock.unlock();
    }
  }
}
