package cloakroom.contract;

/**
 * Verdict on the ratio of two measured results, from its 95 % confidence interval. Results are
 * equal only if the interval contains 1 and lies within the margin from {@value #LEAST} to {@value
 * #MOST}.
 */
public enum Significance {
  SEEN("difference"), // the interval excludes 1 and exceeds the margin
  SMALL("within the margin"), // excludes 1
  NONE("no difference"), // contains 1 and is within the margin
  UNDECIDED("undecided"); // contains 1 and exceeds the margin

  /**
   * Lower bound of the margin. A ratio within the margin is too near 1 to report as a difference.
   */
  public static final double LEAST = 0.9;

  public static final double MOST = 1.1;
  public static final String MARGIN = LEAST + " to " + MOST;

  private final String label;

  Significance(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }

  public static Significance of(double low, double high) {
    boolean within = low >= LEAST && high <= MOST;
    if (low > 1 || high < 1) {
      return within ? SMALL : SEEN;
    }
    return within ? NONE : UNDECIDED;
  }
}
