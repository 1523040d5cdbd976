package cloakroom.stress.judge;

import cloakroom.contract.Significance;
import cloakroom.stress.judge.Comparison.RatioInterval;
import cloakroom.stress.judge.MeasuredTrial.BlockStatistic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.DoubleStream;

/**
 * Trials of one variant with bootstrap replicates of its metrics. A replicate redraws trials, then
 * blocks of seconds within each trial. Whole blocks are drawn because neighbouring seconds are
 * correlated.
 */
public final class VariantTrials {
  private static final int MAX_BLOCK_SECONDS = 10;
  private static final int MAX_BLOCKS = 600;
  private static final double ROUNDING = 0.5;
  private static final double TAIL = 0.025;
  private final String variant;
  private final List<MeasuredTrial> trials;
  private final int blockSeconds;
  private final long seed;
  private final String stream;
  private final Map<Metric, double[]> replicates = new HashMap<>();

  /**
   * Selects the trials of one variant. {@code stream} is part of the random seed, so that two runs
   * under comparison draw independent replicates.
   */
  public VariantTrials(
      String variant, List<MeasuredTrial> all, int blockSeconds, long seed, String stream) {
    this.variant = variant;
    this.trials = all.stream().filter(t -> t.summary().variant().name().equals(variant)).toList();
    this.blockSeconds = blockSeconds;
    this.seed = seed;
    this.stream = stream;
  }

  /**
   * Returns the bootstrap's block length in seconds: a tenth of the shortest trial, but 1 to 10 s.
   * Trials of hours have longer blocks, because a trial has at most 600 blocks.
   */
  static int blockSeconds(List<MeasuredTrial> trials) {
    DoubleSummaryStatistics seconds =
        trials.stream().mapToDouble(MeasuredTrial::seconds).summaryStatistics();
    double usual = Math.max(1, Math.min(MAX_BLOCK_SECONDS, seconds.getMin() / 10));
    return (int) Math.max(usual, seconds.getMax() / MAX_BLOCKS);
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
    return replicates.computeIfAbsent(
        metric,
        of -> {
          Random random = new Random(seed * 31 + (stream + variant + "/" + of.name()).hashCode());
          List<BlockStatistic> each =
              trials.stream().map(trial -> trial.statistic(of, blockSeconds)).toList();
          double centre = each.stream().mapToDouble(BlockStatistic::plain).average().orElse(0);
          DoubleStream all = DoubleStream.generate(() -> replicate(each, random) / centre);
          return all.limit(Comparison.REPLICATES).toArray();
        });
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

  static List<Comparison> compare(List<VariantTrials> variants) {
    List<Comparison> all = new ArrayList<>();
    for (int a = 0; a < variants.size(); a++) {
      for (int b = a + 1; b < variants.size(); b++) {
        for (Metric metric : Metrics.COMPARED) {
          all.add(compare(variants.get(a), variants.get(b), metric));
        }
      }
    }
    return List.copyOf(all);
  }

  private static Comparison compare(VariantTrials a, VariantTrials b, Metric metric) {
    RatioInterval interval = ratio(a, b, metric);
    int trials = fewer(a, b);
    boolean open = interval.difference(trials).filter(Significance.UNDECIDED::equals).isPresent();
    int more = open ? more(a, b, metric) : 0;
    return new Comparison(a.variant(), b.variant(), metric, interval, trials, more);
  }

  /** Returns a metric's mean with its 95 % interval. The bounds are NaN if the mean is 0. */
  static RatioInterval own(VariantTrials of, Metric metric) {
    double value = of.value(metric);
    double[] ones = new double[Comparison.REPLICATES];
    Arrays.fill(ones, 1);
    return value > 0
        ? interval(value, of.replicates(metric), ones, of.size())
        : new RatioInterval(value, Double.NaN, Double.NaN);
  }

  /** Returns the ratio a / b of a metric with its 95 % interval; all NaN if a or b is 0. */
  public static RatioInterval ratio(VariantTrials a, VariantTrials b, Metric metric) {
    return a.value(metric) <= 0 || b.value(metric) <= 0
        ? RatioInterval.NONE
        : rounded(resampled(a, b, metric), a, b, metric);
  }

  private static RatioInterval resampled(VariantTrials a, VariantTrials b, Metric metric) {
    double ratio = a.value(metric) / b.value(metric);
    return interval(ratio, a.replicates(metric), b.replicates(metric), fewer(a, b));
  }

  /**
   * Returns the 95 % interval of a ratio. The bootstrap underestimates the spread between n trials
   * by sqrt(n / (n - 1)). The logarithmic interval is widened by this factor. A single trial shows
   * no spread between trials, so its interval is not widened.
   */
  private static RatioInterval interval(double ratio, double[] above, double[] below, int trials) {
    double[] logs = new double[above.length];
    Arrays.setAll(logs, i -> Math.log(above[i] / below[i]));
    Arrays.sort(logs);
    double widen = trials < 2 ? 1 : Math.sqrt(trials / (trials - 1.0));
    return new RatioInterval(
        ratio,
        ratio * Math.exp(widen * logs[(int) (TAIL * logs.length)]),
        ratio * Math.exp(widen * logs[(int) ((1 - TAIL) * logs.length) - 1]));
  }

  private static int fewer(VariantTrials a, VariantTrials b) {
    return Math.min(a.size(), b.size());
  }

  /**
   * Widens the interval of a ratio of percentiles. JMeter rounds times to milliseconds, so each
   * percentile may be wrong by half a millisecond.
   */
  private static RatioInterval rounded(
      RatioInterval interval, VariantTrials a, VariantTrials b, Metric metric) {
    if (!metric.name().endsWith(".p95")) {
      return interval;
    }
    double above = a.value(metric);
    double below = b.value(metric);
    double lowest = Math.max(0, above - ROUNDING) / above * below / (below + ROUNDING);
    double highest = (above + ROUNDING) / above * below / Math.max(ROUNDING, below - ROUNDING);
    return new RatioInterval(interval.ratio(), interval.low() * lowest, interval.high() * highest);
  }

  /**
   * Estimates how many more trials a decision between two variants needs. Assumes that n times as
   * many trials narrow the interval by sqrt(n).
   */
  private static int more(VariantTrials a, VariantTrials b, Metric metric) {
    RatioInterval now = resampled(a, b, metric);
    double trials = fewer(a, b);
    return Significance.more(
        fewer(a, b),
        then -> {
          RatioInterval narrower = rounded(now.narrowed(Math.sqrt(trials / then)), a, b, metric);
          return Significance.of(narrower.low(), narrower.high(), then) != Significance.UNDECIDED;
        });
  }
}
