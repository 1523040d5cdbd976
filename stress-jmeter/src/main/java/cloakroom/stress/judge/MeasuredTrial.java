package cloakroom.stress.judge;

import cloakroom.stress.folder.TimeSeries;
import cloakroom.stress.folder.Times;
import cloakroom.stress.folder.TrialSamples;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

record MeasuredTrial(
    TrialSummary summary,
    TrialSamples samples,
    List<long[]> tierSeconds,
    TimeSeries series,
    long from,
    long to) {
  double seconds() {
    return (to - from) / 1000.0;
  }

  BlockStatistic statistic(Metric metric, int blockSeconds) {
    int blocks = (int) Math.max(1, Math.floor(seconds() / blockSeconds));
    if (metric.equals(Metrics.CONNECTIONS)) {
      return inUse(blockSeconds, blocks);
    }
    if (metric.equals(Metrics.TIER_MEAN)) {
      double[] sums = new double[blocks];
      double[] counts = new double[blocks];
      for (long[] second : tierSeconds) {
        int block = block(second[0] * 1000 - from, blockSeconds, blocks);
        sums[block] += second[2] / 1000.0;
        counts[block] += second[1];
      }
      return BlockStatistic.mean(sums, counts);
    }
    boolean response = metric.name().startsWith("response.");
    Times times = response ? samples.response() : samples.service();
    if (metric.name().endsWith(".mean")) {
      return BlockStatistic.mean(
          times.sums(blockSeconds, blocks), times.counts(blockSeconds, blocks));
    }
    int[] distinct = times.distinct();
    return BlockStatistic.p95(distinct, times.countsByValue(distinct, blockSeconds, blocks));
  }

  /**
   * Returns the mean number of connections in use, from one sample per second. A mean of 0 counts
   * as half a connection in one sample, because a ratio needs a positive value.
   */
  private BlockStatistic inUse(int blockSeconds, int blocks) {
    double[] seconds = series.seconds();
    double[] values = series.inUse();
    double[] sums = new double[blocks];
    double[] counts = new double[blocks];
    for (int i = 0; i < values.length; i++) {
      if (Double.isFinite(values[i])) {
        int block = block((long) (seconds[i] * 1000), blockSeconds, blocks);
        sums[block] += values[i];
        counts[block]++;
      }
    }
    double least = 0.5 / Math.max(1, Arrays.stream(counts).sum());
    BlockStatistic mean = BlockStatistic.mean(sums, counts);
    return new BlockStatistic(mean.blocks(), weights -> Math.max(least, mean.at(weights)));
  }

  private static int block(long millis, int blockSeconds, int blocks) {
    return (int) Math.max(0, Math.min(blocks - 1, millis / 1000 / blockSeconds));
  }

  /**
   * Metric of one trial, computed from the number of times the bootstrap drew each block of
   * seconds.
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
      return new BlockStatistic(
          sums.length,
          weights -> {
            double sum = 0;
            double count = 0;
            for (int i = 0; i < weights.length; i++) {
              sum += weights[i] * sums[i];
              count += weights[i] * counts[i];
            }
            return count == 0 ? 0 : sum / count;
          });
    }

    /**
     * Returns the 95th percentile as HdrHistogram defines it: the smallest value that 95 % of the
     * values do not exceed.
     */
    static BlockStatistic p95(int[] values, int[][] counts) {
      return new BlockStatistic(counts.length, weights -> p95(values, counts, weights));
    }

    private static double p95(int[] values, int[][] counts, int[] weights) {
      long[] merged = new long[values.length];
      for (int block = 0; block < weights.length; block++) {
        for (int i = 0; weights[block] > 0 && i < merged.length; i++) {
          merged[i] += (long) weights[block] * counts[block][i];
        }
      }
      double wanted = Math.ceil(0.95 * Arrays.stream(merged).sum());
      long seen = 0;
      for (int i = 0; i < values.length; i++) {
        seen += merged[i];
        if (seen >= wanted && seen > 0) {
          return values[i];
        }
      }
      return 0;
    }
  }
}
