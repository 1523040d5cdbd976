package cloakroom.stress.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ComparisonsTest {
  @TempDir private Path folder;

  private SyntheticRun trials(String a, int leastA, String b, int leastB, int each) {
    SyntheticRun run = SyntheticRun.in(folder);
    for (int i = 0; i < each; i++) {
      run.trial(a).service(leastA, 6).inUse(18, 160);
      run.trial(b).service(leastB, 6).inUse(2, 20);
    }
    return run;
  }

  private static Comparison of(RunSummary run, String metric) {
    return run.comparisons().stream()
        .filter(comparison -> comparison.metric().equals(metric))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void bootstrap_findsAKnownRatio() {
    RunSummary run = trials("sticky", 17, "release-in-memory", 7, 3).measure();
    Comparison tier = of(run, "tier.mean");
    assertThat(tier.ratio()).isBetween(1.95, 2.05);
    assertThat(tier.low()).isLessThan(2.0).isGreaterThan(1.9);
    assertThat(tier.high()).isGreaterThan(2.0).isLessThan(2.1);
    assertThat(tier.verdict()).isEqualTo("release-in-memory is 2.0 x faster");
  }

  @Test
  void theFasterPolicy_isNamedWhicheverSideItStandsOn() {
    RunSummary run = trials("release-in-memory", 7, "sticky", 17, 3).measure();
    assertThat(of(run, "service.mean").verdict()).isEqualTo("release-in-memory is 2.0 x faster");
    assertThat(of(run, "service.p95").ratio()).isLessThan(0.6);
  }

  @Test
  void equalTrials_coverOne() {
    RunSummary run = trials("a", 10, "b", 10, 3).measure();
    for (String metric : List.of("tier.mean", "service.mean", "service.p95", "response.mean")) {
      Comparison comparison = of(run, metric);
      assertThat(comparison.low()).as(metric).isLessThanOrEqualTo(1);
      assertThat(comparison.high()).as(metric).isGreaterThanOrEqualTo(1);
      assertThat(comparison.verdict()).as(metric).startsWith("no difference seen");
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
      covered += comparison.low() <= 1 && comparison.high() >= 1 ? 1 : 0;
    }
    assertThat(covered).isBetween(35, 40);
  }

  @Test
  void connections_areSaidInTheirOwnWords() {
    Comparison comparison =
        of(trials("sticky", 10, "release-in-memory", 10, 3).measure(), "connections.meanInUse");
    assertThat(comparison.verdict()).isEqualTo("release-in-memory uses 9.0 x fewer connections");
    assertThat(comparison.low()).isLessThan(9).isGreaterThan(4);
  }

  @Test
  void fewTrials_makeAVerdictPreliminary() {
    RunSummary run = trials("sticky", 17, "release-in-memory", 7, 2).measure();
    assertThat(of(run, "tier.mean").verdict())
        .isEqualTo(
            "release-in-memory is 2.0 x faster"
                + " (preliminary: 2 trials; 3 are needed for a published figure)");
  }

  @Test
  void moreSpreadBetweenTrials_widensTheInterval() {
    SyntheticRun run = SyntheticRun.in(folder);
    for (int least : new int[] {10, 14, 19}) {
      run.trial("wild").service(least, 2);
      run.trial("calm").service(14, 2);
    }
    Comparison comparison = of(run.measure(), "tier.mean");
    assertThat(comparison.low()).isLessThan(0.9);
    assertThat(comparison.high()).isGreaterThan(1.1);
    assertThat(comparison.verdict()).isEqualTo("no difference seen");
  }

  @Test
  void aDifferenceOfOneTickOfTheClock_isNoDifference() {
    RunSummary run =
        SyntheticRun.in(folder).plan("x").seed(1).trialOf("a", 1).trialOf("b", 2).measure();
    assertThat(of(run, "service.p95").ratio()).isEqualTo(0.5);
    assertThat(of(run, "service.p95").verdict()).startsWith("no difference seen");
  }

  @Test
  void anInconsistentRun_withholdsEveryVerdict() {
    SyntheticRun run = trials("sticky", 17, "release-in-memory", 7, 3);
    run.trial(1).lie("checkins", -1);
    RunSummary summary = run.measure();
    assertThat(summary.consistent()).isFalse();
    assertThat(summary.comparisons())
        .isNotEmpty()
        .allMatch(
            c -> c.verdict().equals("withheld: the counters do not agree (1 audit check failed)"));
  }

  @Test
  void aRunBoundByItsGenerator_withholdsEveryVerdict() {
    SyntheticRun run = trials("sticky", 17, "release-in-memory", 7, 3);
    run.trial(0).gc(3000);
    assertThat(run.measure().comparisons())
        .allMatch(c -> c.verdict().startsWith("withheld: the load generator was the bottleneck"));
  }

  @Test
  void aRunCutShort_withholdsEveryVerdict() {
    RunSummary run = trials("sticky", 17, "release-in-memory", 7, 3).cutShort().measure();
    assertThat(run.comparisons())
        .allMatch(c -> c.verdict().equals("withheld: the run was cut short"));
  }

  @Test
  void failures_standBesideTheVerdict() {
    SyntheticRun run = trials("sticky", 17, "release-in-memory", 7, 3);
    run.trial(1).rows(rows -> rows.get(10).success = false);
    assertThat(of(run.measure(), "tier.mean").verdict())
        .isEqualTo(
            "release-in-memory is 2.0 x faster (1 of 1800 requests failed under release-in-memory)");
  }

  @Test
  void noConnectionsAtAll_giveNoRatio() {
    SyntheticRun run = SyntheticRun.in(folder);
    run.trial("sticky").inUse(18, 160);
    run.trial("noop").inUse(0, 0);
    Comparison comparison = of(run.measure(), "connections.meanInUse");
    assertThat(comparison.ratio()).isNaN();
    assertThat(comparison.verdict()).startsWith("no ratio: it is 0 under noop");
  }

  @Test
  void theSameSeed_givesTheSameInterval() {
    RunSummary first = trials("sticky", 17, "release-in-memory", 7, 2).measure();
    assertThat(Measurement.of(folder).comparisons()).isEqualTo(first.comparisons());
  }
}
