package cloakroom.stress.measure;

import cloakroom.contract.Difference;
import java.util.List;

/** Two variants under one metric; the interval is that of {@code a} over {@code b}. */
public record Comparison(
    String a, String b, ComparedMetric metric, Interval interval, Verdict verdict) {
  /** Trials of each variant that a published figure needs. */
  public static final int PUBLISHED = 3;

  /** A ratio with its 95 % interval; not numbers where there is none. */
  public record Interval(double ratio, double low, double high) {
    public static final Interval NONE = new Interval(Double.NaN, Double.NaN, Double.NaN);

    /** The same bounds around the ratio of two figures; nothing is as much as nothing. */
    public Interval around(double above, double below) {
      return new Interval(above == below ? 1 : above / below, low, high);
    }

    /** The same, seen from the other side. */
    public Interval turned() {
      return new Interval(1 / ratio, 1 / high, 1 / low);
    }

    /** One whose ends lie nearer to the ratio, by a factor on the scale of the logarithm. */
    public Interval narrowed(double by) {
      return new Interval(
          ratio, ratio * Math.pow(low / ratio, by), ratio * Math.pow(high / ratio, by));
    }
  }

  /** What a comparison came to. */
  public enum Outcome {
    /** The run gives no right to a verdict. */
    WITHHELD,
    /** One of the figures is nothing. */
    NO_RATIO,
    /** Too little was sampled for an interval. */
    NO_INTERVAL,
    /** The interval is too wide to tell. */
    UNDECIDED,
    /** All of the interval lies within the margin. */
    NO_DIFFERENCE,
    /** One of them is better, but by less than the margin. */
    SMALL,
    /** One of them is better. */
    BETTER
  }

  /**
   * What may be said.
   *
   * @param variant the better one; without a ratio the one whose figure is nothing, empty for both
   * @param factor by how much it is better; otherwise 1
   * @param failures what failed under each of the two, if anything did
   * @param trials trials of the one that has fewer
   * @param more of an undecided one how many trials more of each would probably tell, if ratio and
   *     spread stayed as they are; see {@link Difference#more}
   */
  public record Verdict(
      Outcome outcome,
      String variant,
      double factor,
      List<Failures> failures,
      int trials,
      int more) {
    /** Whether something is said and there are too few trials to publish it. */
    public boolean preliminary() {
      return outcome != Outcome.WITHHELD && outcome != Outcome.UNDECIDED && trials < PUBLISHED;
    }
  }

  /** Failed requests of one variant. */
  public record Failures(String variant, long failed, long requests) {}

  /** Whether the run gives no right to a verdict. */
  public boolean withheld() {
    return verdict.outcome() == Outcome.WITHHELD;
  }

  /** The figures for which variants are compared by a ratio with an interval. */
  public enum ComparedMetric {
    TIER_MEAN("tier.mean"),
    SERVICE_MEAN("service.mean"),
    SERVICE_P95("service.p95"),
    RESPONSE_MEAN("response.mean"),
    RESPONSE_P95("response.p95"),
    CONNECTIONS("connections.meanInUse");

    private final String key;

    ComparedMetric(String key) {
      this.key = key;
    }

    /** The name used in files and reports. */
    public String key() {
      return key;
    }

    /** Whether this is a percentile of a clock that counts whole milliseconds. */
    public boolean coarse() {
      return this == SERVICE_P95 || this == RESPONSE_P95;
    }
  }
}
