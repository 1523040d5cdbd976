package cloakroom.http;

import cloakroom.contract.Phase;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * What the tier measures of its own requests. Requests that say so belong to a warm-up and are in
 * no figure: the first one that does not starts the measured phase, and the counters of that moment
 * become the baseline.
 */
final class RequestFigures {
  private final LongAdder requests = new LongAdder();
  private final LongAdder errors = new LongAdder();
  private final AtomicInteger inFlight = new AtomicInteger();
  private final RequestTimes times = new RequestTimes();
  private final Supplier<Map<String, Long>> counters;

  private volatile Map<String, Long> baseline;
  private volatile long measuredSince;

  /**
   * Measures from nothing.
   *
   * @param counters the tier's counters now, for the baseline
   */
  RequestFigures(Supplier<Map<String, Long>> counters) {
    this.counters = counters;
  }

  /** A request has begun; true if it belongs to the measured phase. */
  boolean begin(String phase) {
    boolean measured = !Phase.WARM_UP.equals(phase);
    if (measured && baseline == null) {
      startMeasuring();
    }
    requests.increment();
    inFlight.incrementAndGet();
    return measured;
  }

  private synchronized void startMeasuring() {
    if (baseline == null) {
      measuredSince = System.currentTimeMillis();
      baseline = Map.copyOf(counters.get());
    }
  }

  /** The request is over: its last byte is out, or it failed. */
  void end(boolean measured, long nanos) {
    inFlight.decrementAndGet();
    if (measured) {
      times.add(nanos);
    }
  }

  /** The request was answered with an error. */
  void error() {
    errors.increment();
  }

  long requests() {
    return requests.sum();
  }

  long errors() {
    return errors.sum();
  }

  int inFlight() {
    return inFlight.get();
  }

  RequestTimes times() {
    return times;
  }

  String phase() {
    return baseline == null ? Phase.WARM_UP : Phase.MEASURED;
  }

  /** Milliseconds since the epoch at which the measured phase began, 0 before it. */
  long measuredSince() {
    return measuredSince;
  }

  /** The counters when the measured phase began, empty before it. */
  Map<String, Long> baseline() {
    Map<String, Long> frozen = baseline;
    return frozen == null ? Map.of() : frozen;
  }
}
