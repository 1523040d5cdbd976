package cloakroom.http;

import cloakroom.contract.Counter;
import cloakroom.contract.Phase;
import cloakroom.contract.TierTimes;
import cloakroom.module.TierCounters;
import cloakroom.platform.SteadyTime;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * What the tier measures of its own requests: how many, and how long they took inside it, from the
 * first byte read to the last byte written. Requests that say so belong to a warm-up and are in no
 * figure: the first one that does not starts the measured phase, and the counters of that moment
 * become the baseline.
 */
final class RequestMetrics {
  /** What takes longer counts as this. */
  private static final long LONGEST_MICROS = TimeUnit.HOURS.toMicros(1);

  /** The requests that ended in a second, and their times. */
  private record Second(long epochSecond, LongAdder count, LongAdder micros) {
    Second(long epochSecond) {
      this(epochSecond, new LongAdder(), new LongAdder());
    }

    long[] row() {
      return new long[] {epochSecond, count.sum(), micros.sum()};
    }
  }

  private final TierCounters counts;
  private final Supplier<Map<String, Long>> counters;
  private final AtomicInteger inFlight = new AtomicInteger();

  /** Of full size from the start: while one that grows does so, every request has to wait. */
  private final ConcurrentHistogram histogram =
      new ConcurrentHistogram(LONGEST_MICROS, TierTimes.DIGITS);

  private final LongAdder sum = new LongAdder();
  private final Map<Long, Second> seconds = new ConcurrentHashMap<>();

  private volatile Map<String, Long> baseline;
  private volatile long measuredSince;

  /**
   * Measures from nothing.
   *
   * @param counts where requests and errors are counted
   * @param counters all of the tier's counters now, for the baseline
   */
  RequestMetrics(TierCounters counts, Supplier<Map<String, Long>> counters) {
    this.counts = counts;
    this.counters = counters;
  }

  /** A request has begun; true if it belongs to the measured phase. */
  boolean begin(String phase) {
    boolean measured = !Phase.WARM_UP.equals(phase);
    if (measured && baseline == null) {
      startMeasuring();
    }
    counts.add(Counter.REQUESTS);
    inFlight.incrementAndGet();
    return measured;
  }

  private synchronized void startMeasuring() {
    if (baseline == null) {
      measuredSince = SteadyTime.millis();
      baseline = Map.copyOf(counters.get());
    }
  }

  /** The request is over: its last byte is out, or it failed. */
  void end(boolean measured, long nanos) {
    inFlight.decrementAndGet();
    if (!measured) {
      return;
    }
    long micros = TimeUnit.NANOSECONDS.toMicros(nanos);
    histogram.recordValue(Math.min(Math.max(0, micros), LONGEST_MICROS));
    sum.add(micros);
    Second second =
        seconds.computeIfAbsent(TimeUnit.MILLISECONDS.toSeconds(SteadyTime.millis()), Second::new);
    second.count().increment();
    second.micros().add(micros);
  }

  /** A trial begins on a tier that goes on: its phases and times are new, its counters are not. */
  synchronized void resetForTrial() {
    baseline = null;
    measuredSince = 0;
    histogram.reset();
    sum.reset();
    seconds.clear();
  }

  void error() {
    counts.add(Counter.REQUEST_ERRORS);
  }

  /** A request came to no handler and was answered with an error. */
  void refused(String phase, long nanos) {
    boolean measured = begin(phase);
    error();
    end(measured, nanos);
  }

  int inFlight() {
    return inFlight.get();
  }

  String phase() {
    return baseline == null ? Phase.WARM_UP : Phase.MEASURED;
  }

  /** Milliseconds since the epoch at which the measured phase began, 0 before it. */
  long measuredSince() {
    return measuredSince;
  }

  /** The counters when the measured phase began; null, which a report takes for none, before it. */
  Map<String, Long> baseline() {
    return baseline;
  }

  TierTimes times() {
    Histogram copy = histogram.copy();
    long count = copy.getTotalCount();
    ByteBuffer buffer = ByteBuffer.allocate(copy.getNeededByteBufferCapacity());
    int length = copy.encodeIntoCompressedByteBuffer(buffer);
    return new TierTimes(
        TierTimes.MICROSECONDS,
        count,
        count == 0 ? 0 : (double) sum.sum() / count,
        Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length)),
        new TreeMap<>(seconds).values().stream().map(Second::row).toList());
  }
}
