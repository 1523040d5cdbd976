package cloakroom.connection;

import cloakroom.contract.Counter;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Thread-safe statistics of a connection source: borrows, returns, lease time and reset cost. */
final class LeaseStatistics {
  private final long began = System.nanoTime();
  private final Map<Counter, Long> counters =
      new EnumMap<>(
          Map.of(
              Counter.CONNECTIONS_BORROWED, 0L,
              Counter.CONNECTIONS_RETURNED, 0L,
              Counter.MAX_CONNECTIONS_IN_USE, 0L,
              Counter.BORROW_TIMEOUTS, 0L,
              Counter.INTERNAL_BORROWS, 0L,
              Counter.CONNECTION_RESETS, 0L,
              Counter.RESET_ROUND_TRIPS, 0L));

  private long balance;
  private long resetNanos;
  private boolean closed;

  synchronized void count(Counter counter, long added) {
    counters.merge(counter, added, Long::sum);
  }

  /** Counts a borrow. Returns false, without counting, if the source is closed. */
  synchronized boolean recordBorrow() {
    if (!closed) {
      count(Counter.CONNECTIONS_BORROWED, 1);
      counters.merge(Counter.MAX_CONNECTIONS_IN_USE, inUse(), Math::max);
      balance -= now();
    }
    return !closed;
  }

  /**
   * Counts the return of a connection. Returns true if this was the last borrowed connection of a
   * closed source; the caller must then shut the pool down.
   */
  synchronized boolean recordReturn() {
    count(Counter.CONNECTIONS_RETURNED, 1);
    balance += now();
    return closed && inUse() == 0;
  }

  /**
   * Marks the source as closed. Returns true at the first call if no connection is borrowed; the
   * caller must then shut the pool down.
   */
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
