package cloakroom.stress.measure.read;

import cloakroom.stress.files.Series;
import cloakroom.stress.files.Times;
import cloakroom.stress.files.TrialSamples;
import cloakroom.stress.measure.Metric;
import cloakroom.stress.measure.TrialSummary;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One trial with the raw figures that a comparison resamples.
 *
 * @param tierSeconds as in {@link cloakroom.contract.TierTimes#perSecond}
 */
record MeasuredTrial(
    TrialSummary summary,
    TrialSamples samples,
    List<long[]> tierSeconds,
    Series series,
    long from,
    long to) {

  double seconds() {
    return (to - from) / 1000.0;
  }

  private int blocks(int blockSeconds) {
    return (int) Math.max(1, Math.floor(seconds() / blockSeconds));
  }

  /** One of {@link cloakroom.stress.measure.Metrics#COMPARED}. */
  BlockStatistic statistic(Metric metric, int blockSeconds) {
    return switch (metric.name()) {
      case "tier.mean" -> tierMean(blockSeconds);
      case "service.mean" -> mean(samples.service(), blockSeconds);
      case "service.p95" -> percentile(samples.service(), blockSeconds);
      case "response.mean" -> mean(samples.response(), blockSeconds);
      case "response.p95" -> percentile(samples.response(), blockSeconds);
      case "connections.meanInUse" -> inUse(blockSeconds);
      default -> throw new IllegalArgumentException(metric.name() + " is compared by nobody");
    };
  }

  private BlockStatistic tierMean(int blockSeconds) {
    double[] sums = new double[blocks(blockSeconds)];
    double[] counts = new double[sums.length];
    for (long[] second : tierSeconds) {
      int block = block(second[0] * 1000 - from, blockSeconds, sums.length);
      sums[block] += second[2] / 1000.0;
      counts[block] += second[1];
    }
    return BlockStatistic.mean(sums, counts);
  }

  private BlockStatistic mean(Times times, int blockSeconds) {
    int blocks = blocks(blockSeconds);
    return BlockStatistic.mean(
        times.sums(blockSeconds, blocks), times.counts(blockSeconds, blocks));
  }

  private BlockStatistic percentile(Times times, int blockSeconds) {
    int[] distinct = times.distinct();
    int[][] counts = times.countsByValue(distinct, blockSeconds, blocks(blockSeconds));
    return BlockStatistic.percentile(distinct, counts, 95);
  }

  /** A gauge read once a second cannot show less than half a sighting in the whole trial. */
  private BlockStatistic inUse(int blockSeconds) {
    double[] seconds = series.seconds();
    double[] values = series.inUse();
    double[] sums = new double[blocks(blockSeconds)];
    double[] counts = new double[sums.length];
    for (int i = 0; i < values.length; i++) {
      if (Double.isFinite(values[i])) {
        int block = block((long) (seconds[i] * 1000), blockSeconds, sums.length);
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
   * A figure of one trial as a function of how often each block of seconds is taken; once each
   * gives the trial's own figure.
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

    /** The smallest value that so many percent do not exceed, as HdrHistogram has it. */
    static BlockStatistic percentile(int[] values, int[][] counts, double percentile) {
      return new BlockStatistic(
          counts.length, weights -> percentile(values, counts, weights, percentile));
    }

    private static double percentile(
        int[] values, int[][] counts, int[] weights, double percentile) {
      long[] merged = new long[values.length];
      for (int block = 0; block < weights.length; block++) {
        for (int i = 0; weights[block] > 0 && i < merged.length; i++) {
          merged[i] += (long) weights[block] * counts[block][i];
        }
      }
      double found = Times.percentile(values, i -> merged[i], percentile / 100);
      return Double.isNaN(found) ? 0 : found;
    }
  }
}
