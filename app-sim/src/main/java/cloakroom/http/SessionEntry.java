package cloakroom.http;

import cloakroom.app.UserSession;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * HTTP session on this node, with the time of its last request. Requests run one at a time in order
 * of arrival. Two browser tabs thus cannot change the session's state concurrently.
 */
final class SessionEntry {
  final UserSession session;
  private final ReentrantLock turn = new ReentrantLock(true);

  @GuardedBy("this")
  private long lastUsedNanos;

  @GuardedBy("this")
  private boolean ended;

  @GuardedBy("this")
  private int present; // requests that run or wait

  SessionEntry(UserSession session, long now) {
    this.session = session;
    this.lastUsedNanos = now;
  }

  /** Restarts the session's expiry time. Returns false if the session has already ended. */
  synchronized boolean use(long now) {
    lastUsedNanos = now;
    return !ended;
  }

  /** Ends the session. Returns false if the session had already ended. */
  synchronized boolean end() {
    boolean ends = !ended;
    ended = true;
    return ends;
  }

  synchronized boolean expire(long now, long timeoutNanos) {
    return present == 0 && now - lastUsedNanos > timeoutNanos && end();
  }

  int waiting() {
    return turn.getQueueLength();
  }

  /**
   * Runs a request after the session's earlier requests. Calls {@code queued} if the request must
   * wait. Throws RejectedException if {@code max} requests already wait or the wait times out.
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
      synchronized (this) {
        present--;
      }
    }
  }

  private synchronized boolean enter(int max) {
    if (present > max) {
      String message = "session: %d waiting requests are the maximum; send one after another";
      throw new RequestError.RejectedException(429, "tooManyRequests", "", message.formatted(max));
    }
    present++;
    return present == 1;
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
        503, RequestError.CHECKOUT_TIMEOUT, "JBO-30003", message.formatted(wait.toMillis()));
  }
}
