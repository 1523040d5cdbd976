package cloakroom.http;

import cloakroom.app.UserSession;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Session of this node with the time of its last use. Its requests run one after another in the
 * order in which they reach the lock: two browser tabs or a double click must not work on one state
 * at a time (JD-API leaves that to the holder of the cookie). The queue is short; a request that
 * finds it full is rejected.
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

  private final UserSession session;

  /** Held by the request that runs; fair, so that waiting requests keep their order. */
  private final ReentrantLock turn = new ReentrantLock(true);

  @GuardedBy("this")
  private long lastUsedNanos;

  @GuardedBy("this")
  private boolean ended;

  /** Requests that run or wait. */
  @GuardedBy("this")
  private int present;

  SessionEntry(UserSession session, long now) {
    this.session = session;
    this.lastUsedNanos = now;
  }

  UserSession session() {
    return session;
  }

  /** Records a use. Returns false if the session has ended. */
  synchronized boolean use(long now) {
    lastUsedNanos = now;
    return !ended;
  }

  /** Ends the session. Returns whether this call ended it. */
  synchronized boolean end() {
    boolean ends = !ended;
    ended = true;
    return ends;
  }

  /**
   * Ends the session if it has not been used for longer than the time-out and has no request.
   * Returns whether this call ended it.
   */
  synchronized boolean expire(long now, long timeoutNanos) {
    return present == 0 && now - lastUsedNanos > timeoutNanos && end();
  }

  int waiting() {
    return turn.getQueueLength();
  }

  /**
   * Runs a request when those before it are done.
   *
   * @param most maximum number of waiting requests
   * @param wait maximum time that this request waits
   * @param queued runs once if the request has to wait
   * @throws RefusedException if the queue is full or the wait is over; nothing was run
   */
  <T> T run(int most, Duration wait, Runnable queued, Supplier<T> request) {
    boolean first = enter(most);
    try {
      if (!first) {
        queued.run();
      }
      awaitTurn(wait);
      try {
        return request.get();
      } finally {
        turn.unlock();
      }
    } finally {
      leave();
    }
  }

  /** Returns whether no other request is present. */
  private synchronized boolean enter(int most) {
    if (present > most) {
      throw new RefusedException(
          true,
          "session: %d waiting requests are the maximum; send one after another".formatted(most));
    }
    present++;
    return present == 1;
  }

  private synchronized void leave() {
    present--;
  }

  private void awaitTurn(Duration wait) {
    try {
      if (turn.tryLock(wait.toNanos(), TimeUnit.NANOSECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new RefusedException(
        false, "an earlier request of this session did not end within " + wait.toMillis() + " ms");
  }
}
