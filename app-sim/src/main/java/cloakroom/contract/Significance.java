package cloakroom.contract;

import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Verdict on the ratio of two measured results, from its 95 % confidence interval. Results are
 * equal only if the interval contains 1 and lies within the margin from {@value #LEAST} to {@value
 * #MOST}.
 */
public enum Significance {
  SEEN("difference"), // the interval excludes 1 and exceeds the margin
  SMALL("within the margin"), // excludes 1
  NONE("no difference"), // contains 1 and is within the margin
  UNDECIDED("undecided"); // contains 1 and exceeds the margin, or there is no interval

  /**
   * Lower bound of the margin. A ratio within the margin is too near 1 to report as a difference.
   */
  public static final double LEAST = 0.9;

  public static final double MOST = 1.1;
  public static final String MARGIN = LEAST + " to " + MOST;

  /** Result of {@link #more} if more than 100 further measured loads are needed. */
  public static final int TOO_MANY = 101;

  private static final int MIN_TRIALS = 3;

  private final String label;

  Significance(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }

  /** Returns the verdict. A single measured load can show a difference, but never equality. */
  public static Significance of(double low, double high, int trials) {
    boolean within = low >= LEAST && high <= MOST;
    if (low > 1 || high < 1) {
      return !within ? SEEN : trials < 2 ? UNDECIDED : SMALL;
    }
    return within && trials > 1 ? NONE : UNDECIDED;
  }

  /** Estimates how many more loads to measure for a verdict; {@link #TOO_MANY} if over 100. */
  public static int more(int trials, IntPredicate decided) {
    if (trials < 2) {
      return MIN_TRIALS - trials;
    }
    return IntStream.range(1, TOO_MANY)
        .filter(more -> decided.test(trials + more))
        .findFirst()
        .orElse(TOO_MANY);
  }

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
