package cloakroom.stress.measure.audit;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.measure.Audit;
import cloakroom.stress.measure.Audit.Outcome;
import cloakroom.stress.measure.SyntheticRun;
import cloakroom.stress.measure.SyntheticTrial;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TrialAuditTest {
  @TempDir private Path folder;

  private SyntheticRun run;

  /** One trial, whose audit a test asks for. */
  private SyntheticTrial trial(String policy) {
    run = SyntheticRun.in(folder);
    return run.trial(policy);
  }

  private Audit audit() {
    return run.measure().trials().get(0).audit();
  }

  private static List<String> failed(Audit audit) {
    return audit.failed().stream().map(Audit.Check::id).toList();
  }

  private static Audit.Check check(Audit audit, String id) {
    return audit.checks().stream().filter(c -> c.id().equals(id)).findFirst().orElseThrow();
  }

  @Test
  void countersThatAgree_areConsistent() {
    trial("sticky").snapshots(7);
    Audit audit = audit();
    assertThat(audit.consistent()).isTrue();
    assertThat(audit.checks())
        .filteredOn(c -> c.outcome() == Outcome.SKIPPED)
        .extracting(Audit.Check::id)
        .containsExactly("m");
  }

  @ParameterizedTest
  @CsvSource({
    "requests, 1, a b",
    "requests, -1, a b",
    "checkins, -1, c",
    "snapshotWrites, 1, d e",
    "snapshotWritesRecycle, 1, d",
    "postedRows, 1, f",
    "commits, 1, g",
    "commits, -1, g",
    "connectionsCreated, 2, h",
    "connectionsReturned, -1, i",
    "commits, 6, g j",
    "snapshotReads, 1, l"
  })
  void aCounterThatLies_isCaughtByItsChecks(String counter, long by, String checks) {
    trial("sticky").lie(counter, by);
    assertThat(failed(audit())).containsExactly(checks.split(" ", -1));
  }

  @ParameterizedTest
  @CsvSource({
    "psTxnInserts, 1, e",
    "departmentsUpdates, -2, f",
    "employeesUpdates, 1, f",
    "sessions, 1, h",
    "commits, -10, j"
  })
  void aDatabaseThatDisagrees_isCaughtByItsChecks(String counter, long by, String checks) {
    trial("sticky").databaseLie(counter, by);
    assertThat(failed(audit())).containsExactly(checks.split(" ", -1));
  }

  @Test
  void aFailedCheck_showsBothNumbers() {
    trial("sticky").lie("checkins", -3);
    assertThat(check(audit(), "c").numbers()).isEqualTo("check-outs 610 ≠ check-ins + busy 607");
  }

  @Test
  void aTrialCutShort_skipsWhatDependsOnRequestsInFlight() {
    trial("sticky").cutShort().lie("requests", 5).lie("commits", 3);
    Audit audit = audit();
    assertThat(failed(audit)).isEmpty();
    for (String id : List.of("a", "b", "g")) {
      assertThat(check(audit, id).outcome()).isEqualTo(Outcome.SKIPPED);
      assertThat(check(audit, id).note()).contains("cut short");
    }
  }

  @Test
  void requestsWithoutAnswer_mayOrMayNotHaveReachedTheTier() {
    trial("sticky").rows(TrialAuditTest::timeOut).lie("requests", 1);
    assertThat(audit().consistent()).isTrue();
    trial("sticky").rows(TrialAuditTest::timeOut).lie("requests", 2);
    assertThat(failed(audit())).containsExactly("a", "b");
  }

  @Test
  void commitsOfNothing_areCountedAsSuchOnBothSides() {
    trial("sticky").rows(rows -> rows.get(11).commit = "nothing");
    Audit audit = audit();
    assertThat(audit.consistent()).isTrue();
    assertThat(check(audit, "q").numbers())
        .isEqualTo("commit rows of nothing 1 = tier commits of nothing 1");
    trial("sticky").rows(rows -> rows.get(11).commit = "nothing").lie("commitsOfNothing", -1);
    assertThat(failed(audit())).containsExactly("q");
  }

  @Test
  void rowsOfACommitInDoubt_mayBeInTheDatabaseOrNot() {
    trial("sticky").lie("postedRowsInDoubt", 1).databaseLie("departmentsUpdates", 1);
    assertThat(audit().consistent()).isTrue();
    trial("sticky").lie("postedRowsInDoubt", 1);
    assertThat(audit().consistent()).isTrue();
    trial("sticky").lie("postedRowsInDoubt", 1).databaseLie("departmentsUpdates", 2);
    assertThat(failed(audit())).containsExactly("f");
  }

  @Test
  void aServerThatWasRestarted_tellsNothingThatCanBeCompared() {
    trial("sticky").restarted("the server was restarted").databaseLie("sessions", -100);
    Audit audit = audit();
    assertThat(audit.consistent()).isTrue();
    for (String id : List.of("e", "f", "h", "j")) {
      assertThat(check(audit, id).outcome()).isEqualTo(Outcome.SKIPPED);
      assertThat(check(audit, id).note()).isEqualTo("not told: the server was restarted");
    }
    trial("noop").inUse(0, 0).restarted("the server was restarted").databaseLie("commits", -9);
    assertThat(audit().consistent()).isTrue();
  }

  private static void timeOut(List<SyntheticTrial.Row> rows) {
    SyntheticTrial.Row row = rows.get(10);
    row.code = "Non HTTP response code: java.net.SocketTimeoutException";
    row.success = false;
  }

  @Test
  void aSnapshotStoreOutsideTheDatabase_writesNoRows() {
    trial("release-passivate").snapshots(5).store("memory").databaseLie("psTxnInserts", -5);
    Audit audit = audit();
    assertThat(audit.consistent()).isTrue();
    assertThat(check(audit, "e").outcome()).isEqualTo(Outcome.SKIPPED);
  }

  @Test
  void theSingleStatementStore_mayReplaceRowsInstead() {
    trial("release-passivate")
        .snapshots(5)
        .store("ps-txn")
        .databaseLie("psTxnInserts", -3)
        .databaseLie("psTxnUpdates", 3);
    assertThat(audit().consistent()).isTrue();
  }

  @Test
  void noop_mustLeaveTheDatabaseAlone() {
    trial("noop").inUse(0, 0);
    assertThat(check(audit(), "m").outcome()).isEqualTo(Outcome.PASSED);
    trial("noop").inUse(0, 0).lie("connectionsBorrowed", 1).lie("connectionsReturned", 1);
    assertThat(failed(audit())).containsExactly("m");
  }

  @Test
  void aKilledNode_makesWhatItCountedInapplicableAndSaysWhy() {
    trial("sticky").killed(2, 10_000).lie("requests", -5).lie("commits", -3);
    Audit audit = audit();
    assertThat(failed(audit)).isEmpty();
    for (String id : List.of("a", "b", "e", "f", "g", "h", "q")) {
      assertThat(check(audit, id).outcome()).isEqualTo(Outcome.SKIPPED);
      assertThat(check(audit, id).note())
          .isEqualTo("not applicable: node 2 was killed, its last counts are lost");
    }
    assertThat(check(audit, "c").name()).endsWith("(on the nodes that were not killed)");
  }

  @ParameterizedTest
  @CsvSource({
    "checkins, -1, c",
    "snapshotWritesRecycle, 1, d",
    "connectionsReturned, -1, i",
    "snapshotReads, 1, l",
    "commits, 6, j"
  })
  void nodesThatWereNotKilled_areStillAudited(String counter, long by, String checks) {
    trial("sticky").killed(2, 10_000).lie(counter, by);
    assertThat(failed(audit())).containsExactly(checks.split(" ", -1));
  }

  @ParameterizedTest
  @CsvSource({
    "psTxnInserts, e",
    "departmentsUpdates, f",
    "employeesUpdates, f",
    "sessions, h",
    "commits, j"
  })
  void aCounterThatTheDatabaseDoesNotTell_isNotCheckedAndSaysWhy(String counter, String id) {
    trial("sticky").notTold(counter);
    Audit audit = audit();
    assertThat(failed(audit)).isEmpty();
    assertThat(check(audit, id).outcome()).isEqualTo(Outcome.SKIPPED);
    assertThat(check(audit, id).note()).isEqualTo("not told: nobody counts " + counter);
  }

  @Test
  void replacedRowsThatAreNotTold_leaveInsertsAloneUnchecked() {
    trial("release-passivate").snapshots(5).store("ps-txn").notTold("psTxnUpdates");
    assertThat(check(audit(), "e").outcome()).isEqualTo(Outcome.SKIPPED);
    trial("release-passivate").snapshots(5).notTold("psTxnUpdates");
    assertThat(check(audit(), "e").outcome()).isEqualTo(Outcome.PASSED);
  }

  @Test
  void sessionsThatOthersBeginToo_mustBeAtLeastOurs() {
    trial("sticky").withOthers("sessions").databaseLie("sessions", 7);
    Audit audit = audit();
    assertThat(check(audit, "h").outcome()).isEqualTo(Outcome.PASSED);
    assertThat(check(audit, "h").name()).endsWith("(others' too)");
    trial("sticky").withOthers("sessions").databaseLie("sessions", -1);
    assertThat(failed(audit())).containsExactly("h");
  }

  @Test
  void noop_isAuditedByWhatIsTold() {
    trial("noop").inUse(0, 0).notTold("departmentsUpdates").databaseLie("psTxnInserts", 1);
    assertThat(failed(audit())).containsExactly("m");
    trial("noop").inUse(0, 0).notTold("psTxnInserts");
    assertThat(audit().consistent()).isTrue();
  }

  @Test
  void anEmptyTrial_isNotConsistent() {
    trial("sticky").rows(List::clear);
    assertThat(failed(audit())).containsExactly("n");
  }
}
