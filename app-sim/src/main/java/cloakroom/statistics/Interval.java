package cloakroom.statistics;

import cloakroom.contract.Significance;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/**
 * Ratio of two sides with its confidence interval. Each block measures both sides once under the
 * same conditions, so each block gives one ratio. The interval is Student's t interval of the
 * ratios' logarithms. Fewer than {@value #MIN_BLOCKS} blocks have no confidence interval; the
 * bounds are then the smallest and the largest ratio.
 *
 * @param ratio geometric mean of the blocks' ratios
 * @param blocks number of blocks; {@link Integer#MAX_VALUE} for the ratio of two counts
 */
public record Interval(double ratio, double low, double high, int blocks) {
  public static final int MIN_BLOCKS = 4;

  /** Unit of a ratio. */
  public static final String TIMES = "×";

  /** Interval of a ratio that does not exist, because a value is missing or 0. */
  public static final Interval NONE = new Interval(Double.NaN, Double.NaN, Double.NaN, 0);

  private static final double LEVEL = 0.95;

  /** Computes the 95 % interval of at least one ratio; all ratios are above 0. */
  public static Interval of(double... ratios) {
    SummaryStatistics logs = new SummaryStatistics();
    Arrays.stream(ratios).map(Math::log).forEach(logs::addValue);
    double mean = logs.getMean();
    int blocks = ratios.length;
    if (blocks < MIN_BLOCKS) {
      double low = Math.exp(logs.getMin());
      return new Interval(Math.exp(mean), low, Math.exp(logs.getMax()), blocks);
    }
    double reach = logs.getStandardDeviation() / Math.sqrt(blocks) * quantile(blocks - 1);
    return new Interval(Math.exp(mean), Math.exp(mean - reach), Math.exp(mean + reach), blocks);
  }

  /**
   * Computes the 95 % interval of the ratio of two sides that were not measured in common blocks,
   * by Welch's t test on the logarithms. If a side has fewer than {@value #MIN_BLOCKS} values, the
   * bounds are the smallest and the largest possible ratio.
   *
   * @param above values of the numerator, all above 0
   * @param below values of the denominator, all above 0
   */
  public static Interval unpaired(double[] above, double[] below) {
    SummaryStatistics a = new SummaryStatistics();
    SummaryStatistics b = new SummaryStatistics();
    Arrays.stream(above).map(Math::log).forEach(a::addValue);
    Arrays.stream(below).map(Math::log).forEach(b::addValue);
    double mean = a.getMean() - b.getMean();
    int blocks = Math.min(above.length, below.length);
    if (blocks < MIN_BLOCKS) {
      double low = Math.exp(a.getMin() - b.getMax());
      return new Interval(Math.exp(mean), low, Math.exp(a.getMax() - b.getMin()), blocks);
    }
    double ofA = a.getVariance() / above.length;
    double ofB = b.getVariance() / below.length;
    double variance = ofA + ofB;
    double degrees =
        variance * variance / (ofA * ofA / (above.length - 1) + ofB * ofB / (below.length - 1));
    double reach = variance == 0 ? 0 : Math.sqrt(variance) * quantile(degrees);
    return new Interval(Math.exp(mean), Math.exp(mean - reach), Math.exp(mean + reach), blocks);
  }

  /** Returns the ratio of two counts as an interval of width 0, because counts do not vary. */
  public static Interval counted(double ratio) {
    return new Interval(ratio, ratio, ratio, Integer.MAX_VALUE);
  }

  private static double quantile(double degrees) {
    return new TDistribution(degrees).inverseCumulativeProbability((1 + LEVEL) / 2);
  }

  /** Returns these bounds with another mean, or a value without bounds from {@link #NONE}. */
  public Interval around(double mean) {
    return new Interval(mean, low, high, blocks);
  }

  /** Returns the interval of the reciprocal ratio. */
  public Interval inverse() {
    return new Interval(1 / ratio, 1 / high, 1 / low, blocks);
  }

  /** Returns whether the bounds are a confidence interval; otherwise they are a range. */
  public boolean isConfidence() {
    return blocks >= MIN_BLOCKS;
  }

  public boolean isCounted() {
    return blocks == Integer.MAX_VALUE;
  }

  /**
   * Formats the value and its bounds, for instance "1.74 × [1.58, 1.91]". Brackets contain the
   * confidence interval, parentheses the range of too few blocks. A value without bounds, of one
   * block or of a count, is formatted alone, and a missing value as a dash.
   *
   * @param unit unit after the value, {@link #TIMES} for a ratio, or "" if the context has the unit
   */
  public String text(String unit) {
    if (!Double.isFinite(ratio)) {
      return "–";
    }
    DoubleStream known = DoubleStream.of(ratio, low, high).filter(Double::isFinite);
    boolean whole = !unit.equals(TIMES) && known.allMatch(Interval::isWhole);
    String value = number(ratio, whole) + (unit.isEmpty() ? "" : " " + unit);
    boolean bounds = Double.isFinite(low) && Double.isFinite(high) && blocks > 1 && !isCounted();
    return bounds
        ? (isConfidence() ? "%s [%s, %s]" : "%s (%s–%s)")
            .formatted(value, number(low, whole), number(high, whole))
        : value;
  }

  /** Returns whether a value is whole, except for the error of its logarithm. */
  private static boolean isWhole(double value) {
    return Math.abs(value - Math.rint(value)) < 1e-6;
  }

  /** Formats at least three significant digits, without thousands separators. */
  private static String number(double value, boolean whole) {
    double size = Math.abs(value);
    int decimals = whole || size >= 100 ? 0 : size >= 10 ? 1 : 2;
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  /** Returns the verdict on a difference from 1; empty without a confidence interval. */
  public Optional<Significance> verdict() {
    return isConfidence() ? Optional.of(Significance.of(low, high)) : Optional.empty();
  }
}
