package cloakroom.stress.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import cloakroom.contract.Significance;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ComparisonsTest {
  @TempDir private Path folder;

  private SyntheticRun trials(String a, int leastA, String b, int leastB, int each) {
    return SyntheticRun.inTurn(folder, a, leastA, b, leastB, each);
  }

  private static Comparison of(RunSummary run, String metric) {
    return run.comparisons().stream()
        .filter(comparison -> comparison.metric().name().equals(metric))
        .findFirst()
        .orElseThrow();
  }

  private static void assertBetter(Comparison comparison, String variant, double factor) {
    assertThat(comparison.difference()).contains(Significance.SEEN);
    assertThat(comparison.better()).isEqualTo(variant);
    assertThat(comparison.factor()).isEqualTo(factor, within(0.06));
  }

  @Test
  void bootstrap_findsAKnownRatio() {
    RunSummary run = trials("sticky", 17, "release-in-memory", 7, 3).measure();
    Comparison tier = of(run, "tier.mean");
    assertThat(tier.interval().ratio()).isBetween(1.95, 2.05);
    assertThat(tier.interval().low()).isLessThan(2.0).isGreaterThan(1.9);
    assertThat(tier.interval().high()).isGreaterThan(2.0).isLessThan(2.1);
    assertBetter(tier, "release-in-memory", 2);
  }

  @Test
  void equalTrials_coverOne() {
    RunSummary run = trials("a", 10, "b", 10, 3).measure();
    for (String metric : List.of("tier.mean", "service.mean", "service.p95", "response.mean")) {
      Comparison comparison = of(run, metric);
      assertThat(comparison.interval().low()).as(metric).isLessThanOrEqualTo(1);
      assertThat(comparison.interval().high()).as(metric).isGreaterThanOrEqualTo(1);
      assertThat(comparison.difference()).as(metric).contains(Significance.NONE);
    }
  }

  @Test
  void intervals_coverOneAboutAsOftenAsTheyClaim() {
    int covered = 0;
    for (int seed = 0; seed < 40; seed++) {
      SyntheticRun run = SyntheticRun.in(folder.resolve("s" + seed)).seed(1000L * seed);
      for (int i = 0; i < 3; i++) {
        run.trial("a").load(10, 10);
        run.trial("b").load(10, 10);
      }
      Comparison comparison = of(run.measure(), "tier.mean");
      covered += comparison.interval().low() <= 1 && comparison.interval().high() >= 1 ? 1 : 0;
    }
    assertThat(covered).isBetween(35, 40);
  }

  @Test
  void connections_areComparedByTheirMeanInUse() {
    Comparison comparison =
        of(trials("sticky", 10, "release-in-memory", 10, 3).measure(), "connections.meanInUse");
    assertBetter(comparison, "release-in-memory", 9);
    assertThat(comparison.interval().low()).isLessThan(9).isGreaterThan(4);
  }

  @Test
  void moreSpreadBetweenTrials_widensTheInterval() {
    SyntheticRun run = SyntheticRun.in(folder);
    for (int least : new int[] {10, 14, 19}) {
      run.trial("wild").service(least, 2);
      run.trial("calm").service(14, 2);
    }
    Comparison comparison = of(run.measure(), "tier.mean");
    assertThat(comparison.interval().low()).isLessThan(0.9);
    assertThat(comparison.interval().high()).isGreaterThan(1.1);
    assertThat(comparison.difference()).contains(Significance.UNDECIDED);
    assertThat(comparison.more()).isBetween(2, 100);
  }

  @Test
  void aDifferenceOfOneTickOfTheClock_isUndecidedForEver() {
    SyntheticRun ticks = SyntheticRun.in(folder).seed(1);
    for (int i = 0; i < 2; i++) {
      ticks.trial("a").service(1, 0);
      ticks.trial("b").service(2, 0);
    }
    Comparison comparison = of(ticks.measure(), "service.p95");
    assertThat(comparison.interval().ratio()).isEqualTo(0.5);
    assertThat(comparison.difference()).contains(Significance.UNDECIDED);
    assertThat(comparison.more()).isEqualTo(Significance.TOO_MANY);
  }

  @Test
  void valid_inconsistentNoisyOrCutShortRun_isFalse() {
    SyntheticRun inconsistent = trials("sticky", 17, "release-in-memory", 7, 1);
    assertThat(inconsistent.measure().valid()).isTrue();
    inconsistent.trial(1).lie("checkins", -1);
    assertThat(inconsistent.measure().valid()).isFalse();
    SyntheticRun noisy = trials("sticky", 17, "release-in-memory", 7, 1);
    noisy.trial(0).gc(3000);
    assertThat(noisy.measure().valid()).isFalse();
    SyntheticRun cut = trials("sticky", 17, "release-in-memory", 7, 1).cutShort();
    assertThat(cut.measure().valid()).isFalse();
  }
}
