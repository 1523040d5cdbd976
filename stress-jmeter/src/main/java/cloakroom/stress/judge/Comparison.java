package cloakroom.stress.judge;

import cloakroom.contract.Significance;
import java.util.Optional;

/**
 * Comparison of two variants by one metric.
 *
 * @param interval of the value of {@code a} over that of {@code b}
 * @param more trials of each that would probably decide, if undecided
 */
public record Comparison(
    String a, String b, Metric metric, RatioInterval interval, int trials, int more) {
  public static final int PUBLISHED = 3;

  public static final int REPLICATES = 2000;

  /** Returns the significance; empty if there is no interval. */
  public Optional<Significance> difference() {
    return interval.difference(trials);
  }

  public boolean shows(Significance difference) {
    return difference().filter(difference::equals).isPresent();
  }

  /** Returns the variant with the smaller value, which is the better one. */
  public String better() {
    return interval.high() < 1 ? a : b;
  }

  public double factor() {
    return interval.high() < 1 ? 1 / interval.ratio() : interval.ratio();
  }

  /** Returns whether there is a verdict from too few trials to publish it. */
  public boolean preliminary() {
    return trials < PUBLISHED && !shows(Significance.UNDECIDED);
  }

  /** Ratio with its 95 % interval; NaN without one. */
  public record RatioInterval(double ratio, double low, double high) {
    public static final RatioInterval NONE = new RatioInterval(Double.NaN, Double.NaN, Double.NaN);

    /** Returns the same bounds with the ratio of two values; 0 over 0 is 1. */
    public RatioInterval around(double above, double below) {
      return new RatioInterval(above == below ? 1 : above / below, low, high);
    }

    public Optional<Significance> difference(int trials) {
      return Double.isNaN(low) || Double.isNaN(high)
          ? Optional.empty()
          : Optional.of(Significance.of(low, high, trials));
    }

    public RatioInterval turned() {
      return new RatioInterval(1 / ratio, 1 / high, 1 / low);
    }

    /** Returns the interval narrowed by a factor on the logarithmic scale. */
    public RatioInterval narrowed(double by) {
      return new RatioInterval(
          ratio, ratio * Math.pow(low / ratio, by), ratio * Math.pow(high / ratio, by));
    }
  }
}
