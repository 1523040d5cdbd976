package cloakroom.stress.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import cloakroom.contract.ErrorClass;
import cloakroom.stress.folder.FailureKind;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MeasuredRunTest {
  @TempDir private Path folder;

  private TrialSummary measured(Consumer<SyntheticTrial> trial) {
    SyntheticRun run = SyntheticRun.in(folder);
    trial.accept(run.trial("sticky"));
    return run.measure().trials().get(0);
  }

  @Test
  void percentiles_areThoseOfTheKnownTimes() {
    TrialSummary trial = measured(t -> t.load(10, 100).rows(MeasuredRunTest::oneToHundred));

    assertThat(trial.figure("service.mean")).isEqualTo(50.5, within(1e-9));
    assertThat(Stream.of("p50", "p90", "p95", "p99", "p999", "max").map(p -> "service." + p))
        .extracting(trial::figure)
        .containsExactly(50.0, 90.0, 95.0, 99.0, 100.0, 100.0);
  }

  private static void oneToHundred(List<SyntheticTrial.Row> rows) {
    long elapsed = 0;
    for (SyntheticTrial.Row row : requests(rows)) {
      row.elapsed = 1 + elapsed++ % 100;
      row.due = row.start;
    }
  }

  private static List<SyntheticTrial.Row> requests(List<SyntheticTrial.Row> rows) {
    return rows.stream()
        .filter(row -> row.thread.startsWith("users") && row.message.equals("OK"))
        .toList();
  }

  @Test
  void warmUpAndTransactions_areInNoFigureOfRequests() {
    TrialSummary trial = measured(t -> t.load(10, 20));

    assertThat(trial.requests()).isEqualTo(200);
    assertThat(trial.figure("transactions")).isEqualTo(100);
    assertThat(trial.figure("throughputPerSecond")).isEqualTo(20, within(1e-9));
  }

  @Test
  void requestsAcrossTheEdgeOfTheMeasuredPhase_doNotCount() {
    TrialSummary trial =
        measured(
            t ->
                t.load(10, 20)
                    .rows(
                        rows -> {
                          requests(rows).get(0).start = SyntheticTrial.FROM - 1;
                          requests(rows).get(199).elapsed = 5000;
                        }));
    assertThat(trial.requests()).isEqualTo(198);
    assertThat(trial.audit().consistent()).isTrue();
  }

  @Test
  void kindsOfFailure_addUpToTheRequests() {
    TrialSummary trial = measured(t -> t.rows(MeasuredRunTest::oneOfEachKind));
    assertThat(FailureKind.values()).extracting(trial::errors).containsOnly(1L);
    assertThat((long) trial.figure("ok") + trial.errors()).isEqualTo(trial.requests());
    assertThat(trial.errors()).isEqualTo(7);
  }

  private static void oneOfEachKind(List<SyntheticTrial.Row> rows) {
    List<SyntheticTrial.Row> users = requests(rows);
    fail(users.get(0), "200", "expected, \"quoted\"\nand broken", "");
    fail(users.get(1), "200", "stateLost: was Department 17", "");
    fail(users.get(2), "500", "", "internal");
    fail(users.get(3), "503", "", "checkoutTimeout");
    fail(users.get(4), "503", "stateLost as well", "poolExhausted");
    fail(users.get(5), "500", "", "activation");
    fail(users.get(6), "Non HTTP response code: java.net.BindException", "", "");
  }

  private static void fail(SyntheticTrial.Row row, String code, String failure, String error) {
    row.fail(code, failure);
    row.tierError = error;
  }

  @Test
  void classesOfTheDatabasesErrors_areAmongTheFailures() {
    TrialSummary trial = measured(t -> t.rows(MeasuredRunTest::databaseErrors));
    assertThat(Stream.of(ErrorClass.values()).filter(type -> trial.errors(type) > 0))
        .extracting(trial::errors)
        .containsExactlyInAnyOrder(2L, 1L, 1L);
    assertThat(trial.errors(ErrorClass.SESSION_DEAD)).isEqualTo(2);
    assertThat(trial.errors(ErrorClass.OTHER)).isEqualTo(1);
    assertThat(trial.errors()).isEqualTo(5);
    assertThat((long) trial.figure("ok") + trial.errors()).isEqualTo(trial.requests());
  }

  /** One failure has no class; one request that did not fail has one, which counts for nothing. */
  private static void databaseErrors(List<SyntheticTrial.Row> rows) {
    List<SyntheticTrial.Row> users = requests(rows);
    List<String> classes = List.of("sessionDead", "sessionDead", "lock", "ofTheFuture", "");
    for (int i = 0; i < classes.size(); i++) {
      fail(users.get(i), "503", "", "unavailable");
      users.get(i).errorClass = classes.get(i);
    }
    users.get(5).errorClass = "lock";
  }

  @Test
  void aStallOfOneSecond_showsInResponseAndNotInService() {
    TrialSummary trial = measured(t -> t.load(60, 20).service(10, 0).rows(MeasuredRunTest::stall));
    assertThat(trial.figure("response.p99")).isGreaterThan(300);
    assertThat(trial.figure("response.max")).isBetween(950.0, 1100.0);
    assertThat(trial.figure("service.max")).isEqualTo(10);
    assertThat(trial.figure("tier.mean")).isEqualTo(9, within(0.01));
  }

  /** Everything due in second 30 leaves at its end. */
  private static void stall(List<SyntheticTrial.Row> rows) {
    long from = SyntheticTrial.FROM + 30_000;
    for (SyntheticTrial.Row row : requests(rows)) {
      if (row.start >= from && row.start < from + 1000) {
        row.due = row.start;
        row.start = from + 1000;
      }
    }
  }

  @Test
  void connections_comeFromLeaseTimeGaugesAndTheDatabase() {
    TrialSummary trial = measured(t -> t.inUse(16, 160));
    assertThat(trial.figure("connections.meanInUse")).isEqualTo(16, within(1e-6));
    assertThat(trial.figure("counter maxConnectionsInUse")).isEqualTo(160);
    assertThat(trial.figure("connections.databaseMax")).isEqualTo(160);
    assertThat(measured(t -> t.inUse(16, 160).leases(12.5)).figure("connections.meanInUse"))
        .isEqualTo(12.5, within(1e-9));
  }

  private static void isLate(SyntheticTrial.Row row) {
    row.due = row.start - 50;
    row.thread = "users 1-" + row.start; // nobody who waited for an answer meanwhile
  }

  private static void followEachOther(List<SyntheticTrial.Row> rows) {
    List<SyntheticTrial.Row> users = requests(rows);
    for (int i = 0; i < users.size(); i++) {
      users.get(i).due = users.get(i).start - 5000;
      if (i > 0) {
        users.get(i - 1).elapsed = users.get(i).start - users.get(i - 1).start;
      }
    }
  }

  /** By an open schedule users are due whose answers have not come: the tier's doing. */
  @Test
  void generator_isNoBottleneckWhereUsersStillWaitForAnswers() {
    TrialSummary stalled = measured(t -> t.rows(MeasuredRunTest::followEachOther));

    assertThat(stalled.generator().bound()).isFalse();
    assertThat(stalled.figure("response.mean")).isGreaterThan(5000);
  }

  @Test
  void generator_isTheBottleneckWhenRequestsLeaveLateOrItCollectsGarbage() {
    TrialSummary late =
        measured(t -> t.rows(rows -> requests(rows).forEach(MeasuredRunTest::isLate)));

    assertThat(late.generator().bound()).isTrue();
    assertThat(late.generator().reason()).isEqualTo("requests left 50 ms late (p95; limit 20 ms)");
    assertThat(measured(t -> t.gc(3000)).generator().reason())
        .isEqualTo("garbage collection took 10.3 % of the time (limit 5 %)");
  }

  @Test
  void stockEngine_hasNoLateness() {
    TrialSummary stock = measured(t -> t.engines(true));

    assertThat(stock.generator().lagP95()).isNaN();
    assertThat(stock.generator().bound()).isFalse();
    assertThat(stock.noise()).as("a repetition would not help").isEmpty();
    assertThat(stock.unreliableTimes().orElseThrow())
        .isEqualTo(
            "lateness was not measured, because requests of engine 10.0.0.0 (JMeter 5.6.3) have no"
                + " due times: a saturated load generator would go unnoticed, and response times"
                + " may be too low");
  }

  /** The requests of a stock engine do not dilute the lateness of another one. */
  @Test
  void stockEngineNextToAnother_leavesItsLateness() {
    TrialSummary mixed =
        measured(
            t ->
                t.rows(rows -> requests(rows).forEach(MeasuredRunTest::isLate))
                    .engines(false, true, true, true, true, true, true, true, true, true));

    assertThat(mixed.generator().lagP95()).isEqualTo(50);
    assertThat(mixed.noise().orElseThrow()).contains("requests left 50 ms late");
    assertThat(mixed.generator().latenessMeasured()).isFalse();
    assertThat(mixed.unreliableTimes().orElseThrow())
        .contains("requests left 50 ms late", "; ", "lateness was not measured");
    assertThat(measured(t -> t.engines(false)).unreliableTimes()).isEmpty();
  }

  @Test
  void primaryMetric_isTheTierTime() {
    assertThat(SyntheticRun.twoPolicies(folder).measure().primary()).isEqualTo(Metric.TIER_MEAN);
  }
}
