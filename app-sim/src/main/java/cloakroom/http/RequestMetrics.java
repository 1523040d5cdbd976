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
 * Number and response times of the tier's requests, from the first byte read to the last byte
 * written. Requests marked as warm-up are not measured. The first other one starts the measured
 * phase, and the counters of that moment become the baseline.
 */
final class RequestMetrics {
  private static final long MAX_MICROS = TimeUnit.HOURS.toMicros(1);

  /** Number and total time of the requests that ended in a second. */
  private record Second(LongAdder count, LongAdder micros) {}

  private final TierCounters counts;
  private final Supplier<Map<String, Long>> counters;
  private final AtomicInteger inFlight = new AtomicInteger();

  /** Fixed size, because all requests would wait while it grows. */
  private final ConcurrentHistogram histogram =
      new ConcurrentHistogram(MAX_MICROS, TierTimes.DIGITS);

  private final LongAdder sum = new LongAdder();
  private final Map<Long, Second> seconds = new ConcurrentHashMap<>();

  /** Begin of the measured phase in milliseconds since the epoch, or 0 before it. */
  private volatile long measuredSince;

  /** Counters at the begin of the measured phase, or null before it. */
  private volatile Map<String, Long> baseline;

  /**
   * Creates metrics without requests.
   *
   * @param counts counters of requests and errors
   * @param counters supplier of all counters of the tier, for the baseline
   */
  RequestMetrics(TierCounters counts, Supplier<Map<String, Long>> counters) {
    this.counts = counts;
    this.counters = counters;
  }

  /** Records the beginning of a request. Returns whether it is measured. */
  boolean begin(String phase) {
    boolean measured = !Phase.WARM_UP.equals(phase);
    if (measured && baseline == null) {
      synchronized (this) {
        if (baseline == null) {
          measuredSince = SteadyTime.millis();
          baseline = Map.copyOf(counters.get());
        }
      }
    }
    counts.add(Counter.REQUESTS);
    inFlight.incrementAndGet();
    return measured;
  }

  /** Records the end of a request, after its last byte or its failure. */
  void end(boolean measured, long nanos) {
    inFlight.decrementAndGet();
    if (!measured) {
      return;
    }
    long micros = TimeUnit.NANOSECONDS.toMicros(nanos);
    histogram.recordValue(Math.min(Math.max(0, micros), MAX_MICROS));
    sum.add(micros);
    Second second =
        seconds.computeIfAbsent(
            TimeUnit.MILLISECONDS.toSeconds(SteadyTime.millis()),
            epochSecond -> new Second(new LongAdder(), new LongAdder()));
    second.count().increment();
    second.micros().add(micros);
  }

  /** Resets phases and times, but no counters, for a trial on a running tier. */
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

  int inFlight() {
    return inFlight.get();
  }

  String phase() {
    return baseline == null ? Phase.WARM_UP : Phase.MEASURED;
  }

  long measuredSince() {
    return measuredSince;
  }

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
        new TreeMap<>(seconds)
            .entrySet().stream()
                .map(
                    e ->
                        new long[] {
                          e.getKey(), e.getValue().count().sum(), e.getValue().micros().sum()
                        })
                .toList());
  }
}
