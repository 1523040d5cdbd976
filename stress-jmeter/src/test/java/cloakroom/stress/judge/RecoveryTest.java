package cloakroom.stress.judge;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.folder.Variant;
import cloakroom.stress.judge.SyntheticTrial.Row;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @ParameterizedTest
  @CsvSource({
    "16_000, fails, 3.4, 3.6, 3.4, 3.6",
    "16_000, takes 900 ms, 0, 0, 3.4, 3.6",
    "16_000, is as before, 0, 0, 0, 0",
    "30_000, fails, 17, 30, NaN, NaN"
  })
  void fault_requestsUntilItsEnd_haveOutageAndRecovery(
      String until, String request, double outage, double outageMax, double recovery, double max) {
    TrialSummary trial =
        trial(
            Long.parseLong(until.replace("_", "")),
            row -> {
              row.elapsed = request.startsWith("takes") ? 900 : row.elapsed;
              if (request.equals("fails")) {
                row.fail("500", "");
              }
            });

    assertThat(trial.figure("faults.outageSeconds")).isBetween(outage, outageMax);
    double seconds = trial.figure("faults.recoverySeconds");
    if (Double.isNaN(recovery)) {
      assertThat(seconds).isNaN();
    } else {
      assertThat(seconds).isBetween(recovery, max);
    }
  }

  /** A request ends 300 ms before the fault, and the next one begins 300 ms after it. */
  @ParameterizedTest
  @CsvSource({"db-freeze, 0", "link-latency, 0", "link-cut, 300", "db-restart, 300"})
  void fault_noRequestMeanwhile_isMetOnlyIfItHasEffectsAfterIt(String kind, long requests) {
    SyntheticRun run = SyntheticRun.in(folder);
    run.trial(new Variant("a", "sticky", Map.of("fault", kind + "@1s")))
        .load(30, 20)
        .fault(kind, FAULT, 2_000, 0)
        .idle(FAULT - 300, FAULT + 2_500);
    TrialSummary trial = run.measure().trials().get(0);

    assertThat(trial.faults().get(0).requests()).isEqualTo(requests);
    assertThat(trial.uselessFaults())
        .isEqualTo(
            requests > 0
                ? List.of()
                : List.of("01-a: fault " + kind + "@1s met no request, so it proves nothing"));
  }
}
