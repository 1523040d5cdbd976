package cloakroom.stress.judge;

import cloakroom.contract.Significance;
import java.util.Optional;

/**
 * Comparison of variants {@code a} and {@code b} by the ratio of one metric. {@code more} estimates
 * how many further trials each variant needs if the result is inconclusive.
 */
public record Comparison(
    String a, String b, Metric metric, RatioInterval interval, int trials, int more) {
  public static final int PUBLISHED = 3;
  public static final int REPLICATES = 2000;

  public Optional<Significance> difference() {
    return interval.difference(trials);
  }

  public boolean shows(Significance difference) {
    return difference().filter(difference::equals).isPresent();
  }

  /** Returns the better variant, which is the one with the smaller metric value. */
  public String better() {
    return interval.high() < 1 ? a : b;
  }

  public double factor() {
    return interval.high() < 1 ? 1 / interval.ratio() : interval.ratio();
  }

  /** Returns whether the comparison has a result, but from too few trials for publication. */
  public boolean preliminary() {
    return trials < PUBLISHED && !shows(Significance.UNDECIDED);
  }

  /** Ratio of two values with its 95 % confidence interval; unknown numbers are NaN. */
  public record RatioInterval(double ratio, double low, double high) {
    public static final RatioInterval NONE = new RatioInterval(Double.NaN, Double.NaN, Double.NaN);

    /**
     * Returns the ratio {@code above / below} with the bounds of this interval. Returns 1 for equal
     * values, because 0 / 0 would be NaN.
     */
    public RatioInterval around(double above, double below) {
      return new RatioInterval(above == below ? 1 : above / below, low, high);
    }

    public Optional<Significance> difference(int trials) {
      boolean bounds = !Double.isNaN(low) && !Double.isNaN(high);
      return bounds ? Optional.of(Significance.of(low, high, trials)) : Optional.empty();
    }

    public RatioInterval turned() {
      return new RatioInterval(1 / ratio, 1 / high, 1 / low);
    }

    /** Returns a copy with the log distance of each bound from the ratio times {@code by}. */
    public RatioInterval narrowed(double by) {
      return new RatioInterval(
          ratio, ratio * Math.pow(low / ratio, by), ratio * Math.pow(high / ratio, by));
    }
  }
}
