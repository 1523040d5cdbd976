package cloakroom.connection;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/**
 * The books of a source: how many leases are out, as one immutable page, replaced as a whole
 * without locks, so that the figures of any page belong to one moment and add up; and what cleaning
 * connections has cost.
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

  private final String name;
  private final int limit;
  private final long began = System.nanoTime();
  private final AtomicReference<Page> page = new AtomicReference<>(new Page(0, 0, 0, 0, 0, false));
  private final AtomicLong timeouts = new AtomicLong();
  private final LongAdder internalBorrows = new LongAdder();
  private final LongAdder cleanings = new LongAdder();
  private final LongAdder cleaningRoundTrips = new LongAdder();
  private final LongAdder cleaningNanos = new LongAdder();

  /**
   * The books of a source that has lent nothing yet.
   *
   * @param limit most leases at a time; 0 for no limit
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

  void internal() {
    internalBorrows.increment();
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
}
