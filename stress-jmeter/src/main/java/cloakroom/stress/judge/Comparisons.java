package cloakroom.stress.judge;

import cloakroom.contract.Significance;
import cloakroom.stress.judge.Comparison.RatioInterval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Compares every pair of variants under every compared metric. */
public final class Comparisons {
  private static final double TICK = 0.5;
  private static final double TAIL = 0.025;

  private Comparisons() {}

  static List<Comparison> of(List<VariantTrials> variants) {
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

  /** A variant's own figure with its interval, which has no ends where nothing was measured. */
  static RatioInterval own(VariantTrials of, Metric metric) {
    double value = of.value(metric);
    double[] ones = new double[Comparison.REPLICATES];
    Arrays.fill(ones, 1);
    return value > 0
        ? interval(value, of.replicates(metric), ones, of.size())
        : new RatioInterval(value, Double.NaN, Double.NaN);
  }

  /** The ratio a over b with its interval; none when one side is nothing at all. */
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
   * Resampling n trials spreads less than n trials do, by the square root of (n-1)/n; intervals are
   * widened by as much, on the scale of the logarithm. A single trial says nothing about the spread
   * between trials, and no widening can make up for that.
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

  /** A percentile in whole milliseconds may be off by half of one, whatever was resampled. */
  private static RatioInterval rounded(
      RatioInterval interval, VariantTrials a, VariantTrials b, Metric metric) {
    if (!metric.name().endsWith(".p95")) {
      return interval;
    }
    double above = a.value(metric);
    double below = b.value(metric);
    return new RatioInterval(
        interval.ratio(),
        interval.low() * Math.max(0, above - TICK) / above * below / (below + TICK),
        interval.high() * (above + TICK) / above * below / Math.max(TICK, below - TICK));
  }

  /** As if ratio and spread stayed, and the interval narrowed with the root of the trials. */
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
