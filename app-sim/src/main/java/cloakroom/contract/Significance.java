package cloakroom.contract;

import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Verdict on the 95 % confidence interval of a ratio, for stress runs and studies. An interval that
 * contains 1 does not show equality: it may just be wide.
 */
public enum Significance {
  /** The interval excludes 1 and exceeds the margin. */
  SEEN("difference"),
  /** It excludes 1 and is within the margin. */
  SMALL("within the margin"),
  /** It contains 1 and is within the margin. */
  NONE("no difference"),
  /** It contains 1 and exceeds the margin, or there is no interval. */
  UNDECIDED("undecided");

  /** Bounds of the ratios that are not reported as a difference. */
  public static final double LEAST = 0.9;

  public static final double MOST = 1.1;
  public static final String MARGIN = LEAST + " to " + MOST;

  /** Result of {@link #more} above its maximum of 100. */
  public static final int TOO_MANY = 101;

  private static final int MIN_TRIALS = 3;

  private final String label;

  Significance(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }

  /** Returns the verdict on an interval; a single trial can show a difference, but no equality. */
  public static Significance of(double low, double high, int trials) {
    boolean within = low >= LEAST && high <= MOST;
    if (low > 1 || high < 1) {
      return !within ? SEEN : trials < 2 ? UNDECIDED : SMALL;
    }
    return within && trials > 1 ? NONE : UNDECIDED;
  }

  /**
   * Returns the probable number of further trials for a verdict, or {@link #TOO_MANY}; at least
   * three in total.
   *
   * @param decided whether a number of trials would decide with the same ratio and spread
   */
  public static int more(int trials, IntPredicate decided) {
    if (trials < 2) {
      return MIN_TRIALS - trials;
    }
    return IntStream.range(1, TOO_MANY)
        .filter(more -> decided.test(trials + more))
        .findFirst()
        .orElse(TOO_MANY);
  }

  /**
   * Returns the text for an undecided ratio.
   *
   * @param more result of {@link #more}
   * @param unit for instance "trial"
   * @param of suffix of the unit, for instance " of each"
   */
  public static String undecided(int trials, int more, String unit, String of) {
    if (trials < 2) {
      return "undecided: needs at least " + MIN_TRIALS + " " + unit + "s" + of;
    }
    String number = more == 1 ? "about 1 more " + unit : "about " + more + " more " + unit + "s";
    return more < TOO_MANY
        ? "undecided: " + number + of + " would probably tell"
        : "undecided: more than 100 more " + unit + "s" + of + " would be needed";
  }
}
