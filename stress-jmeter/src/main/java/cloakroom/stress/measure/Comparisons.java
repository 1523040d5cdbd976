package cloakroom.stress.measure;

import cloakroom.stress.measure.Bootstrap.Interval;
import java.util.ArrayList;
import java.util.List;

/** Compares every pair of variants under every compared metric. */
final class Comparisons {
  private static final double TICK = 0.5;

  private final String withheld;

  /** A reason that is not empty withholds every verdict. */
  private Comparisons(String withheld) {
    this.withheld = withheld;
  }

  static List<Comparison> of(List<VariantTrials> variants, String withheld) {
    Comparisons comparisons = new Comparisons(withheld);
    List<Comparison> all = new ArrayList<>();
    for (int a = 0; a < variants.size(); a++) {
      for (int b = a + 1; b < variants.size(); b++) {
        for (ComparedMetric metric : ComparedMetric.values()) {
          all.add(comparisons.compare(variants.get(a), variants.get(b), metric));
        }
      }
    }
    return List.copyOf(all);
  }

  private Comparison compare(VariantTrials a, VariantTrials b, ComparedMetric metric) {
    Interval interval = ratio(a, b, metric);
    String verdict = withheld.isEmpty() ? verdict(a, b, metric, interval) : "withheld: " + withheld;
    return new Comparison(
        a.variant(),
        b.variant(),
        metric.key(),
        interval.ratio(),
        interval.low(),
        interval.high(),
        verdict,
        !withheld.isEmpty());
  }

  /** The ratio a over b with its interval; all NaN when one side is nothing at all. */
  static Interval ratio(VariantTrials a, VariantTrials b, ComparedMetric metric) {
    double above = a.value(metric);
    double below = b.value(metric);
    if (above <= 0 || below <= 0) {
      return new Interval(Double.NaN, Double.NaN, Double.NaN);
    }
    Interval interval =
        Bootstrap.interval(
            above / below,
            a.replicates(metric),
            b.replicates(metric),
            Math.min(a.size(), b.size()));
    return metric.coarse() ? rounded(interval, above, below) : interval;
  }

  /** A percentile in whole milliseconds may be off by half of one, whatever was resampled. */
  private static Interval rounded(Interval interval, double above, double below) {
    return new Interval(
        interval.ratio(),
        interval.low() * Math.max(0, above - TICK) / above * below / (below + TICK),
        interval.high() * (above + TICK) / above * below / Math.max(TICK, below - TICK));
  }

  private static String verdict(
      VariantTrials a, VariantTrials b, ComparedMetric metric, Interval interval) {
    return plain(a, b, metric, interval)
        + Verdict.failures(a.variant(), a.failed(), a.requests())
        + Verdict.failures(b.variant(), b.failed(), b.requests())
        + Verdict.preliminary(Math.min(a.size(), b.size()));
  }

  private static String plain(
      VariantTrials a, VariantTrials b, ComparedMetric metric, Interval interval) {
    if (Double.isNaN(interval.ratio())) {
      return nothing(a, b, metric);
    }
    return Verdict.of(metric, a.variant(), b.variant(), interval);
  }

  private static String nothing(VariantTrials a, VariantTrials b, ComparedMetric metric) {
    if (a.value(metric) <= 0 && b.value(metric) <= 0) {
      return "no ratio: both are 0";
    }
    return "no ratio: it is 0 under " + (a.value(metric) <= 0 ? a.variant() : b.variant());
  }
}
