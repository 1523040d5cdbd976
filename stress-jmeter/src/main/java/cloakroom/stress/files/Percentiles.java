package cloakroom.stress.files;

import cloakroom.contract.TierTimes;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** The one percentile routine of every figure: HdrHistogram with three significant digits. */
final class Percentiles {
  private static final Map<String, Double> PARTS =
      Map.of("p50", 50.0, "p90", 90.0, "p95", 95.0, "p99", 99.0, "p999", 99.9);

  private Percentiles() {}

  static Histogram histogram() {
    return new Histogram(TierTimes.DIGITS);
  }

  /** Reads HdrHistogram's compressed form in base64. */
  static Histogram decode(String base64) throws DataFormatException {
    ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(base64.trim()));
    return Histogram.decodeFromCompressedByteBuffer(bytes, 0);
  }

  /**
   * Mean, percentiles and maximum in milliseconds by their names in the files; 0 without samples.
   *
   * @param perMillisecond units of the histogram in a millisecond
   */
  static Map<String, Double> of(Histogram histogram, double perMillisecond) {
    Map<String, Double> all = new HashMap<>();
    all.put("mean", histogram.getTotalCount() == 0 ? 0 : histogram.getMean() / perMillisecond);
    PARTS.forEach(
        (name, percentile) ->
            all.put(name, histogram.getValueAtPercentile(percentile) / perMillisecond));
    all.put("max", histogram.getMaxValue() / perMillisecond);
    return all;
  }
}
