package cloakroom.http;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * One session's requests on this node, one after another in the order in which they came: two
 * browser tabs and a double click must not work on one state at a time (JD-API leaves that to
 * whoever holds the cookie). The queue is short; what finds it full is refused at once.
 */
final class SessionQueue {

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

  private final Semaphore turn = new Semaphore(1, true);
  private final AtomicInteger present = new AtomicInteger();

  /** Requests that run or wait now. */
  int present() {
    return present.get();
  }

  /** Requests that wait now, in their order. */
  int waiting() {
    return turn.getQueueLength();
  }

  /**
   * Runs a request when those before it are done.
   *
   * @param queued told once if the request has to wait
   * @throws RefusedException if the queue is full or the wait is over; nothing was run
   */
  <T> T run(Bounds bounds, Runnable queued, Supplier<T> request) {
    if (present.incrementAndGet() > bounds.length() + 1) {
      present.decrementAndGet();
      throw new RefusedException(
          true,
          "this session has a request under way and "
              + bounds.length()
              + " waiting, which is the most; send one after another");
    }
    try {
      await(bounds, queued);
      try {
        return request.get();
      } finally {
        turn.release();
      }
    } finally {
      present.decrementAndGet();
    }
  }

  /** The untimed try of a semaphore overtakes who waits; the timed one with 0 does not. */
  private void await(Bounds bounds, Runnable queued) {
    try {
      if (turn.tryAcquire(0, TimeUnit.SECONDS)) {
        return;
      }
      queued.run();
      if (turn.tryAcquire(bounds.patience().toNanos(), TimeUnit.NANOSECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new RefusedException(
        false,
        "an earlier request of this session did not end within "
            + bounds.patience().toMillis()
            + " ms");
  }
}
