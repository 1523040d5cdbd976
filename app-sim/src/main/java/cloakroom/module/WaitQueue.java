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
 * First-come, first-served queue of requests that wait for an instance or for an earlier request of
 * their session. The only caller is {@link InstanceTable}, whose lock guards the queue.
 */
final class WaitQueue<A> {
  static final class Waiter<A> {
    final SessionCookie cookie;

    /** Future of the request's instance. Completed exceptionally if the request is rejected. */
    final CompletableFuture<A> result = new CompletableFuture<>();

    private boolean forSession;
    private boolean counted;

    private Waiter(SessionCookie cookie) {
      this.cookie = cookie;
    }
  }

  private final TierCounters counts;
  private final Set<Waiter<A>> waiters = new LinkedHashSet<>();
  private int forSession; // number of requests that wait for their own session

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

  boolean leave(Waiter<A> waiter) {
    boolean waited = waiters.remove(waiter);
    forSession -= waited && waiter.forSession ? 1 : 0;
    return waited;
  }

  static <A> A result(Waiter<A> waiter) {
    try {
      return waiter.result.join();
    } catch (CompletionException e) {
      throw (CheckOutException) e.getCause();
    }
  }

  /**
   * Serves the waiting requests in their order of arrival. Once the pool has no free instance,
   * serves only requests of sessions that already have an instance. Stops early if no queued
   * request waits for an earlier request of its session.
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
