package cloakroom.http;

import cloakroom.contract.Counter;
import cloakroom.contract.Phase;
import cloakroom.contract.TierTimes;
import cloakroom.module.TierCounters;
import cloakroom.platform.SteadyTime;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
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
 * Counters and times of requests; a response ends when its last byte is written. At the first
 * request after the warm-up, saves the counters as a baseline that reports subtract.
 */
final class RequestMetrics {
  private static final long MAX_MICROS = TimeUnit.HOURS.toMicros(1);

  private record Second(LongAdder count, LongAdder micros) {}

  private final TierCounters counts;
  private final Supplier<Map<String, Long>> counters;
  private final AtomicInteger inFlight = new AtomicInteger();
  // A fixed maximum prevents a resize of the histogram, during which all requests would wait.
  private final ConcurrentHistogram histogram =
      new ConcurrentHistogram(MAX_MICROS, TierTimes.DIGITS);
  private final LongAdder sum = new LongAdder();
  private final Map<Long, Second> seconds = new ConcurrentHashMap<>();
  volatile long measuredSince; // in milliseconds since the epoch, or 0 before it
  volatile Map<String, Long> baseline; // counters then, or null before it

  RequestMetrics(TierCounters counts, Supplier<Map<String, Long>> counters) {
    this.counts = counts;
    this.counters = counters;
  }

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

  void end(boolean measured, long nanos) {
    inFlight.decrementAndGet();
    if (!measured) {
      return;
    }
    long micros = TimeUnit.NANOSECONDS.toMicros(nanos);
    histogram.recordValue(Math.min(Math.max(0, micros), MAX_MICROS));
    sum.add(micros);
    long now = TimeUnit.MILLISECONDS.toSeconds(SteadyTime.millis());
    Second second =
        seconds.computeIfAbsent(now, key -> new Second(new LongAdder(), new LongAdder()));
    second.count().increment();
    second.micros().add(micros);
  }

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

  TierTimes times() {
    Histogram copy = histogram.copy();
    long count = copy.getTotalCount();
    ByteBuffer buffer = ByteBuffer.allocate(copy.getNeededByteBufferCapacity());
    int length = copy.encodeIntoCompressedByteBuffer(buffer);
    String encoded = Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    double mean = count == 0 ? 0 : (double) sum.sum() / count;
    List<long[]> perSecond = new ArrayList<>();
    new TreeMap<>(seconds)
        .forEach((at, s) -> perSecond.add(new long[] {at, s.count().sum(), s.micros().sum()}));
    return new TierTimes(TierTimes.MICROSECONDS, count, mean, encoded, perSecond);
  }
}
