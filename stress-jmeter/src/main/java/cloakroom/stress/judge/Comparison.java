package cloakroom.stress.judge;

import cloakroom.contract.Significance;
import cloakroom.statistics.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Comparison of variants {@code a} and {@code b} by the ratio of one metric. Each block has one
 * trial of each variant, so each block gives one ratio.
 */
public record Comparison(String a, String b, Metric metric, Interval interval) {
  private static final double ROUNDING = 0.5;

  /** Compares each variant with each later one. */
  static List<Comparison> of(List<String> variants, List<TrialSummary> trials) {
    List<Comparison> all = new ArrayList<>();
    for (int a = 0; a < variants.size(); a++) {
      for (int b = a + 1; b < variants.size(); b++) {
        for (Metric metric : Metric.COMPARED) {
          all.add(of(variants.get(a), variants.get(b), metric, trials));
        }
      }
    }
    return List.copyOf(all);
  }

  static List<TrialSummary> of(String variant, List<TrialSummary> trials) {
    return trials.stream().filter(t -> t.variant().name().equals(variant)).toList();
  }

  private static Comparison of(String a, String b, Metric metric, List<TrialSummary> trials) {
    List<TrialSummary> ofA = of(a, trials);
    List<TrialSummary> ofB = of(b, trials);
    double[] ratios =
        IntStream.range(0, Math.min(ofA.size(), ofB.size()))
            .mapToDouble(block -> metric.of(ofA.get(block)) / metric.of(ofB.get(block)))
            .toArray();
    if (!isPositive(ratios)) {
      return new Comparison(a, b, metric, Interval.NONE);
    }
    return new Comparison(a, b, metric, rounded(metric, Interval.of(ratios), ofA, ofB));
  }

  /** Returns the ratio of a metric in a later run to that in an earlier run. */
  public static Interval change(
      Metric metric, List<TrialSummary> later, List<TrialSummary> earlier) {
    double[] above = later.stream().mapToDouble(metric::of).toArray();
    double[] below = earlier.stream().mapToDouble(metric::of).toArray();
    return isPositive(above) && isPositive(below)
        ? rounded(metric, Interval.unpaired(above, below), later, earlier)
        : Interval.NONE;
  }

  /**
   * Returns a metric's mean with the interval of the trials' values; bounds are NaN if one is 0.
   */
  static Interval mean(Metric metric, List<TrialSummary> trials) {
    double[] values = trials.stream().mapToDouble(metric::of).toArray();
    Interval interval = isPositive(values) ? Interval.of(values) : Interval.NONE;
    double mean = Arrays.stream(values).average().orElse(Double.NaN);
    return interval.around(mean);
  }

  private static boolean isPositive(double[] values) {
    return values.length > 0 && Arrays.stream(values).allMatch(v -> v > 0 && Double.isFinite(v));
  }

  /**
   * Widens the interval of a ratio of percentiles. JMeter rounds times to milliseconds, so each
   * percentile may be wrong by half a millisecond.
   */
  private static Interval rounded(
      Metric metric, Interval interval, List<TrialSummary> a, List<TrialSummary> b) {
    if (!metric.name().endsWith(".p95")) {
      return interval;
    }
    double above = mean(metric, a).ratio();
    double below = mean(metric, b).ratio();
    double lowest = Math.max(0, above - ROUNDING) / above * below / (below + ROUNDING);
    double highest = (above + ROUNDING) / above * below / Math.max(ROUNDING, below - ROUNDING);
    return new Interval(
        interval.ratio(), interval.low() * lowest, interval.high() * highest, interval.blocks());
  }

  /** Returns the verdict; empty if there are too few blocks, or if a value is 0. */
  public Optional<Significance> difference() {
    return interval.verdict();
  }

  public boolean shows(Significance difference) {
    return difference().filter(difference::equals).isPresent();
  }

  /** Returns the better variant, which is the one with the smaller metric value. */
  public String better() {
    return interval.high() < 1 ? a : b;
  }

  /** Returns by how much the better variant is better, at least 1 if the variants differ. */
  public Interval speedUp() {
    return interval.high() < 1 ? interval.inverse() : interval;
  }
}
