package cloakroom.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.lab.StudyCard.Claim;
import cloakroom.bench.lab.StudyCard.Ratio;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class VerdictTest {
  /** The published ratio, or "about" for a claim of no difference; ours with its interval. */
  @ParameterizedTest
  @CsvSource({
    // the published ratio in the interval, or within a factor of 1.5 of it
    "2, 2.1, 1.9, 2.3, SAME_SIZE",
    "3, 1.9, 1.8, 2.0, SAME_SIZE",
    "3.1, 1.9, 1.8, 2.0, SAME_DIRECTION",
    "2, 3.2, 3.0, 3.4, SAME_SIZE",
    "2, 3.2, 3.1, 3.4, SAME_DIRECTION",
    // a claim without a figure
    "NaN, 2, 1.9, 2.1, SAME_DIRECTION",
    // an interval that holds one
    "1.2, 1.2, 0.9, 1.6, NO_DIFFERENCE",
    "1.2, 1.2, 1, 1.4, NO_DIFFERENCE",
    "1.2, 0.9, 0.8, 1, NO_DIFFERENCE",
    // the other direction, however small the factor
    "1.2, 0.95, 0.93, 0.97, DIFFERS",
    // a single round is read as if it were certain
    "60, 50, NaN, NaN, SAME_SIZE",
    "60, 5, NaN, NaN, SAME_DIRECTION",
    "60, 0.9, NaN, NaN, DIFFERS",
    "about, 5, NaN, NaN, DIFFERS",
    // no difference up to ten percent, or within the interval
    "about, 1.09, 1.08, 1.1, SAME_SIZE",
    "about, 1.3, 0.9, 1.9, SAME_SIZE",
    "about, 1.3, 1.2, 1.4, DIFFERS",
    "about, 0.8, 0.7, 0.9, DIFFERS",
    // counts leave no doubt
    "NaN, 200, 200, 200, SAME_DIRECTION",
    "NaN, 1, 1, 1, NO_DIFFERENCE",
    "NaN, 0.8, 0.8, 0.8, DIFFERS",
    "about, 1, 1, 1, SAME_SIZE",
    "about, 200, 200, 200, DIFFERS"
  })
  void verdict_comparesTheIntervalWithTheClaim(
      String published, double ratio, double low, double high, Verdict expected) {
    boolean about = published.equals("about");
    Ratio claimed =
        new Ratio(
            "a / b",
            Map.of(),
            Map.of(),
            about ? Double.NaN : Double.parseDouble(published),
            about ? Claim.ABOUT_ONE : Claim.ABOVE_ONE,
            List.of());

    assertThat(Verdict.of(claimed, new Interval(ratio, low, high))).isEqualTo(expected);
  }
}
