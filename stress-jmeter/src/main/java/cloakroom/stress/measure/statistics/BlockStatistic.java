package cloakroom.stress.measure.statistics;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;

/**
 * A figure of one trial as a function of how often each block of seconds is taken; once each gives
 * the trial's own figure.
 */
record BlockStatistic(int blocks, ToDoubleFunction<int[]> value) {

  double at(int[] weights) {
    return value.applyAsDouble(weights);
  }

  double plain() {
    int[] once = new int[blocks];
    Arrays.fill(once, 1);
    return at(once);
  }

  static BlockStatistic mean(double[] sums, double[] counts) {
    return new BlockStatistic(sums.length, weights -> mean(sums, counts, weights));
  }

  private static double mean(double[] sums, double[] counts, int[] weights) {
    double sum = 0;
    double count = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += weights[i] * sums[i];
      count += weights[i] * counts[i];
    }
    return count == 0 ? 0 : sum / count;
  }

  /**
   * The smallest value that the given percentage of all does not exceed, as HdrHistogram has it.
   */
  static BlockStatistic percentile(int[] values, int[][] counts, double percentile) {
    return new BlockStatistic(
        counts.length, weights -> percentile(values, counts, weights, percentile));
  }

  private static double percentile(int[] values, int[][] counts, int[] weights, double percentile) {
    long[] merged = new long[values.length];
    for (int block = 0; block < weights.length; block++) {
      for (int i = 0; weights[block] > 0 && i < merged.length; i++) {
        merged[i] += (long) weights[block] * counts[block][i];
      }
    }
    double wanted = Math.ceil(percentile / 100 * Arrays.stream(merged).sum());
    long seen = 0;
    for (int i = 0; i < merged.length; i++) {
      seen += merged[i];
      if (seen >= wanted && seen > 0) {
        return values[i];
      }
    }
    return 0;
  }
}
