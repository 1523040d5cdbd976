package cloakroom.stress.measure;

import java.util.List;

/** Two variants under one metric; the interval is that of {@code a} over {@code b}. */
public record Comparison(
    String a, String b, ComparedMetric metric, Interval interval, Verdict verdict) {
  /** Trials of each variant that a published figure needs. */
  public static final int PUBLISHED = 3;

  /** A ratio with its 95 % interval; not numbers where there is none. */
  public record Interval(double ratio, double low, double high) {
    /** No ratio. */
    public static final Interval NONE = new Interval(Double.NaN, Double.NaN, Double.NaN);

    /** The same, seen from the other side. */
    public Interval turned() {
      return new Interval(1 / ratio, 1 / high, 1 / low);
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
    /** The interval holds 1. */
    NO_DIFFERENCE,
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
   */
  public record Verdict(
      Outcome outcome, String variant, double factor, List<Failures> failures, int trials) {
    /** Whether there are too few trials to publish it. */
    public boolean preliminary() {
      return outcome != Outcome.WITHHELD && trials < PUBLISHED;
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
