package cloakroom.bench.lab;

import cloakroom.bench.lab.StudyCard.Claim;
import cloakroom.bench.lab.StudyCard.Ratio;

/** How a measured ratio stands to the published one. */
public enum Verdict {
  SAME_SIZE(
      "same size",
      "The same direction, and the published ratio lies within a factor of 1.5 of the interval."
          + " Where no difference was claimed: none above 10 % was seen."),
  SAME_DIRECTION(
      "same direction",
      "The same direction, but smaller or larger, or published without a figure."),
  NO_DIFFERENCE("no difference seen", "The interval holds 1."),
  DIFFERS("differs", "The other direction.");

  private static final double NEAR = 1.5;

  /** A ratio this close to 1 is no difference worth naming. */
  private static final double ABOUT_ONE = 1.1;

  private final String words;
  private final String meaning;

  Verdict(String words, String meaning) {
    this.words = words;
    this.meaning = meaning;
  }

  /** As tables say it. */
  public String words() {
    return words;
  }

  /** What that means, in a sentence. */
  public String meaning() {
    return meaning;
  }

  static Verdict of(Ratio published, Interval ours) {
    if (published.claim() == Claim.ABOUT_ONE) {
      boolean near = ours.ratio() < ABOUT_ONE && ours.ratio() > 1 / ABOUT_ONE;
      return near || ours.holdsOne() ? SAME_SIZE : DIFFERS;
    }
    if (ours.holdsOne()) {
      return NO_DIFFERENCE;
    }
    if (ours.ratio() < 1) {
      return DIFFERS;
    }
    return isNear(published.published(), ours) ? SAME_SIZE : SAME_DIRECTION;
  }

  private static boolean isNear(double published, Interval ours) {
    if (Double.isNaN(published)) {
      return false;
    }
    double low = Double.isNaN(ours.low()) ? ours.ratio() : ours.low();
    double high = Double.isNaN(ours.high()) ? ours.ratio() : ours.high();
    return published * NEAR >= low && published / NEAR <= high;
  }
}
