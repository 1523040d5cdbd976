package cloakroom.module;

import cloakroom.contract.Counter;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * First-come first-served queue of requests that wait (T6), for any instance or for an earlier
 * request of their own session. Guarded by the lock of {@link InstanceTable}, the only caller.
 *
 * @param <A> result of a request
 */
final class WaitQueue<A> {
  static final class Waiter<A> {
    final SessionCookie cookie;

    /** Completed with the instance, or with the reason why there is none. */
    final CompletableFuture<A> result = new CompletableFuture<>();

    private boolean forSession;
    private boolean counted;

    private Waiter(SessionCookie cookie) {
      this.cookie = cookie;
    }
  }

  private final TierCounters counts;
  private final Set<Waiter<A>> waiters = new LinkedHashSet<>();

  /** Number of requests that wait for their own session. */
  private int forSession;

  WaitQueue(TierCounters counts) {
    this.counts = counts;
  }

  int size() {
    return waiters.size();
  }

  Waiter<A> enter(SessionCookie cookie) {
    Waiter<A> waiter = new Waiter<>(cookie);
    waiters.add(waiter);
    waitFor(waiter, cookie.isInUse());
    return waiter;
  }

  /** Removes a request; returns false if it had left the queue with a result. */
  boolean leave(Waiter<A> waiter) {
    boolean waited = waiters.remove(waiter);
    forSession -= waited && waiter.forSession ? 1 : 0;
    return waited;
  }

  /**
   * Returns the result of a request that has left the queue.
   *
   * @throws CheckOutException if the request was rejected
   */
  static <A> A result(Waiter<A> waiter) {
    try {
      return waiter.result.join();
    } catch (CompletionException e) {
      throw (CheckOutException) e.getCause();
    }
  }

  /**
   * Serves requests in their order. Once the pool is exhausted, only sessions with an instance of
   * their own can be served; the loop ends when no request waits for its session.
   *
   * @param decide returns the instance for a session that is not in use; null if it has to wait
   */
  void serve(Function<SessionCookie, A> decide) {
    boolean exhausted = false;
    Iterator<Waiter<A>> next = waiters.iterator();
    while (next.hasNext() && (!exhausted || forSession > 0)) {
      Waiter<A> waiter = next.next();
      SessionCookie cookie = waiter.cookie;
      boolean mustWait = cookie.isInUse() || (exhausted && cookie.instance == null);
      A claim = mustWait ? null : decide.apply(cookie);
      if (claim == null) {
        exhausted |= !cookie.isInUse();
        waitFor(waiter, cookie.isInUse());
      } else {
        next.remove();
        forSession -= waiter.forSession ? 1 : 0;
        waiter.result.complete(claim);
      }
    }
  }

  private void waitFor(Waiter<A> waiter, boolean session) {
    forSession += (session ? 1 : 0) - (waiter.forSession ? 1 : 0);
    waiter.forSession = session;
    if (!session && !waiter.counted) {
      waiter.counted = true;
      counts.add(Counter.CHECKOUT_WAITS);
    }
  }

  /**
   * Rejects the requests that cannot be served any more.
   *
   * @param check throws the {@link CheckOutException} for such a request
   */
  void reject(Consumer<SessionCookie> check) {
    for (Iterator<Waiter<A>> next = waiters.iterator(); next.hasNext(); ) {
      Waiter<A> waiter = next.next();
      try {
        check.accept(waiter.cookie);
      } catch (CheckOutException e) {
        next.remove();
        forSession -= waiter.forSession ? 1 : 0;
        waiter.result.completeExceptionally(e);
      }
    }
  }
}
