package cloakroom.http;

import cloakroom.app.UserSession;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Session of this node with the time of its last use. Its requests run one after another, in the
 * order of their arrival at the lock, because two browser tabs must not change one state
 * concurrently. A request that finds the queue full is rejected.
 */
final class SessionEntry {
  private final UserSession session;

  /** Held by the running request; fair, so that waiting requests keep their order. */
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
   * Runs a request after the earlier ones.
   *
   * @param max maximum number of waiting requests
   * @param wait maximum time that this request waits
   * @param queued runs once if the request has to wait
   * @throws RequestError.RejectedException if the queue is full or the wait is over; nothing was
   *     run
   */
  <T> T run(int max, Duration wait, Runnable queued, Supplier<T> request) {
    boolean first = enter(max);
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

  /** Adds a request. Returns whether it is the only one. */
  private synchronized boolean enter(int max) {
    if (present > max) {
      String message = "session: %d waiting requests are the maximum; send one after another";
      throw new RequestError.RejectedException(
          new RequestError(429, "tooManyRequests", "", message.formatted(max)));
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
    String message = "an earlier request of this session did not end within %d ms";
    throw new RequestError.RejectedException(
        new RequestError(
            503, RequestError.CHECKOUT_TIMEOUT, "JBO-30003", message.formatted(wait.toMillis())));
  }
}
