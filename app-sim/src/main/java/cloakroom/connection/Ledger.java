package cloakroom.connection;

import cloakroom.contract.ErrorClass;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/**
 * The books of a source: how many leases are out, as one immutable page, replaced as a whole
 * without locks, so that the figures of any page belong to one moment and add up; what cleaning
 * connections has cost; and which leases are stuck.
 *
 * <p>The last finds the deadlock of the second connection. A lease is <em>stuck</em> while it is
 * pinned or its holder waits for an internal connection. When as many leases are stuck as the pool
 * has connections, none will come back before somebody gives up: then whoever waits for an internal
 * connection gives up, the latest first. A lease that is being handed out or back is not stuck, so
 * there is no false alarm. A pool cannot wake a thread that waits in it, so that is interrupted.
 */
final class Ledger {
  /**
   * @param balance sum of the ends minus sum of the starts, in nanoseconds since the ledger began;
   *     with {@code inUse} times the present added it is the lease time, running leases included
   */
  private record Page(
      int inUse, int maxInUse, long borrowed, long returned, long balance, boolean closed) {
    private Page lent(long now) {
      int out = inUse + 1;
      return closed
          ? this
          : new Page(out, Math.max(maxInUse, out), borrowed + 1, returned, balance - now, false);
    }

    private Page returned(long now) {
      return new Page(inUse - 1, maxInUse, borrowed, returned + 1, balance + now, closed);
    }

    private Page closing() {
      return new Page(inUse, maxInUse, borrowed, returned, balance, true);
    }
  }

  private record Waiter(
      Lease holder, Thread thread, AtomicReference<ConnectionException> verdict) {}

  private final String name;
  private final int limit;
  private final long began = System.nanoTime();
  private final AtomicReference<Page> page = new AtomicReference<>(new Page(0, 0, 0, 0, 0, false));
  private final AtomicLong timeouts = new AtomicLong();
  private final LongAdder internalBorrows = new LongAdder();
  private final LongAdder cleanings = new LongAdder();
  private final LongAdder cleaningRoundTrips = new LongAdder();
  private final LongAdder cleaningNanos = new LongAdder();

  @GuardedBy("this")
  private final Set<Lease> pinned = new HashSet<>();

  @GuardedBy("this")
  private final List<Waiter> waiters = new ArrayList<>();

  /**
   * The books of a source that has lent nothing yet.
   *
   * @param limit most leases at a time; 0 for no limit, and so no deadlock
   */
  Ledger(String name, int limit) {
    this.name = name;
    this.limit = limit;
  }

  /** Enters a borrow; false if the source has closed meanwhile. */
  boolean lent() {
    return !page.updateAndGet(current -> current.lent(now())).closed();
  }

  /** Enters a return; true if it was the last one of a closed source. */
  boolean returned() {
    Page now = page.updateAndGet(current -> current.returned(now()));
    return now.closed() && now.inUse() == 0;
  }

  /** Enters the end; true if this call closed the source and nothing is out. */
  boolean close() {
    Page before = page.getAndUpdate(Page::closing);
    return !before.closed() && before.inUse() == 0;
  }

  boolean isClosed() {
    return page.get().closed();
  }

  void timedOut() {
    timeouts.incrementAndGet();
  }

  /** A connection was cleaned, at its return or because it goes on with another session. */
  void cleaned(int roundTrips, long nanos) {
    cleanings.increment();
    cleaningRoundTrips.add(roundTrips);
    cleaningNanos.add(nanos);
  }

  SourceStatistics statistics(long created, long closed) {
    Page at = page.get();
    return new SourceStatistics(
        name,
        limit,
        at.inUse(),
        at.maxInUse(),
        Math.toIntExact(created - closed),
        at.borrowed(),
        at.returned(),
        created,
        closed,
        timeouts.get(),
        TimeUnit.NANOSECONDS.toMicros(at.balance() + at.inUse() * now()),
        cleanings.sum(),
        cleaningRoundTrips.sum(),
        TimeUnit.NANOSECONDS.toMicros(cleaningNanos.sum()),
        internalBorrows.sum());
  }

  private long now() {
    return System.nanoTime() - began;
  }

  synchronized int pinned() {
    return pinned.size();
  }

  synchronized void pin(Lease lease) {
    pinned.add(lease);
    breakDeadlock();
  }

  /** The lease works again, or is about to go back. */
  synchronized void unpin(Lease lease) {
    pinned.remove(lease);
  }

  /** Borrows from the source while the holder, if any, counts as waiting. */
  Lease borrowFor(Lease holder, ConnectionSource source) {
    Waiter waiter = new Waiter(holder, Thread.currentThread(), new AtomicReference<>());
    enter(waiter);
    try {
      Lease lease = source.borrow();
      internalBorrows.increment();
      return lease;
    } catch (ConnectionException failure) {
      throw Objects.requireNonNullElse(waiter.verdict().get(), failure);
    } finally {
      leave(waiter);
    }
  }

  private synchronized void enter(Waiter waiter) {
    waiters.add(waiter);
    breakDeadlock();
    if (!waiters.contains(waiter)) {
      throw waiter.verdict().get();
    }
  }

  /** A waiter that is off the list already was interrupted; one that leaves it never will be. */
  private synchronized void leave(Waiter waiter) {
    if (!waiters.remove(waiter)) {
      Thread.interrupted();
    }
  }

  @GuardedBy("this")
  private void breakDeadlock() {
    while (limit > 0 && !waiters.isEmpty() && stuck() >= limit) {
      Waiter latest = waiters.get(waiters.size() - 1);
      latest.verdict().set(deadlock());
      waiters.remove(latest);
      if (latest.thread() != Thread.currentThread()) {
        latest.thread().interrupt();
      }
    }
  }

  /** A lease that is both pinned and held counts once. */
  @GuardedBy("this")
  private int stuck() {
    Set<Lease> all = new HashSet<>(pinned);
    waiters.forEach(waiter -> all.add(waiter.holder()));
    all.remove(null);
    return all.size();
  }

  @GuardedBy("this")
  private ConnectionException deadlock() {
    String message =
        "deadlock in %s: no connection is left for writing a snapshot, and none can come back: pool"
            + " size %d, %d pinned between requests, %d waiting for an internal connection; raise"
            + " the pool size, or set jbo.server.internal_connection so that snapshots have a"
            + " source of their own";
    return new ConnectionException(
        ErrorClass.POOL_EXHAUSTED,
        message.formatted(name, limit, pinned.size(), waiters.size()),
        null);
  }
}
