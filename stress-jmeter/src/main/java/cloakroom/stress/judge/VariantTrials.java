package cloakroom.stress.judge;

import cloakroom.stress.judge.MeasuredTrial.BlockStatistic;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.DoubleStream;

/**
 * The trials of one variant, and replicates of its figures from a two-level bootstrap: resamples
 * the trials, then the blocks of seconds inside each, because neighbouring seconds resemble each
 * other and so do the seconds of one trial. They are drawn once for all pairs.
 */
public final class VariantTrials {
  private static final int USUAL_BLOCK = 10;

  /** More of them tell no more, and take longer. */
  private static final int MOST_BLOCKS = 600;

  private final String variant;
  private final List<MeasuredTrial> trials;
  private final int blockSeconds;
  private final long seed;
  private final String stream;
  private final Map<Metric, double[]> replicates = new HashMap<>();

  /** Picks one variant's trials. Two runs that are compared must not share a random stream. */
  public VariantTrials(
      String variant, List<MeasuredTrial> all, int blockSeconds, long seed, String stream) {
    this.variant = variant;
    this.trials = all.stream().filter(t -> t.summary().variant().name().equals(variant)).toList();
    this.blockSeconds = blockSeconds;
    this.seed = seed;
    this.stream = stream;
  }

  /** A tenth of the shortest trial, from one to ten seconds; more where trials last hours. */
  static int blockSeconds(List<MeasuredTrial> trials) {
    DoubleSummaryStatistics seconds =
        trials.stream().mapToDouble(MeasuredTrial::seconds).summaryStatistics();
    double usual = Math.max(1, Math.min(USUAL_BLOCK, seconds.getMin() / 10));
    return (int) Math.max(usual, seconds.getMax() / MOST_BLOCKS);
  }

  public String variant() {
    return variant;
  }

  public int size() {
    return trials.size();
  }

  double value(Metric metric) {
    return trials.stream().mapToDouble(t -> metric.of(t.summary())).average().orElse(0);
  }

  double[] replicates(Metric metric) {
    return replicates.computeIfAbsent(metric, this::draw);
  }

  private double[] draw(Metric metric) {
    Random random = new Random(seed * 31 + (stream + variant + "/" + metric.name()).hashCode());
    List<BlockStatistic> each =
        trials.stream().map(trial -> trial.statistic(metric, blockSeconds)).toList();
    double centre = each.stream().mapToDouble(BlockStatistic::plain).average().orElse(0);
    return DoubleStream.generate(() -> replicate(each, random) / centre)
        .limit(Comparison.REPLICATES)
        .toArray();
  }

  private static double replicate(List<BlockStatistic> trials, Random random) {
    double sum = 0;
    for (int i = 0; i < trials.size(); i++) {
      BlockStatistic trial = trials.get(random.nextInt(trials.size()));
      int[] weights = new int[trial.blocks()];
      for (int block = 0; block < weights.length; block++) {
        weights[random.nextInt(weights.length)]++;
      }
      sum += trial.at(weights);
    }
    return sum / trials.size();
  }
}
