package cloakroom.http;

import cloakroom.contract.TierTimes;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * How long requests took inside the tier, from the first byte read to the last byte written, in
 * microseconds.
 */
final class RequestTimes {
  /** What takes longer counts as this. */
  private static final long LONGEST_MICROS = TimeUnit.HOURS.toMicros(1);

  private static final class Second {
    final long epochSecond;
    final LongAdder count = new LongAdder();
    final LongAdder micros = new LongAdder();

    Second(long epochSecond) {
      this.epochSecond = epochSecond;
    }
  }

  /** Of full size from the start: while one that grows does so, every request has to wait. */
  private final ConcurrentHistogram histogram =
      new ConcurrentHistogram(LONGEST_MICROS, TierTimes.DIGITS);

  private final LongAdder sum = new LongAdder();
  private final Map<Long, Second> seconds = new ConcurrentHashMap<>();

  /** The second in which a request ended last, one of the map's. */
  private volatile Second latest = new Second(Long.MIN_VALUE);

  /** Adds a request that ends now. */
  void add(long nanos) {
    long micros = TimeUnit.NANOSECONDS.toMicros(nanos);
    histogram.recordValue(Math.min(Math.max(0, micros), LONGEST_MICROS));
    sum.add(micros);
    Second second = second(TimeUnit.MILLISECONDS.toSeconds(System.currentTimeMillis()));
    second.count.increment();
    second.micros.add(micros);
  }

  private Second second(long epochSecond) {
    Second second = latest;
    if (second.epochSecond != epochSecond) {
      second = seconds.computeIfAbsent(epochSecond, Second::new);
      latest = second;
    }
    return second;
  }

  /** The times so far. */
  TierTimes summary() {
    Histogram copy = histogram.copy();
    long count = copy.getTotalCount();
    return new TierTimes(
        TierTimes.MICROSECONDS,
        count,
        count == 0 ? 0 : (double) sum.sum() / count,
        encode(copy),
        new TreeMap<>(seconds)
            .entrySet().stream().map(e -> row(e.getKey(), e.getValue())).toList());
  }

  private static long[] row(long epochSecond, Second second) {
    return new long[] {epochSecond, second.count.sum(), second.micros.sum()};
  }

  private static String encode(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
  }
}
