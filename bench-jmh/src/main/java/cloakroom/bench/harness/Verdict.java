package cloakroom.bench.harness;

import cloakroom.bench.harness.StudyDefinition.PublishedClaim;
import cloakroom.bench.harness.StudyDefinition.RatioDefinition;
import cloakroom.contract.Significance;
import cloakroom.platform.Names;

/** How a measured ratio stands to the published one; what is said holds for all of its interval. */
public enum Verdict {
  SAME_SIZE(
      "The same direction, and all of the interval lies within a factor of 1.5 of the published"
          + " ratio. Where no difference was claimed: all of it lies within "
          + Significance.MARGIN
          + "."),
  LARGER("The same direction, and all of the interval lies above that."),
  SMALLER("The same direction, and all of the interval lies below that."),
  SAME_DIRECTION("The same direction, published without a figure."),
  NO_DIFFERENCE(
      "One was claimed, and all of the interval lies within " + Significance.MARGIN + "."),
  OTHER_DIRECTION("All of the interval lies below 1."),
  UNDECIDED(
      "The interval is too wide for any of these, or there is none. How many more rounds would"
          + " probably tell assumes that ratio and spread stay as they are.");

  private static final double NEAR = 1.5;

  private final String meaning;

  Verdict(String meaning) {
    this.meaning = meaning;
  }

  /** As tables say it. */
  public String words() {
    return Names.words(this);
  }

  public String meaning() {
    return meaning;
  }

  /** One round tells nothing of the spread between rounds. */
  static Verdict of(RatioDefinition published, Interval ours) {
    if (ours.rounds() < 2) {
      return UNDECIDED;
    }
    Verdict alike = near(ours, Significance.LEAST, Significance.MOST);
    if (published.claim() == PublishedClaim.ABOUT_ONE) {
      return alike;
    }
    if (alike == SAME_SIZE) {
      return NO_DIFFERENCE;
    }
    if (!(ours.low() > 1)) {
      return ours.high() < 1 ? OTHER_DIRECTION : UNDECIDED;
    }
    double size = published.published();
    return Double.isNaN(size) ? SAME_DIRECTION : near(ours, size / NEAR, size * NEAR);
  }

  private static Verdict near(Interval ours, double least, double most) {
    if (ours.low() >= least && ours.high() <= most) {
      return SAME_SIZE;
    }
    return ours.low() > most ? LARGER : ours.high() < least ? SMALLER : UNDECIDED;
  }

  /**
   * How many rounds more would probably decide an undecided ratio, as {@link Significance} has it.
   */
  static int more(RatioDefinition published, Interval ours) {
    return Significance.more(
        ours.rounds(), rounds -> of(published, ours.with(rounds)) != UNDECIDED);
  }
}
