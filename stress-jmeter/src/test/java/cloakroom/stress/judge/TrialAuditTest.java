package cloakroom.stress.judge;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.folder.Audit;
import cloakroom.stress.folder.Audit.Outcome;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TrialAuditTest {
  @TempDir private Path folder;
  private SyntheticRun run;

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

  /** Nothing failed, and these checks were left out for that reason. */
  private static void assertSkipped(Audit audit, String why, String... ids) {
    assertThat(failed(audit)).isEmpty();
    for (String id : ids) {
      assertThat(check(audit, id).outcome()).isEqualTo(Outcome.SKIPPED);
      assertThat(check(audit, id).note()).contains(why);
    }
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
    "tier, requests, 1, a b", "tier, requests, -1, a b",
    "tier, checkins, -1, c", "tier, snapshotWrites, 1, d e",
    "tier, snapshotWritesRecycle, 1, d", "tier, postedRows, 1, f",
    "tier, commits, 1, g", "tier, commits, -1, g",
    "tier, connectionsCreated, 2, h", "tier, connectionsReturned, -1, i",
    "tier, commits, 6, g j", "tier, snapshotReads, 1, l",
    "database, psTxnInserts, 1, e", "database, changedRows, -2, f",
    "database, changedRows, 1, f", "database, sessions, 1, h",
    "database, commits, -10, j", "survivors, checkins, -1, c",
    "survivors, snapshotWritesRecycle, 1, d", "survivors, connectionsReturned, -1, i",
    "survivors, snapshotReads, 1, l", "survivors, commits, 6, j"
  })
  void aCounterThatLies_isCaughtByItsChecks(String whose, String counter, long by, String checks) {
    switch (whose) {
      case "tier" -> trial("sticky").lie(counter, by);
      case "database" -> trial("sticky").databaseLie(counter, by);
      default -> trial("sticky").killed(2, 10_000).lie(counter, by);
    }
    assertThat(failed(audit())).containsExactly(checks.split(" ", -1));
  }

  @Test
  void aFailedCheck_showsBothNumbers() {
    trial("sticky").lie("checkins", -3);
    assertThat(check(audit(), "c").numbers()).isEqualTo("check-outs 610 ≠ check-ins + busy 607");
    assertThat(check(audit(), "c").note()).isEqualTo("likely cause: a defect of Cloakroom");
  }

  @ParameterizedTest
  @CsvSource({
    "psTxnInserts, 1, e, another session wrote to PS_TXN",
    "psTxnInserts, -1, e, snapshots were lost",
    "changedRows, 1, f, another session wrote to departments or employees",
    "changedRows, -1, f, changes were lost",
    "sessions, 1, h, another client connected to the database",
    "sessions, -1, h, the database counts sessions late",
    "commits, -10, j, changes were lost"
  })
  void likelyCause_dependsOnTheGreaterSide(String counter, long by, String id, String cause) {
    trial("sticky").databaseLie(counter, by);
    assertThat(check(audit(), id).note()).startsWith("likely cause: " + cause);
  }

  @Test
  void aTrialCutShort_skipsWhatDependsOnRequestsInFlight() {
    trial("sticky").cutShort().lie("requests", 5).lie("commits", 3);
    assertSkipped(audit(), "cut short", "a", "b", "g");
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
    assertThat(check(audit, "q").numbers()).isEqualTo("empty commit rows 1 = tier empty commits 1");
    trial("sticky").rows(rows -> rows.get(11).commit = "nothing").lie("emptyCommits", -1);
    assertThat(failed(audit())).containsExactly("q");
  }

  @Test
  void rowsOfACommitInDoubt_mayBeInTheDatabaseOrNot() {
    trial("sticky").lie("postedRowsInDoubt", 1).databaseLie("changedRows", 1);
    assertThat(audit().consistent()).isTrue();
    trial("sticky").lie("postedRowsInDoubt", 1);
    assertThat(audit().consistent()).isTrue();
    trial("sticky").lie("postedRowsInDoubt", 1).databaseLie("changedRows", 2);
    assertThat(failed(audit())).containsExactly("f");
  }

  @Test
  void aServerThatWasRestarted_tellsNothingThatCanBeCompared() {
    trial("sticky").restarted("the server was restarted").databaseLie("sessions", -100);
    assertSkipped(audit(), "not available: the server was restarted", "e", "f", "h", "j");
    trial("noop").inUse(0, 0).restarted("the server was restarted").databaseLie("commits", -9);
    assertThat(audit().consistent()).isTrue();
  }

  private static void timeOut(List<SyntheticTrial.Row> rows) {
    rows.get(10).fail("Non HTTP response code: java.net.SocketTimeoutException", "");
  }

  @Test
  void snapshots_areRowsInsertedOrReplacedAsTheirStoreWritesThem() {
    trial("release-passivate").snapshots(5).store("memory").databaseLie("psTxnInserts", -5);
    assertThat(audit().consistent()).isTrue();
    assertThat(check(audit(), "e").outcome()).isEqualTo(Outcome.SKIPPED);
    trial("release-passivate")
        .snapshots(5)
        .store("ps-txn")
        .databaseLie("psTxnInserts", -3)
        .databaseLie("psTxnUpdates", 3);
    assertThat(audit().consistent()).isTrue();
    trial("release-passivate").snapshots(5).store("ps-txn").unavailableReasons("psTxnUpdates");
    assertThat(check(audit(), "e").outcome()).isEqualTo(Outcome.SKIPPED);
    trial("release-passivate").snapshots(5).unavailableReasons("psTxnUpdates");
    assertThat(check(audit(), "e").outcome()).isEqualTo(Outcome.PASSED);
  }

  @Test
  void noop_mustLeaveTheDatabaseAloneAsFarAsIsTold() {
    trial("noop").inUse(0, 0);
    assertThat(check(audit(), "m").outcome()).isEqualTo(Outcome.PASSED);
    trial("noop").inUse(0, 0).lie("connectionsBorrowed", 1).lie("connectionsReturned", 1);
    assertThat(failed(audit())).containsExactly("m");
    trial("noop").inUse(0, 0).unavailableReasons("changedRows").databaseLie("psTxnInserts", 1);
    assertThat(failed(audit())).containsExactly("m");
    trial("noop").inUse(0, 0).unavailableReasons("psTxnInserts");
    assertThat(audit().consistent()).isTrue();
  }

  @Test
  void aKilledNode_makesWhatItCountedInapplicableAndSaysWhy() {
    trial("sticky").killed(2, 10_000).lie("requests", -5).lie("commits", -3);
    Audit audit = audit();
    String why = "not applicable: node 2 was killed, its last counts are lost";
    assertSkipped(audit, why, "a", "b", "e", "f", "g", "h", "q");
    assertThat(check(audit, "c").name()).endsWith("(on the nodes that were not killed)");
  }

  @ParameterizedTest
  @CsvSource({"psTxnInserts, e", "changedRows, f", "sessions, h", "commits, j"})
  void aCounterThatTheDatabaseDoesNotTell_isNotCheckedAndSaysWhy(String counter, String id) {
    trial("sticky").unavailableReasons(counter);
    assertSkipped(audit(), "not available: nobody counts " + counter, id);
  }

  @Test
  void aFault_mayLeaveWorkInTheDatabaseThatNobodyWasToldOf() {
    trial("sticky")
        .fault("link-cut", 10_000, 0, 0)
        .databaseLie("psTxnInserts", 2)
        .databaseLie("changedRows", 3)
        .databaseLie("sessions", 1)
        .lie("snapshotReads", 1);
    assertThat(failed(audit())).isEmpty();
    trial("sticky").fault("link-cut", 10_000, 0, 0).databaseLie("changedRows", -3);
    assertThat(failed(audit())).containsExactly("f");
  }

  @Test
  void sessionsThatOthersBeginToo_mustBeAtLeastOurs() {
    trial("sticky").withOthers("sessions").databaseLie("sessions", 7);
    Audit audit = audit();
    assertThat(check(audit, "h").outcome()).isEqualTo(Outcome.PASSED);
    assertThat(check(audit, "h").name()).endsWith("(at least: other clients' count too)");
    trial("sticky").withOthers("sessions").databaseLie("sessions", -1);
    assertThat(failed(audit())).containsExactly("h");
  }

  @Test
  void anEmptyTrial_isNotConsistent() {
    trial("sticky").rows(List::clear);
    assertThat(failed(audit())).containsExactly("n");
  }
}
