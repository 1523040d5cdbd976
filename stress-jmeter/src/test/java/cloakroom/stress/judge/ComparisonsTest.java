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
    assertThat(comparison.speedUp().ratio()).isEqualTo(factor, within(0.06));
  }

  @Test
  void comparison_knownRatioInFourBlocks_isFound() {
    RunSummary run = trials("sticky", 17, "release-in-memory", 7, 4).measure();
    Comparison tier = of(run, "tier.mean");
    assertThat(tier.interval().ratio()).isBetween(1.95, 2.05);
    assertThat(tier.interval().low()).isLessThan(2.0).isGreaterThan(1.8);
    assertThat(tier.interval().high()).isGreaterThan(2.0).isLessThan(2.2);
    assertBetter(tier, "release-in-memory", 2);
    assertThat(run.primaryComparison()).contains(tier);
  }

  @Test
  void comparison_equalVariants_coversOne() {
    RunSummary run = trials("a", 10, "b", 10, 4).measure();
    for (String metric : List.of("tier.mean", "service.mean", "service.p95", "response.mean")) {
      Comparison comparison = of(run, metric);
      assertThat(comparison.interval().low()).as(metric).isLessThanOrEqualTo(1);
      assertThat(comparison.interval().high()).as(metric).isGreaterThanOrEqualTo(1);
      assertThat(comparison.difference()).as(metric).contains(Significance.NONE);
    }
  }

  @Test
  void comparison_threeBlocks_isTheRangeOfTheirRatiosWithoutVerdict() {
    SyntheticRun run = SyntheticRun.in(folder);
    for (int least : new int[] {10, 20, 40}) {
      run.trial("a").service(least, 0);
      run.trial("b").service(10, 0);
    }
    Comparison comparison = of(run.measure(), "service.mean");
    assertThat(comparison.interval().low()).isEqualTo(1, within(0.01));
    assertThat(comparison.interval().high()).isEqualTo(4, within(0.01));
    assertThat(comparison.difference()).isEmpty();
  }

  @Test
  void comparison_driftBetweenBlocks_doesNotWidenTheInterval() {
    SyntheticRun run = SyntheticRun.in(folder);
    for (int least : new int[] {10, 20, 40, 80}) {
      run.trial("a").service(2 * least, 0);
      run.trial("b").service(least, 0);
    }
    Comparison comparison = of(run.measure(), "service.mean");
    assertBetter(comparison, "b", 2);
    assertThat(comparison.interval().high()).isEqualTo(2, within(0.01));
  }

  @Test
  void connections_areComparedByTheirMeanInUse() {
    Comparison comparison =
        of(trials("sticky", 10, "release-in-memory", 10, 4).measure(), "connections.meanInUse");
    assertBetter(comparison, "release-in-memory", 9);
    assertThat(comparison.interval().low()).isBetween(8.9, 9.1);
  }

  @Test
  void moreSpreadBetweenTrials_widensTheInterval() {
    SyntheticRun run = SyntheticRun.in(folder);
    for (int least : new int[] {10, 14, 19, 14}) {
      run.trial("wild").service(least, 2);
      run.trial("calm").service(14, 2);
    }
    Comparison comparison = of(run.measure(), "tier.mean");
    assertThat(comparison.interval().low()).isLessThan(0.9);
    assertThat(comparison.interval().high()).isGreaterThan(1.1);
    assertThat(comparison.difference()).contains(Significance.UNDECIDED);
  }

  @Test
  void aDifferenceOfOneTickOfTheClock_isUndecided() {
    SyntheticRun ticks = SyntheticRun.in(folder).seed(1);
    for (int i = 0; i < 4; i++) {
      ticks.trial("a").service(1, 0);
      ticks.trial("b").service(2, 0);
    }
    Comparison comparison = of(ticks.measure(), "service.p95");
    assertThat(comparison.interval().ratio()).isEqualTo(0.5);
    assertThat(comparison.difference()).contains(Significance.UNDECIDED);
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
