package cloakroom.connection;

import cloakroom.contract.ErrorClass;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.StampedLock;

/**
 * Finds the deadlock of the second connection. A lease is <em>stuck</em> while it is pinned or its
 * holder waits for an internal connection. When as many leases are stuck as the pool has
 * connections, no connection is free, and none will come back before somebody gives up: then
 * whoever waits for an internal connection gives up, at once. A lease that is being handed out or
 * back is not stuck, so there is no false alarm.
 *
 * <p>The pool is not asked to wake a waiting thread, for it has no means; the thread is
 * interrupted, and the interrupt is cleared before it leaves {@link #borrowFor}.
 *
 * <p>Every snapshot passes here, and hardly ever is anything stuck. So the books change side by
 * side, and only when enough leases are under suspicion does one thread stop them and look.
 */
final class StuckLeases {
  private final String name;
  private final int limit;
  private final Set<Lease> pinned = ConcurrentHashMap.newKeySet();
  private final Set<Lease> holding = ConcurrentHashMap.newKeySet();
  private final Set<Waiter> waiters = ConcurrentHashMap.newKeySet();
  private final AtomicLong entered = new AtomicLong();

  /** Never below the number of stuck leases: one that is pinned and held counts twice. */
  private final AtomicInteger suspects = new AtomicInteger();

  /** Shared by who changes the books, exclusive for who judges by all of them. */
  private final StampedLock books = new StampedLock();

  private static final class Waiter {
    final Thread thread = Thread.currentThread();
    final Lease holder;
    final long number;
    volatile ConnectionException verdict;
    volatile boolean interrupted;

    Waiter(Lease holder, long number) {
      this.holder = holder;
      this.number = number;
    }

    long number() {
      return number;
    }

    /** Waiters are compared by identity; the number saves asking the JVM for an identity's hash. */
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(number);
    }
  }

  StuckLeases(String name, int limit) {
    this.name = name;
    this.limit = limit;
  }

  int pinned() {
    return pinned.size();
  }

  void pin(Lease lease) {
    change(() -> suspect(pinned, lease));
    breakDeadlock();
  }

  void unpin(Lease lease) {
    change(() -> clear(pinned, lease));
  }

  /** The lease is about to go back. */
  void forget(Lease lease) {
    if (!pinned.isEmpty() || !holding.isEmpty()) {
      change(
          () -> {
            clear(pinned, lease);
            clear(holding, lease);
          });
    }
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

  private Waiter enter(Lease holder) {
    Waiter waiter = new Waiter(holder, entered.getAndIncrement());
    change(
        () -> {
          if (holder != null) {
            suspect(holding, holder);
          }
          waiters.add(waiter);
        });
    breakDeadlock();
    return waiter;
  }

  private static void requireHope(Waiter waiter) {
    ConnectionException verdict = waiter.verdict;
    if (verdict != null) {
      throw verdict;
    }
  }

  /** Once the waiter is out of the books nobody interrupts it any more. */
  private void leave(Waiter waiter) {
    change(() -> withdraw(waiter));
    if (waiter.interrupted) {
      Thread.interrupted();
    }
  }

  private void withdraw(Waiter waiter) {
    waiters.remove(waiter);
    if (waiter.holder != null) {
      clear(holding, waiter.holder);
    }
  }

  private void change(Runnable entry) {
    long stamp = books.readLock();
    try {
      entry.run();
    } finally {
      books.unlockRead(stamp);
    }
  }

  private void suspect(Set<Lease> leases, Lease lease) {
    if (leases.add(lease)) {
      suspects.incrementAndGet();
    }
  }

  private void clear(Set<Lease> leases, Lease lease) {
    if (leases.remove(lease)) {
      suspects.decrementAndGet();
    }
  }

  /**
   * Sends waiters away, the latest first, until there is hope for the rest. Called after an entry:
   * the one that closes a deadlock finds all the others in the books.
   */
  private void breakDeadlock() {
    if (limit == 0 || suspects.get() < limit) {
      return;
    }
    long stamp = books.writeLock();
    try {
      while (!waiters.isEmpty() && stuck() >= limit) {
        sendAway(waiters.stream().max(Comparator.comparingLong(Waiter::number)).orElseThrow());
      }
    } finally {
      books.unlockWrite(stamp);
    }
  }

  private void sendAway(Waiter waiter) {
    waiter.verdict = verdict();
    withdraw(waiter);
    if (waiter.thread != Thread.currentThread()) {
      waiter.interrupted = true;
      waiter.thread.interrupt();
    }
  }

  /** Leases that are both pinned and held are counted once. */
  private int stuck() {
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
