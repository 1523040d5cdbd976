package cloakroom.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SignificanceTest {
  @ParameterizedTest
  @CsvSource({
    "1.01, 1.5, SEEN",
    "0.2, 0.99, SEEN",
    "0.85, 0.95, SEEN",
    "1.02, 1.08, SMALL",
    "0.9, 0.99, SMALL",
    "0.9, 1.1, NONE",
    "0.98, 1, NONE",
    "1, 1, NONE",
    // wide ones that hold 1, those of the published main job among them
    "0.74, 1.14, UNDECIDED",
    "0.512, 1.66, UNDECIDED",
    "0.95, 1.11, UNDECIDED",
    "0.89, 1.05, UNDECIDED",
    "NaN, NaN, UNDECIDED",
    "0, Infinity, UNDECIDED"
  })
  void interval_allowsOneWord(double low, double high, Significance expected) {
    assertThat(Significance.of(low, high)).isEqualTo(expected);
  }

  @Test
  void likeness_isSaidOnlyOfAnIntervalWithinTheMargin() {
    for (double low = 0.01; low < 3; low += 0.01) {
      for (double high = low; high < 3; high += 0.01) {
        Significance said = Significance.of(low, high);
        if (said == Significance.NONE || said == Significance.SMALL) {
          assertThat(low).isGreaterThanOrEqualTo(0.9);
          assertThat(high).isLessThanOrEqualTo(1.1);
        }
      }
    }
  }
}
