package cloakroom.http;

import cloakroom.app.UserSession;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.function.Supplier;

/**
 * A session of this node. Its requests run one after another in the order in which they came: two
 * browser tabs and a double click must not work on one state at a time (JD-API leaves that to the
 * holder of the cookie). The queue is short; a request that finds it full is refused at once.
 *
 * <p>The entry knows the time of its last use. Taking note of a use takes no lock; either it or the
 * end for want of use comes first, never both.
 */
final class SessionEntry {
  /** How long a queue may grow and how long a request may stand in it. */
  record Bounds(int length, Duration patience) {
    Bounds {
      if (length < 0 || patience.isNegative()) {
        throw new IllegalArgumentException("queue of " + length + ", patience " + patience);
      }
    }
  }

  /** A request that was not run because of the requests before it. */
  static final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final boolean full;

    private RefusedException(boolean full, String message) {
      super(message);
      this.full = full;
    }

    /** True if the queue was full, false if the wait in it was over. */
    boolean full() {
      return full;
    }
  }

  /** A request that waits; its turn comes when it is taken out of the line. */
  private static final class Waiter {
    final CountDownLatch turn = new CountDownLatch(1);
  }

  private static final long ENDED = Long.MIN_VALUE;

  /** Makes the field atomic without an object of its own: there may be very many idle sessions. */
  private static final AtomicLongFieldUpdater<SessionEntry> LAST_USED =
      AtomicLongFieldUpdater.newUpdater(SessionEntry.class, "lastUsedNanos");

  private final UserSession session;
  private volatile long lastUsedNanos;

  /** Those that wait, in their order; null while there are none, which is nearly always. */
  private Deque<Waiter> line;

  private int present;

  SessionEntry(UserSession session, long now) {
    this.session = session;
    this.lastUsedNanos = now;
  }

  UserSession session() {
    return session;
  }

  /** Takes note of a use; false if the session has ended. */
  boolean use(long now) {
    return LAST_USED.updateAndGet(this, before -> before == ENDED ? ENDED : now) != ENDED;
  }

  /** Ends the session; true for the one who did. */
  boolean end() {
    return LAST_USED.getAndSet(this, ENDED) != ENDED;
  }

  /** Ends the session if it has not been used for longer than this; true for the one who did. */
  boolean expire(long now, long timeoutNanos) {
    long before = lastUsedNanos;
    return before != ENDED
        && now - before > timeoutNanos
        && LAST_USED.compareAndSet(this, before, ENDED);
  }

  /** Requests that run or wait now. */
  synchronized int present() {
    return present;
  }

  /** Requests that wait now, in their order. */
  synchronized int waiting() {
    return line == null ? 0 : line.size();
  }

  /**
   * Runs a request when those before it are done.
   *
   * @param queued told once if the request has to wait
   * @throws RefusedException if the queue is full or the wait is over; nothing was run
   */
  <T> T run(Bounds bounds, Runnable queued, Supplier<T> request) {
    Waiter waiter = enter(bounds);
    if (waiter != null) {
      queued.run();
      await(waiter, bounds.patience());
    }
    try {
      return request.get();
    } finally {
      leave();
    }
  }

  /** Null if nobody is here. */
  private synchronized Waiter enter(Bounds bounds) {
    if (present > bounds.length()) {
      throw new RefusedException(
          true,
          "this session has a request under way and "
              + bounds.length()
              + " waiting, which is the most; send one after another");
    }
    if (present++ == 0) {
      return null;
    }
    if (line == null) {
      line = new ArrayDeque<>(2);
    }
    Waiter waiter = new Waiter();
    line.add(waiter);
    return waiter;
  }

  private void await(Waiter waiter, Duration patience) {
    try {
      if (waiter.turn.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (giveUp(waiter)) {
      throw new RefusedException(
          false,
          "an earlier request of this session did not end within " + patience.toMillis() + " ms");
    }
  }

  /** False if its turn has come after all. */
  private synchronized boolean giveUp(Waiter waiter) {
    if (line == null || !line.remove(waiter)) {
      return false;
    }
    present--;
    forgetEmptyLine();
    return true;
  }

  private synchronized void leave() {
    present--;
    if (line != null) {
      line.remove().turn.countDown();
      forgetEmptyLine();
    }
  }

  private void forgetEmptyLine() {
    if (line.isEmpty()) {
      line = null;
    }
  }
}
