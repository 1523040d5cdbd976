package cloakroom.stress.measure.read;

import cloakroom.contract.Difference;
import cloakroom.stress.measure.Comparison;
import cloakroom.stress.measure.Comparison.ComparedMetric;
import cloakroom.stress.measure.Comparison.Failures;
import cloakroom.stress.measure.Comparison.Interval;
import cloakroom.stress.measure.Comparison.Outcome;
import cloakroom.stress.measure.Comparison.Verdict;
import cloakroom.stress.measure.RunSummary.Faults;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Compares every pair of variants under every compared metric. */
final class Comparisons {
  private static final double TICK = 0.5;
  private static final double TAIL = 0.025;

  private Comparisons() {}

  /** All comparisons; with faults, every verdict is withheld. */
  static List<Comparison> of(List<VariantTrials> variants, Faults faults) {
    List<Comparison> all = new ArrayList<>();
    for (int a = 0; a < variants.size(); a++) {
      for (int b = a + 1; b < variants.size(); b++) {
        for (ComparedMetric metric : ComparedMetric.values()) {
          all.add(compare(variants.get(a), variants.get(b), metric, faults));
        }
      }
    }
    return List.copyOf(all);
  }

  private static Comparison compare(
      VariantTrials a, VariantTrials b, ComparedMetric metric, Faults faults) {
    Interval interval = ratio(a, b, metric);
    Verdict verdict =
        faults.none()
            ? verdict(a, b, metric, interval)
            : new Verdict(Outcome.WITHHELD, "", 1, List.of(), 0, 0);
    return new Comparison(a.variant(), b.variant(), metric, interval, verdict);
  }

  /** A variant's own figure with its interval, which has no ends where nothing was measured. */
  static Interval own(VariantTrials of, ComparedMetric metric) {
    double value = of.value(metric);
    double[] ones = new double[VariantTrials.REPLICATES];
    Arrays.fill(ones, 1);
    return value > 0
        ? interval(value, of.replicates(metric), ones, of.size())
        : new Interval(value, Double.NaN, Double.NaN);
  }

  /** The ratio a over b with its interval; none when one side is nothing at all. */
  static Interval ratio(VariantTrials a, VariantTrials b, ComparedMetric metric) {
    return a.value(metric) <= 0 || b.value(metric) <= 0
        ? Interval.NONE
        : rounded(resampled(a, b, metric), a, b, metric);
  }

  private static Interval resampled(VariantTrials a, VariantTrials b, ComparedMetric metric) {
    double ratio = a.value(metric) / b.value(metric);
    return interval(ratio, a.replicates(metric), b.replicates(metric), fewer(a, b));
  }

  /**
   * Resampling n trials spreads less than n trials do, by the square root of (n-1)/n; intervals are
   * widened by as much, on the scale of the logarithm. A single trial says nothing about the spread
   * between trials, and no widening can make up for that.
   */
  private static Interval interval(double ratio, double[] above, double[] below, int trials) {
    double[] logs = new double[above.length];
    Arrays.setAll(logs, i -> Math.log(above[i] / below[i]));
    Arrays.sort(logs);
    double widen = trials < 2 ? 1 : Math.sqrt(trials / (trials - 1.0));
    return new Interval(
        ratio,
        ratio * Math.exp(widen * logs[(int) (TAIL * logs.length)]),
        ratio * Math.exp(widen * logs[(int) ((1 - TAIL) * logs.length) - 1]));
  }

  private static int fewer(VariantTrials a, VariantTrials b) {
    return Math.min(a.size(), b.size());
  }

  /** A percentile in whole milliseconds may be off by half of one, whatever was resampled. */
  private static Interval rounded(
      Interval interval, VariantTrials a, VariantTrials b, ComparedMetric metric) {
    if (!metric.coarse()) {
      return interval;
    }
    double above = a.value(metric);
    double below = b.value(metric);
    return new Interval(
        interval.ratio(),
        interval.low() * Math.max(0, above - TICK) / above * below / (below + TICK),
        interval.high() * (above + TICK) / above * below / Math.max(TICK, below - TICK));
  }

  /** As if ratio and spread stayed, and the interval narrowed with the root of the trials. */
  private static int more(VariantTrials a, VariantTrials b, ComparedMetric metric) {
    Interval now = resampled(a, b, metric);
    double trials = fewer(a, b);
    return Difference.more(
        fewer(a, b),
        then -> {
          Interval narrower = rounded(now.narrowed(Math.sqrt(trials / then)), a, b, metric);
          return Difference.of(narrower.low(), narrower.high(), then) != Difference.UNDECIDED;
        });
  }

  private static Verdict verdict(
      VariantTrials a, VariantTrials b, ComparedMetric metric, Interval interval) {
    Outcome outcome = outcome(interval, fewer(a, b));
    boolean better = outcome == Outcome.BETTER || outcome == Outcome.SMALL;
    boolean first = interval.high() < 1;
    String variant =
        switch (outcome) {
          case BETTER, SMALL -> first ? a.variant() : b.variant();
          case NO_RATIO -> nothing(a, b, metric);
          default -> "";
        };
    double factor = !better ? 1 : first ? 1 / interval.ratio() : interval.ratio();
    List<Failures> failures =
        Stream.of(a, b)
            .filter(side -> side.failed() > 0)
            .map(side -> new Failures(side.variant(), side.failed(), side.requests()))
            .toList();
    int more = outcome == Outcome.UNDECIDED ? more(a, b, metric) : 0;
    return new Verdict(outcome, variant, factor, failures, fewer(a, b), more);
  }

  private static Outcome outcome(Interval interval, int trials) {
    if (Double.isNaN(interval.ratio())) {
      return Outcome.NO_RATIO;
    }
    if (Double.isNaN(interval.low()) || Double.isNaN(interval.high())) {
      return Outcome.NO_INTERVAL;
    }
    return switch (Difference.of(interval.low(), interval.high(), trials)) {
      case SEEN -> Outcome.BETTER;
      case SMALL -> Outcome.SMALL;
      case NONE -> Outcome.NO_DIFFERENCE;
      case UNDECIDED -> Outcome.UNDECIDED;
    };
  }

  private static String nothing(VariantTrials a, VariantTrials b, ComparedMetric metric) {
    if (a.value(metric) <= 0) {
      return b.value(metric) <= 0 ? "" : a.variant();
    }
    return b.variant();
  }
}
