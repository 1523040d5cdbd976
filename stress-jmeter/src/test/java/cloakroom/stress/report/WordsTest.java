package cloakroom.stress.report;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.SyntheticRun;
import cloakroom.stress.measure.Variant;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sentences made of verdicts. */
final class WordsTest {
  @TempDir private Path folder;

  private SyntheticRun trials(int each) {
    return SyntheticRun.inTurn(folder, "sticky", 17, "release-in-memory", 7, each);
  }

  private static String verdict(RunSummary run, String metric) {
    return Words.verdict(run, run.comparison("sticky", "release-in-memory", metric).orElseThrow());
  }

  @Test
  void verdict_isASentenceOfSpeedOrOfConnections() {
    RunSummary run = trials(3).measure();

    assertThat(verdict(run, "tier.mean")).isEqualTo("release-in-memory is 2.0 x faster");
    assertThat(verdict(run, "connections.meanInUse"))
        .isEqualTo("release-in-memory uses 9.0 x fewer connections");
    assertThat(Headline.of(run))
        .containsExactly(
            "release-in-memory is 2.0 x [2.0, 2.0] faster than sticky and uses 9.0 x fewer"
                + " connections (at most 20 open against 160)");
  }

  @Test
  void verdictOfFewTrials_isSaidToBePreliminary() {
    RunSummary run = trials(2).measure();

    assertThat(verdict(run, "tier.mean"))
        .isEqualTo(
            "release-in-memory is 2.0 x faster"
                + " (preliminary: 2 trials; 3 are needed for a published figure)");
    assertThat(Headline.of(run))
        .last()
        .isEqualTo("Preliminary: 2 trials; 3 are needed for a published figure");
  }

  private static SyntheticRun wild(Path folder, int... least) {
    SyntheticRun run = SyntheticRun.in(folder);
    for (int i : least) {
      run.trial("sticky").service(i, 2);
      run.trial("release-in-memory").service(14, 2);
    }
    return run;
  }

  @Test
  void wideIntervalThatHoldsOne_isUndecidedAndSaysHowManyTrialsMoreWouldTell() {
    RunSummary run = wild(folder, 10, 14, 19).measure();

    assertThat(verdict(run, "tier.mean"))
        .matches("undecided: about [1-9]\\d* more trials of each would probably tell");
    assertThat(Headline.of(run).get(0))
        .startsWith(
            "Between sticky and release-in-memory the difference in speed is undecided: about ");
  }

  @Test
  void oneTrialEach_isUndecidedAndNeedsThree() {
    RunSummary run = wild(folder, 14).measure();

    assertThat(verdict(run, "tier.mean")).isEqualTo("undecided: needs at least 3 trials of each");
  }

  @Test
  void spreadThatNoNumberOfTrialsOvercomes_isNotCountedOut() {
    RunSummary run = wild(folder, 1, 1, 40).measure();

    assertThat(verdict(run, "tier.mean"))
        .isEqualTo("undecided: more than 100 more trials of each would be needed");
  }

  @Test
  void differenceWithinTheMargin_isSaidToBeSmallerThanIt() {
    RunSummary run =
        SyntheticRun.inTurn(folder, "sticky", 41, "release-in-memory", 40, 3).measure();

    assertThat(verdict(run, "tier.mean"))
        .isEqualTo("release-in-memory is 1.02 x faster, less than the margin of 0.9 to 1.1");
    assertThat(Headline.of(run).get(0))
        .startsWith(
            "release-in-memory is 1.02 x [1.02, 1.03] faster than sticky, less than the margin of");
  }

  @Test
  void failures_standBesideTheVerdict() {
    SyntheticRun run = trials(3);
    run.trial(1).rows(rows -> rows.get(10).success = false);

    assertThat(verdict(run.measure(), "tier.mean"))
        .isEqualTo(
            "release-in-memory is 2.0 x faster (1 of 1800 requests failed under release-in-memory)");
  }

  @Test
  void policiesThatEachWinOnce_areBothNamed() {
    SyntheticRun run = SyntheticRun.inTurn(folder, "sticky", 7, "release-in-memory", 17, 3);

    assertThat(Headline.of(run.measure()))
        .containsExactly(
            "sticky is 2.0 x [2.0, 2.0] faster than release-in-memory; release-in-memory uses 9.0 x"
                + " fewer connections (at most 20 open against 160)");
  }

  @Test
  void policyWhoseNameReadsLikeAVerdict_confusesNobody() {
    SyntheticRun run = SyntheticRun.inTurn(folder, "b is x uses y (z)", 17, "b", 7, 3);

    assertThat(Headline.of(run.measure()))
        .containsExactly(
            "b is 2.0 x [2.0, 2.0] faster than b is x uses y (z) and uses 9.0 x fewer connections"
                + " (at most 20 open against 160)");
  }

  @Test
  void faults_areSaidOnceAndInTheirOrder() {
    SyntheticRun run = trials(3).cutShort();
    run.trial(0).gc(3000);
    run.trial(1).lie("checkins", -1);
    RunSummary summary = run.measure();

    assertThat(Words.withheld(summary))
        .startsWith(
            "the run was cut short; the counters do not agree (1 audit check failed); 01-sticky: the"
                + " load generator did not keep up: garbage collection took");
    assertThat(verdict(summary, "tier.mean")).isEqualTo("withheld: " + Words.withheld(summary));
  }

  @Test
  void trust_restsOnAuditGeneratorOtherWorkAndTrials() {
    SyntheticRun run = trials(3);
    assertThat(Words.trust(run.measure()))
        .startsWith("Reliable: the counters agree (")
        .contains("; the load generator was on time; background CPU load at most ");
    run.trial(0).others(0.4, 0);
    assertThat(Words.trust(run.measure()))
        .startsWith("Counts are reliable, times are not: the counters agree (")
        .contains("01-sticky: other processes took");
    run.trial(2).lie("checkins", -1);
    assertThat(Words.trust(run.measure())).startsWith("Unreliable: the counters do not agree (");
  }

  @Test
  void conditions_nameDistanceAndThresholds() {
    SyntheticRun run = SyntheticRun.in(folder);
    run.trial(new Variant("sticky", "sticky", Map.of("db-rtt", "1ms")));

    assertThat(Words.conditions(run.measure()))
        .isEqualTo(
            "Measured with 80 users, ? iterations, think time ? ms, distance to the database 1ms, recycle"
                + " threshold 200.");
  }

  @Test
  void noConnectionsAtAll_giveNoRatio() {
    SyntheticRun run = SyntheticRun.in(folder);
    run.trial("sticky").inUse(18, 160);
    run.trial("release-in-memory").inUse(0, 0);

    assertThat(verdict(run.measure(), "connections.meanInUse"))
        .startsWith("no ratio: it is 0 under release-in-memory");
  }
}
