package cloakroom.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.harness.StudyDefinition.PublishedClaim;
import cloakroom.bench.harness.StudyDefinition.RatioDefinition;
import cloakroom.statistics.Interval;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class VerdictTest {
  /** Published ratio, or "about" for a claim of no difference; measured ratio and interval. */
  @ParameterizedTest
  @CsvSource({
    // the interval within a factor of 1.5 of the published ratio, or beyond that
    "2, 2.1, 1.9, 2.3, SAME_SIZE",
    "3, 2.2, 2.0, 2.4, SAME_SIZE",
    "3.1, 1.9, 1.8, 2.0, SMALLER",
    "3, 1.9, 1.8, 2.1, UNDECIDED",
    "2, 2.8, 2.6, 3.0, SAME_SIZE",
    "2, 3.2, 3.1, 3.4, LARGER",
    "2, 3.1, 2.9, 3.4, UNDECIDED",
    "60.2, 63.8, 32.7, 125, UNDECIDED",
    // a claim without a number
    "NaN, 2, 1.9, 2.1, SAME_DIRECTION",
    "NaN, 2, 0.9, 4, UNDECIDED",
    // an interval that contains one
    "1.2, 1.2, 0.9, 1.6, UNDECIDED",
    "1.2, 1.2, 1, 1.4, UNDECIDED",
    "1.2, 0.9, 0.8, 1, UNDECIDED",
    "1.74, 0.919, 0.512, 1.66, UNDECIDED",
    "1.74, 1, 0.95, 1.05, NO_DIFFERENCE",
    // an interval without one, but within the margin
    "1.2, 0.95, 0.93, 0.97, NO_DIFFERENCE",
    "1.2, 1.05, 1.02, 1.08, NO_DIFFERENCE",
    // the other direction
    "1.2, 0.9, 0.85, 0.97, OTHER_DIRECTION",
    // no difference where none was claimed
    "about, 1.09, 1.08, 1.1, SAME_SIZE",
    "about, 1.3, 0.9, 1.9, UNDECIDED",
    "about, 1.3, 1.2, 1.4, LARGER",
    "about, 0.8, 0.7, 0.85, SMALLER",
    // counts
    "NaN, 200, 200, 200, SAME_DIRECTION",
    "NaN, 1, 1, 1, NO_DIFFERENCE",
    "NaN, 0.8, 0.8, 0.8, OTHER_DIRECTION",
    "about, 1, 1, 1, SAME_SIZE",
    "about, 200, 200, 200, LARGER"
  })
  void verdict_comparesTheIntervalWithTheClaim(
      String published, double ratio, double low, double high, Verdict expected) {
    boolean about = published.equals("about");
    RatioDefinition claimed =
        claimed(
            about ? Double.NaN : Double.parseDouble(published),
            about ? PublishedClaim.ABOUT_ONE : PublishedClaim.ABOVE_ONE);

    assertThat(Verdict.of(claimed, new Interval(ratio, low, high, 5))).isEqualTo(expected);
    assertThat(Verdict.of(claimed, new Interval(ratio, low, high, 3)))
        .isEqualTo(Verdict.NO_VERDICT);
  }

  /** Verdicts of similarity apply to the whole interval, with any published ratio. */
  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, 1.2, 1.74, 60.2})
  void similarity_requiresAnIntervalWithinItsBounds(double published) {
    for (double low = 0.05; low < 130; low *= 1.07) {
      for (double high = low; high < 200; high *= 1.07) {
        Interval interval = new Interval(Math.sqrt(low * high), low, high, 5);
        String label = Verdict.of(claimed(published, PublishedClaim.ABOVE_ONE), interval).label();
        if (label.startsWith("no difference")) {
          assertThat(low).as("%s of %s", interval, published).isGreaterThanOrEqualTo(0.9);
          assertThat(high).as("%s of %s", interval, published).isLessThanOrEqualTo(1.1);
        }
        if (label.equals("same size")) {
          assertThat(low)
              .as("%s of %s", interval, published)
              .isGreaterThanOrEqualTo(published / 1.5);
          assertThat(high).as("%s of %s", interval, published).isLessThanOrEqualTo(published * 1.5);
        }
      }
    }
  }

  private static RatioDefinition claimed(double published, PublishedClaim claim) {
    return new RatioDefinition("a / b", Map.of(), Map.of(), published, claim, List.of());
  }
}
