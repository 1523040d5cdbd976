package cloakroom.connection;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * What cleaning connections has cost a source: at a return, and when a connection that stays with
 * its instance changes its session.
 */
final class Cleanings {
  /** Work on a session that tells its round trips. */
  interface Work<E extends Exception> {
    int roundTrips() throws E;
  }

  private final LongAdder count = new LongAdder();
  private final LongAdder roundTrips = new LongAdder();
  private final LongAdder nanos = new LongAdder();

  /** Does the work and books it, if it succeeds: a cleaning that fails has ended its session. */
  <E extends Exception> void book(Work<E> work) throws E {
    long from = System.nanoTime();
    roundTrips.add(work.roundTrips());
    nanos.add(System.nanoTime() - from);
    count.increment();
  }

  long count() {
    return count.sum();
  }

  long roundTrips() {
    return roundTrips.sum();
  }

  long micros() {
    return TimeUnit.NANOSECONDS.toMicros(nanos.sum());
  }
}
