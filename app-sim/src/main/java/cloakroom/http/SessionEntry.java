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

  private static final long ENDED = Long.MIN_VALUE;

  /** Makes the field atomic without an object of its own: there may be very many idle sessions. */
  private static final AtomicLongFieldUpdater<SessionEntry> LAST_USED =
      AtomicLongFieldUpdater.newUpdater(SessionEntry.class, "lastUsedNanos");

  private final UserSession session;
  private volatile long lastUsedNanos;

  /**
   * A latch for each request that waits, in their order; its turn comes when it is taken out. Null
   * while nobody does, which is nearly always.
   */
  private Deque<CountDownLatch> line;

  /** Requests that run or wait now. */
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

  /**
   * Ends the session if it has not been used for longer than this and has no request in progress;
   * true for the caller that did.
   */
  synchronized boolean expire(long now, long timeoutNanos) {
    long before = lastUsedNanos;
    return before != ENDED
        && present == 0
        && now - before > timeoutNanos
        && LAST_USED.compareAndSet(this, before, ENDED);
  }

  synchronized int waiting() {
    return line == null ? 0 : line.size();
  }

  /**
   * Runs a request when those before it are done.
   *
   * @param most requests that may wait
   * @param wait how long this one may
   * @param queued told once if the request has to wait
   * @throws RefusedException if the queue is full or the wait is over; nothing was run
   */
  <T> T run(int most, Duration wait, Runnable queued, Supplier<T> request) {
    CountDownLatch turn = enter(most);
    if (turn != null) {
      queued.run();
      await(turn, wait);
    }
    try {
      return request.get();
    } finally {
      leave();
    }
  }

  /** Null if nobody is here. */
  private synchronized CountDownLatch enter(int most) {
    if (present > most) {
      throw new RefusedException(
          true,
          "this session has a request under way and "
              + most
              + " waiting, which is the most; send one after another");
    }
    if (present++ == 0) {
      return null;
    }
    if (line == null) {
      line = new ArrayDeque<>(2);
    }
    CountDownLatch turn = new CountDownLatch(1);
    line.add(turn);
    return turn;
  }

  private void await(CountDownLatch turn, Duration wait) {
    try {
      if (turn.await(wait.toNanos(), TimeUnit.NANOSECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (this) {
      if (line == null || !line.remove(turn)) {
        return; // its turn has come after all
      }
      present--;
      forgetEmptyLine();
    }
    throw new RefusedException(
        false, "an earlier request of this session did not end within " + wait.toMillis() + " ms");
  }

  private synchronized void leave() {
    present--;
    if (line != null) {
      line.remove().countDown();
      forgetEmptyLine();
    }
  }

  private void forgetEmptyLine() {
    if (line.isEmpty()) {
      line = null;
    }
  }
}
