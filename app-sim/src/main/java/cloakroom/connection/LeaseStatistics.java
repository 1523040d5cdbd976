package cloakroom.connection;

import cloakroom.contract.Counter;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The books of a source: which leases are out, and what cleaning connections has cost. What it
 * tells is of one moment and adds up.
 */
final class LeaseStatistics {
  private final long began = System.nanoTime();
  private final Map<Counter, Long> figures = new EnumMap<>(Counter.class);

  /**
   * Sum of the ends minus sum of the starts, in nanoseconds since the ledger began; with the leases
   * that are out times the present added it is the lease time, running leases included.
   */
  private long balance;

  private long cleaningNanos;
  private boolean closed;

  /** The books of a source that has lent nothing yet. */
  LeaseStatistics() {
    count(Counter.CONNECTIONS_BORROWED, 0);
    count(Counter.CONNECTIONS_RETURNED, 0);
    count(Counter.MAX_CONNECTIONS_IN_USE, 0);
    count(Counter.BORROW_TIMEOUTS, 0);
    count(Counter.INTERNAL_BORROWS, 0);
    count(Counter.CONNECTION_RESETS, 0);
    count(Counter.RESET_ROUND_TRIPS, 0);
  }

  /** Enters something that only grows. */
  synchronized void count(Counter figure, long more) {
    figures.merge(figure, more, Long::sum);
  }

  /** Enters a borrow; false if the source has closed meanwhile. */
  synchronized boolean lent() {
    if (!closed) {
      count(Counter.CONNECTIONS_BORROWED, 1);
      figures.merge(Counter.MAX_CONNECTIONS_IN_USE, inUse(), Math::max);
      balance -= now();
    }
    return !closed;
  }

  /** Enters a return; true if it was the last one of a closed source. */
  synchronized boolean returned() {
    count(Counter.CONNECTIONS_RETURNED, 1);
    balance += now();
    return closed && inUse() == 0;
  }

  /** Enters the end; true if this call closed the source and nothing is out. */
  synchronized boolean close() {
    boolean ends = !closed && inUse() == 0;
    closed = true;
    return ends;
  }

  synchronized boolean isClosed() {
    return closed;
  }

  /** A connection was cleaned, at its return or because it goes on with another session. */
  synchronized void cleaned(int roundTrips, long nanos) {
    count(Counter.CONNECTION_RESETS, 1);
    count(Counter.RESET_ROUND_TRIPS, roundTrips);
    cleaningNanos += nanos;
  }

  /** All figures, with the physical connections ever opened and closed. */
  synchronized Map<Counter, Long> figures(long opened, long ended) {
    Map<Counter, Long> all = new EnumMap<>(figures);
    all.put(Counter.CONNECTIONS_IN_USE, inUse());
    all.put(Counter.LEASE_MICROS, TimeUnit.NANOSECONDS.toMicros(balance + inUse() * now()));
    all.put(Counter.RESET_MICROS, TimeUnit.NANOSECONDS.toMicros(cleaningNanos));
    all.put(Counter.CONNECTIONS_CREATED, opened);
    all.put(Counter.CONNECTIONS_CLOSED, ended);
    all.put(Counter.CONNECTIONS_OPEN, opened - ended);
    return all;
  }

  private synchronized long inUse() {
    return figures.get(Counter.CONNECTIONS_BORROWED) - figures.get(Counter.CONNECTIONS_RETURNED);
  }

  private long now() {
    return System.nanoTime() - began;
  }
}
