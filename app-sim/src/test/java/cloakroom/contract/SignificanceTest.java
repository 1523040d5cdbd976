package cloakroom.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SignificanceTest {
  @ParameterizedTest
  @CsvSource({
    "1.01, 1.5, 3, SEEN",
    "0.2, 0.99, 3, SEEN",
    "0.85, 0.95, 3, SEEN",
    "3, 3.1, 1, SEEN",
    "1.02, 1.08, 3, SMALL",
    "0.9, 0.99, 2, SMALL",
    "0.9, 1.1, 2, NONE",
    "0.98, 1, 3, NONE",
    "1, 1, 3, NONE",
    // wide ones that hold 1, those of the published main job among them
    "0.74, 1.14, 3, UNDECIDED",
    "0.512, 1.66, 3, UNDECIDED",
    "0.95, 1.11, 9, UNDECIDED",
    "0.89, 1.05, 9, UNDECIDED",
    // one trial shows no spread between trials
    "0.98, 1.02, 1, UNDECIDED",
    "1.02, 1.03, 1, UNDECIDED",
    "NaN, NaN, 3, UNDECIDED",
    "0, Infinity, 3, UNDECIDED"
  })
  void interval_allowsOneWord(double low, double high, int trials, Significance expected) {
    assertThat(Significance.of(low, high, trials)).isEqualTo(expected);
  }

  @Test
  void likeness_isSaidOnlyOfAnIntervalWithinTheMargin() {
    for (double low = 0.01; low < 3; low += 0.01) {
      for (double high = low; high < 3; high += 0.01) {
        Significance said = Significance.of(low, high, 9);
        if (said == Significance.NONE || said == Significance.SMALL) {
          assertThat(low).isGreaterThanOrEqualTo(0.9);
          assertThat(high).isLessThanOrEqualTo(1.1);
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, 9, 2, undecided: needs at least 3 trials of each",
    "2, 3, 1, undecided: about 1 more trial of each would probably tell",
    "3, 12, 9, undecided: about 9 more trials of each would probably tell",
    "3, 103, 100, undecided: about 100 more trials of each would probably tell",
    "3, 104, 101, undecided: more than 100 more trials of each would be needed"
  })
  void more_isTheFirstNumberThatDecides(int trials, int enough, int more, String words) {
    assertThat(Significance.more(trials, then -> then >= enough)).isEqualTo(more);
    assertThat(Significance.undecided(trials, more, "trial", " of each")).isEqualTo(words);
  }
}
