package cloakroom.stress.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.stress.folder.Variant;
import cloakroom.stress.judge.FailureCondition.ConditionFinding;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FailureConditionTest {
  private static final List<String> VARIANTS = List.of("sticky", "released roomy", "a/b");

  private static final List<FailureCondition> OBJECTIVE =
      FailureCondition.objectives("service.p95 < 200ms, errors < 0.1%");

  @TempDir private Path folder;

  /** Of the last variant one trial is fast and the other one slow. */
  private List<String> findings(String limit) {
    SyntheticRun run = SyntheticRun.in(folder);
    for (int level : new int[] {10, 40, 10, 40}) {
      run.trial("sticky").service(10, 0);
      run.trial(new Variant("released roomy", "noop", Map.of())).service(20, 0);
      run.trial(new Variant("a/b", "noop", Map.of())).service(level, 0);
    }
    return findings(run, limit);
  }

  private static List<String> findings(SyntheticRun run, String limit) {
    return FailureCondition.parse(limit).check(run.measure()).stream()
        .map(ConditionFinding::text)
        .toList();
  }

  private String ofProbes(String limit) {
    SyntheticRun run = SyntheticRun.in(folder).plan("state-kinds");
    run.trial("sticky").probes("upload", 15, 0, 5, 0);
    run.trial("sticky").probes("upload", 15, 0, 5, 0);
    return findings(run, limit).get(0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          service.p95          | must be [VARIANT: ]METRIC > NUMBER[UNIT], with >, >=, < or <= and us, ms, s or %, such as
          service.p95 > 5 h    | must be [VARIANT: ]METRIC
          servce.p95 > 50ms    | there is no metric servce.p95; metrics are those of summary.json
          speed > 1            | there is no metric speed; metrics are those of summary.json
          service.p95 > 5%     | service.p95 requires a plain number or one with us, ms, s
          errors > 5ms         | errors requires a plain number or one with %
          requests > 5ms       | requests requires a plain number
          errors > 101%        | the bound of errors must be a number from 0 up, or a share from 0% to 100%
          errors > -1%         | the bound of errors must be a number from 0 up, or a share from 0% to 100%
          interference.percent > 150% | the bound of interference.percent must be a number from 0 up, or a share
          service.p95 < -5ms   | the bound of service.p95 must be 0 or more
          stateKinds.rowLock.gone > 1 | there is no metric stateKinds.rowLock.gone; metrics are
          service.p95 > 50     | service.p95 is a time: write the number with us, ms or s, such as 50ms
          stiky: errors > 0    | there is no variant stiky; variants are sticky, released roomy, a/b
          sticky/roomy: errors > 0 | there is no variant roomy; variants are sticky
          sticky/a/b: errors > 0   | the ratio of two variants must be a plain number, and not one of failures
          a/b/sticky: tier.mean > 5ms | the ratio of two variants must be a plain number
          """)
  void whatIsNoLimitOfTheRun_isRefusedInOneLineWithTheChoices(String limit, String rule) {
    assertThatThrownBy(() -> FailureConditions.parse(List.of(limit)).requireFit(VARIANTS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("--fail-if \"" + limit + "\": " + rule)
        .message()
        .hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          sticky: response.max < 1s
          released roomy : requests>=5
          a/b: errors <= 0.1 %
          sticky/released roomy: service.mean > 1.2
          sticky / a/b: connections.meanInUse > 2
          interference.percent > 5%
          interference.percent > 5
          """)
  void parse_acceptedForm_fitsTheRun(String limit) {
    assertThatCode(() -> FailureConditions.parse(List.of(limit)).requireFit(VARIANTS))
        .doesNotThrowAnyException();
  }

  @Test
  void figure_isTheMeanOfTheTrialsInTheLimitsUnit() {
    assertThat(findings("service.mean > 15ms"))
        .containsExactly(
            "service.mean > 15ms: held, it is 10ms under sticky",
            "service.mean > 15ms: crossed, it is 20ms under released roomy",
            "service.mean > 15ms: crossed, it is 25ms under a/b");
    assertThat(findings("sticky: service.mean >= 10000us"))
        .containsExactly("sticky: service.mean >= 10000us: crossed, it is 10000us");
    assertThat(findings("sticky: service.mean < 0.005s"))
        .containsExactly("sticky: service.mean < 0.005s: held, it is 0.010s");
  }

  @Test
  void failuresAndVerdicts_areAddedUpOrAShare() {
    assertThat(ofProbes("stateKinds.upload.leaked > 9"))
        .endsWith(": crossed, it is 10 under sticky");
    assertThat(ofProbes("stateKinds.upload.leaked > 25%"))
        .endsWith(": held, it is 25% under sticky");
    assertThat(ofProbes("errors > 9")).endsWith(": crossed, it is 10 under sticky");
    assertThat(ofProbes("errors.stateLost > 12.5%")).endsWith(": held, it is 12.500% under sticky");
  }

  /** The interval of a figure that never varies has no width. */
  @Test
  void ratioOfTwoVariants_countsWithAllOfItsInterval() {
    assertThat(findings("released roomy/sticky: service.mean > 1.99"))
        .containsExactly(
            "released roomy/sticky: service.mean > 1.99: crossed, it is released roomy / sticky"
                + " 2.00 × [2.00, 2.00]");
    assertThat(findings("a/b/sticky: service.mean > 1.5"))
        .singleElement()
        .asString()
        .startsWith(
            "a/b/sticky: service.mean > 1.5: held by its interval, it is a/b / sticky 2.00 × [");
    assertThat(findings("sticky/a/b: service.p90 < 0.5"))
        .containsExactly("sticky/a/b: service.p90 < 0.5: crossed, it is sticky / a/b 0.40 ×");
    assertThat(findings("released roomy/a/b: passivations.snapshotWrites > 1"))
        .containsExactly(
            "released roomy/a/b: passivations.snapshotWrites > 1: held, it is released roomy / a/b"
                + " 1.00 ×");
  }

  @Test
  void figureThatNobodyTold_isBeyondEveryLimit() {
    assertThat(findings("sticky: liveHeap.megabytes > 100"))
        .containsExactly("sticky: liveHeap.megabytes > 100: crossed, it is n/a");
    assertThat(findings("sticky: liveHeap.megabytes < 100")).allMatch(t -> t.contains("crossed"));
    assertThat(findings("sticky/a/b: liveHeap.megabytes > 1")).allMatch(t -> t.contains("crossed"));
  }

  @Test
  void faultThatMetNoRequest_isBeyondEveryLimitOnFaults() {
    SyntheticRun run = SyntheticRun.in(folder);
    run.trial(new Variant("a", "sticky", Map.of("fault", "db-freeze@1s")))
        .load(10, 20)
        .fault("db-freeze", 5_000, 1_000, 0)
        .idle(4_500, 6_500);

    assertThat(findings(run, "faults.changesLost > 0"))
        .containsExactly(
            "faults.changesLost > 0: crossed, 01-a: fault db-freeze@1s met no request, so it proves"
                + " nothing");
    assertThat(findings(run, "errors > 0")).containsExactly("errors > 0: held, it is 0 under a");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          service.p95 > 50ms        | 81.200ms
          service.p95 > 81.2ms      |
          service.p95 >= 81200us    | 81200us
          errors > 0.1%             | 0.200%
          errors > 2                |
          throughputPerSecond < 300 | 250
          service.p50 > 1ms         |
          """)
  void figuresOfATrialSoFar_areHeldAgainstIt(String limit, String broken) {
    Map<String, Double> soFar =
        Map.of(
            "service.p95", 81.2, "errors", 2.0, "requests", 1000.0, "throughputPerSecond", 250.0);

    assertThat(FailureCondition.parse(limit).live("sticky")).isTrue();
    assertThat(FailureCondition.parse(limit).broken(soFar).orElse(null)).isEqualTo(broken);
  }

  @Test
  void shareOfFailuresBeforeTheFirstRequest_breaksNothing() {
    assertThat(FailureCondition.parse("errors > 0%").broken(Map.of("errors", 0.0, "requests", 0.0)))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "tier.mean > 5ms",
    "errors.stateLost > 0",
    "sticky/released: service.mean > 2",
    "released: service.mean > 2ms",
    "stateKinds.upload.leaked > 0"
  })
  void whatTheEngineDoesNotTellOfThatVariant_isNotLive(String limit) {
    assertThat(FailureCondition.parse(limit).live("sticky")).isFalse();
  }

  private static String missed(Map<String, Double> figures) {
    return FailureCondition.missed(OBJECTIVE, figures);
  }

  @Test
  void missed_metrics_namesTheMissedObjectives() {
    assertThat(missed(Map.of("service.p95", 199.0, "errors", 0.0, "requests", 1000.0))).isEmpty();
    assertThat(missed(Map.of("service.p95", 200.0, "errors", 0.0, "requests", 1000.0)))
        .isEqualTo("service.p95 < 200ms");
    assertThat(missed(Map.of("service.p95", 300.0, "errors", 1.0, "requests", 1000.0)))
        .isEqualTo("service.p95 < 200ms, errors < 0.1%");
    assertThat(missed(Map.of("errors", 0.0, "requests", 1.0)))
        .as("unknown")
        .isEqualTo("service.p95 < 200ms");
  }

  @Test
  void objective_invalid_isRejected() {
    assertThatThrownBy(() -> FailureCondition.objectives("service.p95 < 200"))
        .hasMessageStartingWith("--slo \"service.p95 < 200\": service.p95 is a time");
    assertThatThrownBy(() -> FailureCondition.objectives("fast"))
        .hasMessageStartingWith("--slo \"fast\": must be");
  }
}
