package cloakroom.connection;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;

/**
 * The books of a source: one immutable page, replaced as a whole without locks, so that the figures
 * of any page belong to one moment and add up; and beside it what cleaning connections has cost.
 */
final class Ledger {
  /**
   * @param balance sum of the ends minus sum of the starts, in nanoseconds since the ledger began;
   *     with {@code inUse} times the present added it is the lease time, running leases included
   */
  record Page(int inUse, int maxInUse, long borrowed, long returned, long balance, boolean closed) {
    private Page lent(long now) {
      return closed
          ? this
          : new Page(
              inUse + 1,
              Math.max(maxInUse, inUse + 1),
              borrowed + 1,
              returned,
              balance - now,
              false);
    }

    private Page returned(long now) {
      return new Page(inUse - 1, maxInUse, borrowed, returned + 1, balance + now, closed);
    }

    private Page closing() {
      return new Page(inUse, maxInUse, borrowed, returned, balance, true);
    }

    /** Closed and nothing out: whoever turns this page ends the pool. */
    boolean isOver() {
      return closed && inUse == 0;
    }

    private long leaseMicros(long now) {
      return TimeUnit.NANOSECONDS.toMicros(balance + inUse * now);
    }
  }

  private final long began = System.nanoTime();
  private final AtomicReference<Page> page = new AtomicReference<>(new Page(0, 0, 0, 0, 0, false));
  private final AtomicLong timeouts = new AtomicLong();
  private final LongAdder cleanings = new LongAdder();
  private final LongAdder cleaningRoundTrips = new LongAdder();
  private final LongAdder cleaningNanos = new LongAdder();

  /** Enters a borrow; false if the source has closed meanwhile. */
  boolean lent() {
    return !turn(current -> current.lent(now())).closed();
  }

  /** Enters a return; true if it was the last one of a closed source. */
  boolean returned() {
    return turn(current -> current.returned(now())).isOver();
  }

  /** Enters the end; true if this call closed the source and nothing is out. */
  boolean close() {
    Page before = page.getAndUpdate(Page::closing);
    return !before.closed() && before.inUse() == 0;
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

  Page page() {
    return page.get();
  }

  SourceStatistics statistics(String name, int limit, long created, long closed) {
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
        at.leaseMicros(now()),
        cleanings.sum(),
        cleaningRoundTrips.sum(),
        TimeUnit.NANOSECONDS.toMicros(cleaningNanos.sum()));
  }

  private Page turn(UnaryOperator<Page> entry) {
    return page.updateAndGet(entry);
  }

  private long now() {
    return System.nanoTime() - began;
  }
}
