package cloakroom.stress.files;

import cloakroom.contract.TierTimes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * The times of one kind in one trial: a histogram, and how often each value began in each second.
 * What it holds does not grow with the number of requests.
 */
public final class Times {
  private static final Map<String, Double> PERCENTILES =
      Map.of("p50", 50.0, "p90", 90.0, "p95", 95.0, "p99", 99.0, "p999", 99.9);

  /** Places of the table; when half of them are taken, neighbouring seconds are put together. */
  private static final int MOST = 1 << 20;

  /** So many of them at first, which is what a block of a long trial has. */
  private static final int COARSE = 10;

  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private final Histogram histogram = histogram();

  /** A second in the upper half of the number, a value in the lower one. */
  private long[] cells = new long[1024];

  /** How often each of them was there; 0 marks a free place. */
  private int[] counts = new int[1024];

  private int taken;
  private int resolution = 1;

  /** Adds a time in milliseconds of a request begun in that second of the measured phase. */
  public void add(int second, long milliseconds) {
    histogram.recordValue(milliseconds);
    long value = histogram.highestEquivalentValue(milliseconds);
    put(second, (int) Math.min(Integer.MAX_VALUE, value), 1);
    if (taken > cells.length / 2) {
      grow();
    }
  }

  private void put(int second, int value, int times) {
    long cell = ((long) (second - second % resolution) << 32) | value;
    int place = Long.hashCode(cell * SPREAD) & (cells.length - 1);
    while (counts[place] > 0 && cells[place] != cell) {
      place = (place + 1) & (cells.length - 1);
    }
    taken += counts[place] == 0 ? 1 : 0;
    cells[place] = cell;
    counts[place] += times;
  }

  private void grow() {
    long[] oldCells = cells;
    int[] oldCounts = counts;
    if (cells.length == MOST) {
      resolution = Math.max(COARSE, resolution * 2);
    }
    cells = new long[Math.min(MOST, oldCells.length * 2)];
    counts = new int[cells.length];
    taken = 0;
    for (int i = 0; i < oldCells.length; i++) {
      if (oldCounts[i] > 0) {
        put((int) (oldCells[i] >> 32), (int) oldCells[i], oldCounts[i]);
      }
    }
  }

  /** Mean, percentiles and maximum in milliseconds, by their names in the files. */
  public Map<String, Double> summary() {
    return summary(histogram, 1);
  }

  /** The percentile curve: 1/(1-p) and the milliseconds that the part p did not exceed. */
  public List<double[]> percentiles() {
    return percentiles(histogram, 1);
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

  /** Two points for each halving of what is left, down to the last sample. */
  public static List<double[]> percentiles(Histogram histogram, double perMillisecond) {
    List<double[]> points = new ArrayList<>();
    for (int i = 0; Math.pow(2, i / 2.0) <= histogram.getTotalCount(); i++) {
      double x = Math.pow(2, i / 2.0);
      long value = histogram.getValueAtPercentile(100 - 100 / x);
      points.add(new double[] {x, value / perMillisecond});
    }
    return points;
  }

  /** The smallest value that this part of all do not exceed; not a number without any. */
  public static double percentile(int[] values, IntToLongFunction counts, double part) {
    double wanted = Math.ceil(part * IntStream.range(0, values.length).mapToLong(counts).sum());
    long seen = 0;
    for (int i = 0; i < values.length; i++) {
      seen += counts.applyAsLong(i);
      if (seen >= wanted && seen > 0) {
        return values[i];
      }
    }
    return Double.NaN;
  }

  private IntStream places() {
    return IntStream.range(0, cells.length).filter(place -> counts[place] > 0);
  }

  private int value(int place) {
    return (int) cells[place];
  }

  /** Sum of the times begun in each block of so many seconds. */
  public double[] sums(int blockSeconds, int blocks) {
    double[] sums = new double[blocks];
    places().forEach(i -> sums[block(i, blockSeconds, blocks)] += (double) value(i) * counts[i]);
    return sums;
  }

  public double[] counts(int blockSeconds, int blocks) {
    double[] all = new double[blocks];
    places().forEach(i -> all[block(i, blockSeconds, blocks)] += counts[i]);
    return all;
  }

  public int[] distinct() {
    return places().map(this::value).sorted().distinct().toArray();
  }

  public int[][] countsByValue(int[] distinct, int blockSeconds, int blocks) {
    int[][] all = new int[blocks][distinct.length];
    places()
        .forEach(
            i ->
                all[block(i, blockSeconds, blocks)][Arrays.binarySearch(distinct, value(i))] +=
                    counts[i]);
    return all;
  }

  private int block(int place, int blockSeconds, int blocks) {
    return Math.min(blocks - 1, (int) (cells[place] >> 32) / blockSeconds);
  }
}
