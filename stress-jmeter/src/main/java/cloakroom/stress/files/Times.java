package cloakroom.stress.files;

import java.util.Arrays;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** The times of one kind in one trial: a histogram, and each value with the second it began in. */
public final class Times {
  private final Histogram histogram = Percentiles.histogram();
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
    return Percentiles.of(histogram, 1);
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
