package cloakroom.bench.family;

import java.util.Locale;

/**
 * What a figure has to reach.
 *
 * @param side whether more or less is better
 * @param limit the figure that is just good enough
 * @param unit what is counted; empty for a ratio
 */
public record Bar(Side side, double limit, String unit) {
  /** On which side of the limit a figure is good. */
  public enum Side {
    /** the limit or more */
    AT_LEAST("≥"),
    /** the limit or less */
    AT_MOST("≤");

    private final String sign;

    Side(String sign) {
      this.sign = sign;
    }
  }

  /** A ratio of the limit or more. */
  public static Bar atLeast(double limit) {
    return new Bar(Side.AT_LEAST, limit, "");
  }

  /** A ratio of the limit or less. */
  public static Bar atMost(double limit) {
    return new Bar(Side.AT_MOST, limit, "");
  }

  /** A figure of the limit or less, in its unit. */
  public static Bar atMost(double limit, String unit) {
    return new Bar(Side.AT_MOST, limit, unit);
  }

  /** Whether the figure is a ratio. */
  public boolean isRatio() {
    return unit.isEmpty();
  }

  boolean isMetBy(double figure) {
    return side == Side.AT_LEAST ? figure >= limit : figure <= limit;
  }

  /** As tables say it, for instance "≥ 0.95 x". */
  public String words() {
    String number =
        limit == Math.rint(limit)
            ? String.format(Locale.ROOT, "%,.0f", limit)
            : String.format(Locale.ROOT, "%.2f", limit);
    return side.sign + " " + number + " " + (isRatio() ? "x" : unit);
  }
}
