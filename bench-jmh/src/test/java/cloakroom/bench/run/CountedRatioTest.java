package cloakroom.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.run.StudyResult.MeasuredRatio;
import cloakroom.bench.study.StudyCard.Claim;
import cloakroom.bench.study.StudyCard.Ratio;
import cloakroom.stress.report.ConsoleTable;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Ratios of counts, which have no interval and leave no doubt. */
final class CountedRatioTest {
  private static Verdict verdict(Claim claim, double above, double below) {
    Ratio ratio = new Ratio("a / b", Map.of(), Map.of(), Double.NaN, claim);
    return Verdict.of(ratio, Interval.counted(above, below));
  }

  @Test
  void verdict_isCertain() {
    assertThat(verdict(Claim.ABOVE_ONE, 1000, 5)).isEqualTo(Verdict.SAME_DIRECTION);
    assertThat(verdict(Claim.ABOVE_ONE, 5, 5)).isEqualTo(Verdict.NO_DIFFERENCE);
    assertThat(verdict(Claim.ABOVE_ONE, 5, 6)).isEqualTo(Verdict.DIFFERS);
    assertThat(verdict(Claim.ABOUT_ONE, 1000, 1000)).isEqualTo(Verdict.SAME_SIZE);
    assertThat(verdict(Claim.ABOUT_ONE, 1000, 5)).isEqualTo(Verdict.DIFFERS);
  }

  @Test
  void table_saysThatItWasCounted() {
    Ratio ratio = S1hTraffic.CARD.ratios().get(0);
    StudyResult result =
        new StudyResult(
            S1hTraffic.CARD,
            List.of(),
            List.of(new MeasuredRatio(ratio, Interval.counted(100, 1), Verdict.SAME_DIRECTION)),
            List.of("S1b absent: why"),
            1);
    assertThat(ConsoleTable.of(Results.of(List.of(result))))
        .contains("100 x (counted)", "same direction", "S1h   S1b absent: why");
  }

  @Test
  void intervalOfTimes_isNotCounted() {
    assertThat(Interval.of(List.of(2.0, 4.0), List.of(1.0, 1.0)).isCounted()).isFalse();
    assertThat(Interval.of(List.of(2.0), List.of(1.0)).isCounted()).isFalse();
    assertThat(Interval.counted(2, 1).isCounted()).isTrue();
  }
}
