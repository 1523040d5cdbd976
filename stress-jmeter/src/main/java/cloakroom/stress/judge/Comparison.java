package cloakroom.stress.judge;

import cloakroom.contract.Significance;
import java.util.Optional;

/**
 * Two variants under one metric.
 *
 * @param interval of the figure under {@code a} over that under {@code b}
 * @param trials of the one that has fewer
 * @param more of an undecided one how many trials more of each would probably tell, if ratio and
 *     spread stayed as they are; see {@link Significance#more}
 */
public record Comparison(
    String a, String b, Metric metric, RatioInterval interval, int trials, int more) {
  /** Trials of each variant that a published figure needs. */
  public static final int PUBLISHED = 3;

  /** How often everything is resampled for an interval. */
  public static final int REPLICATES = 2000;

  /** What the interval allows to be said; nothing where there is none. */
  public Optional<Significance> difference() {
    return interval.difference(trials);
  }

  public boolean shows(Significance difference) {
    return difference().filter(difference::equals).isPresent();
  }

  /** The variant whose figure is smaller, which is the better one. */
  public String better() {
    return interval.high() < 1 ? a : b;
  }

  /** By how much it is better. */
  public double factor() {
    return interval.high() < 1 ? 1 / interval.ratio() : interval.ratio();
  }

  /** Whether something is said and there are too few trials to publish it. */
  public boolean preliminary() {
    return trials < PUBLISHED && !shows(Significance.UNDECIDED);
  }

  /** A ratio with its 95 % interval; not numbers where there is none. */
  public record RatioInterval(double ratio, double low, double high) {
    public static final RatioInterval NONE = new RatioInterval(Double.NaN, Double.NaN, Double.NaN);

    /** The same bounds around the ratio of two figures; nothing is as much as nothing. */
    public RatioInterval around(double above, double below) {
      return new RatioInterval(above == below ? 1 : above / below, low, high);
    }

    /** What it allows to be said after so many trials; nothing where it has no ends. */
    public Optional<Significance> difference(int trials) {
      return Double.isNaN(low) || Double.isNaN(high)
          ? Optional.empty()
          : Optional.of(Significance.of(low, high, trials));
    }

    /** The same, seen from the other side. */
    public RatioInterval turned() {
      return new RatioInterval(1 / ratio, 1 / high, 1 / low);
    }

    /** One whose ends lie nearer to the ratio, by a factor on the scale of the logarithm. */
    public RatioInterval narrowed(double by) {
      return new RatioInterval(
          ratio, ratio * Math.pow(low / ratio, by), ratio * Math.pow(high / ratio, by));
    }
  }
}
