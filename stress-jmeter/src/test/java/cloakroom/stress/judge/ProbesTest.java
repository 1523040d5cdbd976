package cloakroom.stress.judge;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.StateKind;
import cloakroom.stress.folder.Audit;
import cloakroom.stress.folder.FailureKind;
import cloakroom.stress.folder.ProbeResults;
import cloakroom.stress.folder.ProbeResults.OutcomeCounts;
import cloakroom.stress.folder.ProbeResults.ProbeOutcome;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ProbesTest {
  @TempDir private Path folder;
  private SyntheticRun run;

  private SyntheticTrial trial() {
    run = SyntheticRun.in(folder).plan("state-kinds");
    return run.trial("sticky").load(10, 0);
  }

  private TrialSummary measured() {
    return run.measure().trials().get(0);
  }

  private static SyntheticTrial.Row last(List<SyntheticTrial.Row> rows) {
    return rows.get(rows.size() - 1);
  }

  private static List<String> failed(TrialSummary trial) {
    return trial.audit().failed().stream().map(Audit.Check::id).toList();
  }

  private static OutcomeCounts fates(long kept, long lost, long leaked, long refused) {
    Map<ProbeOutcome, Long> counts = new EnumMap<>(ProbeOutcome.class);
    counts.putAll(
        Map.of(
            ProbeOutcome.KEPT, kept,
            ProbeOutcome.LOST, lost,
            ProbeOutcome.LEAKED, leaked,
            ProbeOutcome.REFUSED, refused));
    counts.values().removeIf(count -> count == 0);
    return new OutcomeCounts(counts);
  }

  @Test
  void verdicts_areCountedByKindInTheOrderOfTheKinds() {
    trial().probes("upload", 1, 2, 3, 4).probes("viewState", 5, 0, 0, 0);
    ProbeResults kinds = measured().stateKinds();
    assertThat(kinds.byKind())
        .containsExactly(
            Map.entry(StateKind.VIEW_STATE, fates(5, 0, 0, 0)),
            Map.entry(StateKind.UPLOAD, fates(1, 2, 3, 4)));
    assertThat(kinds.total()).isEqualTo(fates(6, 2, 3, 4));
  }

  @Test
  void lostAndLeakedReads_areStateThatWasLostAndAddUpToTheProbes() {
    trial().probes("openCursor", 10, 2, 3, 4);
    TrialSummary trial = measured();
    assertThat(trial.errors(FailureKind.STATE_LOST)).isEqualTo(5);
    assertThat(trial.errors(FailureKind.HTTP)).isEqualTo(4);
    assertThat((long) trial.figure("ok") + trial.errors()).isEqualTo(trial.requests());
    assertThat(trial.probeFailures()).isEqualTo(9);
    assertThat(trial.failures()).isZero();
    assertThat(trial.audit().consistent()).isTrue();
    assertThat(trial.audit().checks())
        .extracting(Audit.Check::numbers)
        .endsWith(
            "kept + lost + leaked + refused + failed 19 = probes written 19",
            "lost + leaked + refused + failed 9 = failed reads and writes 9");
  }

  @ParameterizedTest
  @CsvSource({
    "200, leaked: own-9-x, LEAKED",
    "200, lost: null, LOST",
    "503, leaked: own-9-x, REFUSED",
    "409, '', REFUSED",
    "Non HTTP response code: java.net.SocketException, '', REFUSED"
  })
  void failedRead_isJudgedByItsStatusAndThenByItsMessage(
      String code, String message, ProbeOutcome fate) {
    trial().probes("upload", 1, 0, 0, 0).rows(rows -> last(rows).fail(code, message));
    assertThat(measured().stateKinds().of(StateKind.UPLOAD)).isEqualTo(OutcomeCounts.one(fate));
  }

  @Test
  void requestWithoutAnswer_isRefusedAndAFailureAllTheSame() {
    trial()
        .probes("upload", 1, 0, 0, 0)
        .rows(rows -> last(rows).fail("Non HTTP response code: java.net.ConnectException", ""));
    TrialSummary trial = measured();
    assertThat(trial.stateKinds().total().of(ProbeOutcome.REFUSED)).isEqualTo(1);
    assertThat(trial.failures()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"missingRight, FAILED, 1", "readOnly, FAILED, 1", "lock, REFUSED, 0"})
  void measure_probeForbiddenByTheDatabase_failsWithoutAVerdict(
      String errorClass, ProbeOutcome fate, int failures) {
    trial().probes("upload", 1, 0, 0, 1).rows(rows -> last(rows).errorClass = errorClass);
    TrialSummary trial = measured();
    assertThat(trial.stateKinds().total().of(fate)).isEqualTo(1);
    assertThat(trial.failures()).isEqualTo(failures);
    assertThat(trial.audit().consistent()).isTrue();
  }

  @Test
  void readThatNobodyJudgedOrThatIsMissing_isCaughtByTheAudit() {
    trial().probes("upload", 5, 0, 0, 0).rows(rows -> last(rows).fail("200", "expected 200"));
    assertThat(failed(measured())).containsExactly("o", "p");
    trial().probes("upload", 5, 0, 0, 0).rows(rows -> rows.remove(rows.size() - 1));
    assertThat(failed(measured())).containsExactly("o");
  }

  @Test
  void verdictOnTheWrongKind_isCaughtByTheAudit() {
    trial()
        .probes("rowLock", 5, 0, 0, 0)
        .probes("upload", 5, 0, 0, 0)
        .rows(rows -> last(rows).label = "read rowLock");
    assertThat(measured().audit().failed())
        .extracting(Audit.Check::numbers)
        .containsExactly("verdicts on rowLock 6 ≠ probes written 5");
  }

  @Test
  void trialCutShort_mayLackReads() {
    trial().probes("upload", 5, 0, 0, 0).cutShort().rows(rows -> rows.remove(rows.size() - 1));
    TrialSummary trial = measured();
    assertThat(trial.audit().consistent()).isTrue();
    assertThat(trial.stateKinds().total()).isEqualTo(fates(4, 0, 0, 0));
  }

  @Test
  void warmUpAndOtherLabels_areNoProbes() {
    trial()
        .probes("upload", 5, 0, 0, 0)
        .rows(
            rows -> {
              rows.get(0).label = "write upload";
              rows.get(1).label = "read upload";
              last(rows).label = "read something";
              rows.get(rows.size() - 2).label = "clear upload";
            });
    assertThat(measured().stateKinds().total().probes()).isEqualTo(4);
  }

  @Test
  void cleanings_areThoseOfTheMeasuredPhase() {
    trial().probes("upload", 5, 0, 0, 0).cleanings(10, 20, 4000);
    TrialSummary trial = measured();
    assertThat(Metric.get("connectionResets.count").of(trial)).isEqualTo(10);
    assertThat(Metric.get("connectionResets.roundTripsEach").of(trial)).isEqualTo(2);
    assertThat(Metric.get("connectionResets.microsEach").of(trial)).isEqualTo(400);
  }
}
