package cloakroom.stress.judge;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.judge.SyntheticTrial.Row;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long a fault of two seconds was to be seen by users. */
final class RecoveryTest {
  private static final long FAULT = 12_500;

  @TempDir private Path folder;

  private TrialSummary trial(long until, Consumer<Row> edit) {
    SyntheticRun run = SyntheticRun.in(folder);
    long from = SyntheticTrial.FROM;
    run.trial("sticky")
        .load(30, 20)
        .service(10, 0)
        .fault("db-freeze", FAULT, 2_000, 0)
        .rows(
            rows ->
                rows.stream()
                    .filter(row -> row.start >= from + FAULT && row.start < from + until)
                    .forEach(edit));
    return run.measure().trials().get(0);
  }

  @Test
  void failedRequests_areAnOutageToTheNextSuccess() {
    TrialSummary trial = trial(16_000, row -> row.fail("500", ""));

    assertThat(trial.figure("faults.outageSeconds")).isBetween(3.4, 3.6);
    assertThat(trial.figure("faults.recoverySeconds")).isBetween(3.4, 3.6);
  }

  @Test
  void slowRequests_areAnOutageOfTheirOwnLength() {
    TrialSummary trial = trial(16_000, row -> row.elapsed = 900);

    assertThat(trial.figure("faults.outageSeconds")).isBetween(0.9, 1.0);
    assertThat(trial.figure("faults.recoverySeconds")).isBetween(3.4, 3.6);
  }

  @Test
  void faultThatNobodySaw_isOverAtOnce() {
    TrialSummary trial = trial(16_000, row -> {});

    assertThat(trial.figure("faults.outageSeconds")).isLessThan(0.1);
    assertThat(trial.figure("faults.recoverySeconds")).isZero();
  }

  @Test
  void responseTimesThatStayBad_haveNotRecovered() {
    TrialSummary trial = trial(30_000, row -> row.fail("500", ""));

    assertThat(trial.figure("faults.outageSeconds")).isGreaterThan(17);
    assertThat(trial.figure("faults.recoverySeconds")).isNaN();
  }
}
