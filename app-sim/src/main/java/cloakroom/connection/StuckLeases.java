package cloakroom.connection;

import cloakroom.database.ErrorClass;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * Finds the deadlock of the second connection. A lease is <em>stuck</em> while it is pinned or its
 * holder waits for an internal connection. When as many leases are stuck as the pool has
 * connections, no connection is free, and none will come back before somebody gives up: then
 * whoever waits for an internal connection gives up, at once. A lease that is being handed out or
 * back is not stuck, so there is no false alarm.
 *
 * <p>The pool is not asked to wake a waiting thread, for it has no means; the thread is
 * interrupted, and the interrupt is cleared before it leaves {@link #borrowFor}.
 */
final class StuckLeases {
  private final String name;
  private final int limit;
  private final Set<Lease> pinned = new HashSet<>();
  private final Set<Lease> holding = new HashSet<>();
  private final Deque<Waiter> waiters = new ArrayDeque<>();

  private static final class Waiter {
    final Thread thread = Thread.currentThread();
    final Lease holder;
    ConnectionException verdict;
    boolean interrupted;

    Waiter(Lease holder) {
      this.holder = holder;
    }
  }

  StuckLeases(String name, int limit) {
    this.name = name;
    this.limit = limit;
  }

  synchronized int pinned() {
    return pinned.size();
  }

  synchronized void pin(Lease lease) {
    pinned.add(lease);
    breakDeadlock();
  }

  synchronized void unpin(Lease lease) {
    pinned.remove(lease);
  }

  /** The lease is about to go back. */
  synchronized void forget(Lease lease) {
    pinned.remove(lease);
    holding.remove(lease);
  }

  /** Borrows from the source while the holder, if any, counts as waiting. */
  Lease borrowFor(Lease holder, ConnectionSource source) {
    Waiter waiter = enter(holder);
    try {
      requireHope(waiter);
      return source.borrow();
    } catch (ConnectionException failure) {
      requireHope(waiter);
      throw failure;
    } finally {
      leave(waiter);
    }
  }

  private synchronized Waiter enter(Lease holder) {
    Waiter waiter = new Waiter(holder);
    if (holder != null) {
      holding.add(holder);
    }
    waiters.push(waiter);
    breakDeadlock();
    return waiter;
  }

  private synchronized void requireHope(Waiter waiter) {
    if (waiter.verdict != null) {
      throw waiter.verdict;
    }
  }

  private synchronized void leave(Waiter waiter) {
    withdraw(waiter);
    if (waiter.interrupted) {
      Thread.interrupted();
    }
  }

  private void withdraw(Waiter waiter) {
    waiters.remove(waiter);
    holding.remove(waiter.holder);
  }

  /** Sends waiters away, the latest first, until there is hope for the rest. */
  private void breakDeadlock() {
    while (limit > 0 && !waiters.isEmpty() && stuck() >= limit) {
      Waiter waiter = waiters.peek();
      waiter.verdict = verdict();
      withdraw(waiter);
      wake(waiter);
    }
  }

  private static void wake(Waiter waiter) {
    if (waiter.thread != Thread.currentThread()) {
      waiter.interrupted = true;
      waiter.thread.interrupt();
    }
  }

  /** Leases that are both pinned and held are counted once, when it matters. */
  private int stuck() {
    if (pinned.size() + holding.size() < limit) {
      return pinned.size() + holding.size();
    }
    Set<Lease> all = new HashSet<>(pinned);
    all.addAll(holding);
    return all.size();
  }

  private ConnectionException verdict() {
    return new ConnectionException(
        ErrorClass.POOL_EXHAUSTED,
        "deadlock in "
            + name
            + ": no connection is left for writing a snapshot, and none can come back: pool size "
            + limit
            + ", "
            + pinned.size()
            + " pinned between requests, "
            + waiters.size()
            + " waiting for an internal connection; raise the pool size, or set jbo.server.internal_connection so that"
            + " snapshots have a source of their own",
        null);
  }
}
