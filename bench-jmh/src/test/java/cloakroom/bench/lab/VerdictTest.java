package cloakroom.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.lab.StudyCard.Claim;
import cloakroom.bench.lab.StudyCard.Ratio;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class VerdictTest {
  private static final double ONE_ROUND = Double.NaN;

  private static Verdict above(double published, double ratio, double low, double high) {
    return Verdict.of(
        new Ratio("a / b", Map.of(), Map.of(), published, Claim.ABOVE_ONE),
        new Interval(ratio, low, high));
  }

  private static Verdict aboutOne(double ratio, double low, double high) {
    return Verdict.of(
        new Ratio("a / b", Map.of(), Map.of(), Double.NaN, Claim.ABOUT_ONE),
        new Interval(ratio, low, high));
  }

  @Test
  void publishedRatioInTheInterval_isTheSameSize() {
    assertThat(above(2, 2.1, 1.9, 2.3)).isEqualTo(Verdict.SAME_SIZE);
  }

  @Test
  void publishedRatioWithinAFactorOfTheInterval_isTheSameSize() {
    assertThat(above(3, 1.9, 1.8, 2.0)).isEqualTo(Verdict.SAME_SIZE);
    assertThat(above(3.1, 1.9, 1.8, 2.0)).isEqualTo(Verdict.SAME_DIRECTION);
    assertThat(above(2, 3.2, 3.0, 3.4)).isEqualTo(Verdict.SAME_SIZE);
    assertThat(above(2, 3.2, 3.1, 3.4)).isEqualTo(Verdict.SAME_DIRECTION);
  }

  @Test
  void claimWithoutAFigure_isAtMostTheSameDirection() {
    assertThat(above(Double.NaN, 2, 1.9, 2.1)).isEqualTo(Verdict.SAME_DIRECTION);
  }

  @Test
  void intervalThatHoldsOne_showsNoDifference() {
    assertThat(above(1.2, 1.2, 0.9, 1.6)).isEqualTo(Verdict.NO_DIFFERENCE);
    assertThat(above(1.2, 1.2, 1, 1.4)).isEqualTo(Verdict.NO_DIFFERENCE);
    assertThat(above(1.2, 0.9, 0.8, 1)).isEqualTo(Verdict.NO_DIFFERENCE);
  }

  @Test
  void otherDirection_differsHoweverSmallTheFactor() {
    assertThat(above(1.2, 0.95, 0.93, 0.97)).isEqualTo(Verdict.DIFFERS);
  }

  @Test
  void aSingleRound_isReadAsIfItWereCertain() {
    assertThat(above(60, 50, ONE_ROUND, ONE_ROUND)).isEqualTo(Verdict.SAME_SIZE);
    assertThat(above(60, 5, ONE_ROUND, ONE_ROUND)).isEqualTo(Verdict.SAME_DIRECTION);
    assertThat(above(60, 0.9, ONE_ROUND, ONE_ROUND)).isEqualTo(Verdict.DIFFERS);
    assertThat(aboutOne(5, ONE_ROUND, ONE_ROUND)).isEqualTo(Verdict.DIFFERS);
  }

  @Test
  void claimOfNoDifference_holdsUpToTenPercentOrWithinTheInterval() {
    assertThat(aboutOne(1.09, 1.08, 1.1)).isEqualTo(Verdict.SAME_SIZE);
    assertThat(aboutOne(1.3, 0.9, 1.9)).isEqualTo(Verdict.SAME_SIZE);
    assertThat(aboutOne(1.3, 1.2, 1.4)).isEqualTo(Verdict.DIFFERS);
    assertThat(aboutOne(0.8, 0.7, 0.9)).isEqualTo(Verdict.DIFFERS);
  }

  @Test
  void ratioOfCounts_leavesNoDoubt() {
    assertThat(above(Double.NaN, 200, 200, 200)).isEqualTo(Verdict.SAME_DIRECTION);
    assertThat(above(Double.NaN, 1, 1, 1)).isEqualTo(Verdict.NO_DIFFERENCE);
    assertThat(above(Double.NaN, 0.8, 0.8, 0.8)).isEqualTo(Verdict.DIFFERS);
    assertThat(aboutOne(1, 1, 1)).isEqualTo(Verdict.SAME_SIZE);
    assertThat(aboutOne(200, 200, 200)).isEqualTo(Verdict.DIFFERS);
  }
}
