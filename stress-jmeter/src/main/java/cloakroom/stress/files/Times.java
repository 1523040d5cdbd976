package cloakroom.stress.files;

import cloakroom.contract.TierTimes;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** The times of one kind in one trial: a histogram, and each value with the second it began in. */
public final class Times {
  private static final Map<String, Double> PERCENTILES =
      Map.of("p50", 50.0, "p90", 90.0, "p95", 95.0, "p99", 99.0, "p999", 99.9);

  private final Histogram histogram = histogram();
  private int[] seconds = new int[1024];
  private int[] values = new int[1024];
  private int size;

  /** Adds a time in milliseconds of a request begun in that second of the measured phase. */
  public void add(int second, long milliseconds) {
    histogram.recordValue(milliseconds);
    if (size == values.length) {
      seconds = Arrays.copyOf(seconds, size * 2);
      values = Arrays.copyOf(values, size * 2);
    }
    seconds[size] = second;
    values[size++] = (int) Math.min(Integer.MAX_VALUE, milliseconds);
  }

  /** Mean, percentiles and maximum in milliseconds, by their names in the files. */
  public Map<String, Double> summary() {
    return summary(histogram, 1);
  }

  /** The one percentile routine of every figure. */
  static Histogram histogram() {
    return new Histogram(TierTimes.DIGITS);
  }

  /** The same of a histogram with so many units in a millisecond; 0 without samples. */
  public static Map<String, Double> summary(Histogram histogram, double perMillisecond) {
    Map<String, Double> all = new LinkedHashMap<>();
    all.put("mean", histogram.getTotalCount() == 0 ? 0 : histogram.getMean());
    PERCENTILES.forEach(
        (name, percent) -> all.put(name, (double) histogram.getValueAtPercentile(percent)));
    all.put("max", (double) histogram.getMaxValue());
    all.replaceAll((name, value) -> value / perMillisecond);
    return all;
  }

  /** Sum of the times begun in each block of so many seconds. */
  public double[] sums(int blockSeconds, int blocks) {
    double[] sums = new double[blocks];
    for (int i = 0; i < size; i++) {
      sums[block(i, blockSeconds, blocks)] += values[i];
    }
    return sums;
  }

  /** Number of requests begun in each block of so many seconds. */
  public double[] counts(int blockSeconds, int blocks) {
    double[] counts = new double[blocks];
    for (int i = 0; i < size; i++) {
      counts[block(i, blockSeconds, blocks)]++;
    }
    return counts;
  }

  /** The distinct values in order. */
  public int[] distinct() {
    return Arrays.stream(values, 0, size).sorted().distinct().toArray();
  }

  /** How often each distinct value occurs in each block. */
  public int[][] countsByValue(int[] distinct, int blockSeconds, int blocks) {
    int[][] counts = new int[blocks][distinct.length];
    for (int i = 0; i < size; i++) {
      counts[block(i, blockSeconds, blocks)][Arrays.binarySearch(distinct, values[i])]++;
    }
    return counts;
  }

  private int block(int i, int blockSeconds, int blocks) {
    return Math.min(blocks - 1, seconds[i] / blockSeconds);
  }
}
