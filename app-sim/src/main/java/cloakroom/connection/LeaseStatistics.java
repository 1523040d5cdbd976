package cloakroom.connection;

import cloakroom.contract.Counter;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Consistent counters of a source: borrows, returns, and the cost of resets. */
final class LeaseStatistics {
  private final long began = System.nanoTime();
  private final Map<Counter, Long> counters = new EnumMap<>(Counter.class);

  /**
   * Sum of the ends minus sum of the starts, in nanoseconds since {@link #began}. With the open
   * leases times the present added it is the lease time, including that of open leases.
   */
  private long balance;

  private long resetNanos;
  private boolean closed;

  LeaseStatistics() {
    count(Counter.CONNECTIONS_BORROWED, 0);
    count(Counter.CONNECTIONS_RETURNED, 0);
    count(Counter.MAX_CONNECTIONS_IN_USE, 0);
    count(Counter.BORROW_TIMEOUTS, 0);
    count(Counter.INTERNAL_BORROWS, 0);
    count(Counter.CONNECTION_RESETS, 0);
    count(Counter.RESET_ROUND_TRIPS, 0);
  }

  synchronized void count(Counter counter, long added) {
    counters.merge(counter, added, Long::sum);
  }

  /** Counts a borrow. Returns false if the source has been closed. */
  synchronized boolean recordBorrow() {
    if (!closed) {
      count(Counter.CONNECTIONS_BORROWED, 1);
      counters.merge(Counter.MAX_CONNECTIONS_IN_USE, inUse(), Math::max);
      balance -= now();
    }
    return !closed;
  }

  /** Counts a return. Returns true if it was the last one of a closed source. */
  synchronized boolean recordReturn() {
    count(Counter.CONNECTIONS_RETURNED, 1);
    balance += now();
    return closed && inUse() == 0;
  }

  /** Marks the source as closed. Returns true if this is the first call and no lease is open. */
  synchronized boolean close() {
    boolean ends = !closed && inUse() == 0;
    closed = true;
    return ends;
  }

  synchronized boolean isClosed() {
    return closed;
  }

  synchronized void recordReset(int roundTrips, long nanos) {
    count(Counter.CONNECTION_RESETS, 1);
    count(Counter.RESET_ROUND_TRIPS, roundTrips);
    resetNanos += nanos;
  }

  /** Returns all counters, with the physical connections ever opened and closed. */
  synchronized Map<Counter, Long> read(long opened, long ended) {
    Map<Counter, Long> all = new EnumMap<>(counters);
    all.put(Counter.CONNECTIONS_IN_USE, inUse());
    all.put(Counter.LEASE_MICROS, TimeUnit.NANOSECONDS.toMicros(balance + inUse() * now()));
    all.put(Counter.RESET_MICROS, TimeUnit.NANOSECONDS.toMicros(resetNanos));
    all.put(Counter.CONNECTIONS_CREATED, opened);
    all.put(Counter.CONNECTIONS_CLOSED, ended);
    all.put(Counter.CONNECTIONS_OPEN, opened - ended);
    return all;
  }

  private synchronized long inUse() {
    return counters.get(Counter.CONNECTIONS_BORROWED) - counters.get(Counter.CONNECTIONS_RETURNED);
  }

  private long now() {
    return System.nanoTime() - began;
  }
}
