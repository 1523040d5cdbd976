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
 * Requests that wait (T6), served in the order in which they came: for any instance, or for their
 * own session's earlier work. For {@link InstanceTable} alone, whose lock guards it.
 *
 * @param <A> what a request is given
 */
final class WaitQueue<A> {

  static final class Waiter<A> {
    final SessionCookie cookie;

    /** The instance, or the refusal, that the request gets. */
    final CompletableFuture<A> answer = new CompletableFuture<>();

    private boolean forSession;
    private boolean counted;

    private Waiter(SessionCookie cookie) {
      this.cookie = cookie;
    }
  }

  private final TierCounters counts;
  private final Set<Waiter<A>> waiters = new LinkedHashSet<>();
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
    waitFor(waiter, cookie.isAtWork());
    return waiter;
  }

  /** Whether the request was still in line, so that it has no answer and gets none. */
  boolean leave(Waiter<A> waiter) {
    boolean waited = waiters.remove(waiter);
    forSession -= waited && waiter.forSession ? 1 : 0;
    return waited;
  }

  /**
   * What the request was given.
   *
   * @throws CheckOutException if it was refused
   */
  static <A> A answer(Waiter<A> waiter) {
    try {
      return waiter.answer.join();
    } catch (CompletionException e) {
      throw (CheckOutException) e.getCause();
    }
  }

  /**
   * Serves those in line from the first one on.
   *
   * @param decide which instance a session at rest gets, or null if it has to wait
   */
  void serve(Function<SessionCookie, A> decide) {
    boolean exhausted = false;
    Iterator<Waiter<A>> next = waiters.iterator();
    while (next.hasNext() && (!exhausted || forSession > 0)) {
      Waiter<A> waiter = next.next();
      SessionCookie cookie = waiter.cookie;
      boolean hopeless = cookie.isAtWork() || (exhausted && cookie.instance == null);
      A claim = hopeless ? null : decide.apply(cookie);
      if (claim == null) {
        exhausted |= !cookie.isAtWork();
        waitFor(waiter, cookie.isAtWork());
      } else {
        next.remove();
        forSession -= waiter.forSession ? 1 : 0;
        waiter.answer.complete(claim);
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
   * Refuses those who have nothing to wait for any more.
   *
   * @param check throws the refusal
   */
  void refuse(Consumer<SessionCookie> check) {
    for (Iterator<Waiter<A>> next = waiters.iterator(); next.hasNext(); ) {
      Waiter<A> waiter = next.next();
      try {
        check.accept(waiter.cookie);
      } catch (CheckOutException e) {
        next.remove();
        forSession -= waiter.forSession ? 1 : 0;
        waiter.answer.completeExceptionally(e);
      }
    }
  }
}
