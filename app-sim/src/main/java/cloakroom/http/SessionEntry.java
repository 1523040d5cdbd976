package cloakroom.http;

import cloakroom.app.UserSession;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * A session of this node. Its requests run one after another in the order of their arrival: two
 * browser tabs and a double click must not work on one state at a time (JD-API leaves that to the
 * holder of the cookie). A request that finds too many others waiting is rejected.
 *
 * <p>The entry records the time of its last use. The monitor guards that time, the end and the
 * number of requests, so that a use and an expiry cannot both succeed.
 */
final class SessionEntry {
  /** A request that was not run because of earlier requests of its session. */
  static final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final boolean full;

    private RefusedException(boolean full, String message) {
      super(message);
      this.full = full;
    }

    /** Returns true if too many requests waited, false if the wait timed out. */
    boolean full() {
      return full;
    }
  }

  private final UserSession session;

  /** Held by the request that runs; fair, so that waiting requests run in order. */
  private final ReentrantLock turn = new ReentrantLock(true);

  private long lastUsedNanos;
  private boolean ended;

  /** Requests that run or wait now. */
  private int present;

  SessionEntry(UserSession session, long now) {
    this.session = session;
    this.lastUsedNanos = now;
  }

  UserSession session() {
    return session;
  }

  /** Records a use; returns false if the session has ended. */
  synchronized boolean use(long now) {
    lastUsedNanos = now;
    return !ended;
  }

  /** Ends the session; returns true for the first caller only. */
  synchronized boolean end() {
    boolean first = !ended;
    ended = true;
    return first;
  }

  /**
   * Ends the session if it has not been used for longer than this and has no request in progress;
   * true for the caller that did.
   */
  synchronized boolean expire(long now, long timeoutNanos) {
    return present == 0 && now - lastUsedNanos > timeoutNanos && end();
  }

  int waiting() {
    return turn.getQueueLength();
  }

  /**
   * Runs a request after those that came before it.
   *
   * @param maxWaiting maximum number of waiting requests
   * @param wait maximum time that this one waits
   * @param queued called once if the request has to wait
   * @throws RefusedException if too many requests wait or the wait times out; nothing was run
   */
  <T> T run(int maxWaiting, Duration wait, Runnable queued, Supplier<T> request) {
    boolean alone = enter(maxWaiting);
    try {
      if (alone) {
        turn.lock(); // free: no other request is present
      } else {
        queued.run();
        await(wait);
      }
      try {
        return request.get();
      } finally {
        turn.unlock();
      }
    } finally {
      leave();
    }
  }

  /** Returns whether the session has no other request. */
  private synchronized boolean enter(int maxWaiting) {
    if (present > maxWaiting) {
      throw new RefusedException(
          true,
          "session: %d waiting requests are the maximum; send one after another"
              .formatted(maxWaiting));
    }
    return present++ == 0;
  }

  private void await(Duration wait) {
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

  private synchronized void leave() {
    present--;
  }
}
