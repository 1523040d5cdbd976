package cloakroom.contract;

import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * What the 95 % interval of a ratio allows to be said: the one rule of stress runs and studies. An
 * interval that holds 1 shows no likeness by that alone, it may just be wide.
 */
public enum Significance {
  /** The interval leaves out 1 and reaches beyond the margin. */
  SEEN("difference"),
  /** It leaves out 1 and lies within the margin. */
  SMALL("within the margin"),
  /** It holds 1 and lies within the margin. */
  NONE("no difference"),
  /** It holds 1 and reaches beyond the margin, or there is none. */
  UNDECIDED("undecided");

  /** The smallest ratio that is no difference worth naming. */
  public static final double LEAST = 0.9;

  /** The largest one. */
  public static final double MOST = 1.1;

  /** Both, as sentences name them. */
  public static final String MARGIN = LEAST + " to " + MOST;

  /** What {@link #more} says when even as many more would probably not do. */
  public static final int TOO_MANY = 101;

  private static final int LEAST_TRIALS = 3;

  private final String words;

  Significance(String words) {
    this.words = words;
  }

  /** As tables say it. */
  public String words() {
    return words;
  }

  /** Judges an interval; that of a single trial can show a difference, but no likeness. */
  public static Significance of(double low, double high, int trials) {
    boolean within = low >= LEAST && high <= MOST;
    if (low > 1 || high < 1) {
      return !within ? SEEN : trials < 2 ? UNDECIDED : SMALL;
    }
    return within && trials > 1 ? NONE : UNDECIDED;
  }

  /**
   * How many trials more it would probably take, or {@link #TOO_MANY}; a single one tells nothing
   * of that, and three are the least.
   *
   * @param decided whether so many trials would decide, if the ratio and its spread stayed
   */
  public static int more(int trials, IntPredicate decided) {
    if (trials < 2) {
      return LEAST_TRIALS - trials;
    }
    return IntStream.range(1, TOO_MANY)
        .filter(more -> decided.test(trials + more))
        .findFirst()
        .orElse(TOO_MANY);
  }

  /**
   * What may be said of an undecided ratio.
   *
   * @param more what {@link #more} found
   * @param unit for instance "trial"
   * @param of what follows it, for instance " of each"
   */
  public static String undecided(int trials, int more, String unit, String of) {
    if (trials < 2) {
      return "undecided: needs at least " + LEAST_TRIALS + " " + unit + "s" + of;
    }
    String number = more == 1 ? "about 1 more " + unit : "about " + more + " more " + unit + "s";
    return more < TOO_MANY
        ? "undecided: " + number + of + " would probably tell"
        : "undecided: more than 100 more " + unit + "s" + of + " would be needed";
  }
}
