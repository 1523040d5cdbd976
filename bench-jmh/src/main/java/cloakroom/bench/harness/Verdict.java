package cloakroom.bench.harness;

import cloakroom.bench.harness.StudyDefinition.PublishedClaim;
import cloakroom.bench.harness.StudyDefinition.RatioDefinition;
import cloakroom.contract.Significance;
import cloakroom.platform.Names;
import cloakroom.statistics.Interval;

/**
 * Result of comparing a measured ratio with the published ratio. A verdict other than UNDECIDED is
 * true for every value in the confidence interval. {@code docs/internals/studies.md} defines all
 * verdicts.
 */
public enum Verdict {
  SAME_SIZE,
  LARGER,
  SMALLER,
  SAME_DIRECTION,
  NO_DIFFERENCE,
  OTHER_DIRECTION,
  UNDECIDED,
  /** Absent, because too few rounds have no confidence interval. */
  NO_VERDICT;

  private static final double SAME_FACTOR = 1.5; // between two ratios of the same size

  public String label() {
    return Names.words(this);
  }

  /** Compares a measured ratio's interval with the published ratio. */
  static Verdict of(RatioDefinition published, Interval measured) {
    if (!measured.isConfidence()) {
      return NO_VERDICT;
    }
    Verdict alike = within(measured, Significance.LEAST, Significance.MOST);
    if (published.claim() == PublishedClaim.ABOUT_ONE) {
      return alike;
    }
    if (alike == SAME_SIZE) {
      return NO_DIFFERENCE;
    }
    if (!(measured.low() > 1)) {
      return measured.high() < 1 ? OTHER_DIRECTION : UNDECIDED;
    }
    double size = published.published();
    return Double.isNaN(size)
        ? SAME_DIRECTION
        : within(measured, size / SAME_FACTOR, size * SAME_FACTOR);
  }

  private static Verdict within(Interval measured, double minimum, double maximum) {
    if (measured.low() >= minimum && measured.high() <= maximum) {
      return SAME_SIZE;
    }
    return measured.low() > maximum ? LARGER : measured.high() < minimum ? SMALLER : UNDECIDED;
  }
}
