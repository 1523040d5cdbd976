package cloakroom.stress.measure;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** The one percentile routine of every figure: HdrHistogram with three significant digits. */
public final class Percentiles {
  /** Stands beside the numbers in every report. */
  public static final String METHOD = "HdrHistogram 3 digits";

  private static final int DIGITS = 3;

  private Percentiles() {}

  static Histogram histogram() {
    return new Histogram(DIGITS);
  }

  /** Reads HdrHistogram's compressed form in base64. */
  static Histogram decode(String base64) throws DataFormatException {
    ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(base64.trim()));
    return Histogram.decodeFromCompressedByteBuffer(bytes, 0);
  }

  /** Sums up a histogram whose unit is {@code 1/perMillisecond} of a millisecond. */
  static LatencySummary summarise(Histogram histogram, double perMillisecond) {
    if (histogram.getTotalCount() == 0) {
      return LatencySummary.NONE;
    }
    return new LatencySummary(
        histogram.getMean() / perMillisecond,
        histogram.getValueAtPercentile(50) / perMillisecond,
        histogram.getValueAtPercentile(90) / perMillisecond,
        histogram.getValueAtPercentile(95) / perMillisecond,
        histogram.getValueAtPercentile(99) / perMillisecond,
        histogram.getValueAtPercentile(99.9) / perMillisecond,
        histogram.getMaxValue() / perMillisecond);
  }
}
