package cloakroom.stress.load;

import static cloakroom.stress.plan.PlanWriterTest.typical;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.load.Samples.Row;
import cloakroom.stress.plan.PlanWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Trial of 2 iterations against a tier that fails in another way for each of 9 users. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class FailuresIT {
  private static final int REQUESTS_OF_A_USER = 2 + 2 * 2 * 2 + 1;
  private static final long STALL_MILLIS = 1_000;

  private StubTier tier;
  private List<Row> rows;

  @BeforeAll
  void run(@TempDir Path out) throws Exception {
    tier = new StubTier();
    tier.loses(
        value("u1-d-0-")
            .or(value("u2-e-1-"))
            .or(at("/departments/commit", "3"))
            .or(at("/departments/rollback", "9")));
    tier.refuses(
        at("/departments/commit", "4"),
        new StubTier.Refusal(503, "checkoutTimeout", "sessionDead", seen -> false));
    tier.refuses(
        at("/employees/change", "5").or(at("/departments", "6")),
        new StubTier.Refusal(500, "activation"));
    Predicate<StubTier.Seen> last = at("/departments/commit", "9");
    Predicate<StubTier.Seen> itsFirst = last.and(seen -> tier.count(last) == 1); // is answered
    tier.refuses(
        at("/departments/commit", "7", "8").or(last.and(itsFirst.negate())),
        new StubTier.Refusal(
            503, "commitInDoubt", "sessionDead", seen -> !tier.userOf(seen).equals("8")));
    try (EngineProcess engine = start(out, tier, "-Jusers=9", "-Jthink_ms=20")) {
      assertThat(engine.exitCode()).isZero();
      assertThat(engine.events().get(engine.events().size() - 1).get("errors").asInt())
          .isEqualTo(14);
    }
    rows = Samples.read(out.resolve("samples.jtl"));
  }

  @AfterAll
  void stop() {
    tier.close();
  }

  private static EngineProcess start(Path out, StubTier tier, String users, String think)
      throws Exception {
    return EngineProcess.start(out, tier.port(), users, think, "-Jiterations=2", "-Jramp_s=0");
  }

  private static Predicate<StubTier.Seen> value(String prefix) {
    return seen -> seen.value().startsWith(prefix);
  }

  private Predicate<StubTier.Seen> at(String path, String... users) {
    return seen -> seen.path().equals(path) && List.of(users).contains(tier.userOf(seen));
  }

  private static boolean isOf(Row row, int user) {
    return row.get("threadName").endsWith("-" + user);
  }

  private List<Row> failed(int user) {
    return rows.stream()
        .filter(row -> !row.isTransaction() && !row.succeeded() && isOf(row, user))
        .toList();
  }

  @Test
  void everyRequest_isMadeWhateverFailsBeforeIt() {
    assertThat(rows)
        .filteredOn(row -> !row.isTransaction())
        .hasSize(9 * REQUESTS_OF_A_USER + 5) // and the rollbacks after doubts
        .allMatch(row -> !row.get("responseCode").startsWith("Non HTTP"));
    assertThat(tier.seen).noneMatch(seen -> seen.value().contains("$"));
  }

  @Test
  void lostPendingChange_failsTheCommitAsStateLostAndNothingAfterIt() {
    assertThat(failed(1)).extracting(Row::label).containsExactly("departments commit");
    assertThat(failed(2)).extracting(Row::label).containsExactly("employees commit");
    for (Row row : List.of(failed(1).get(0), failed(2).get(0))) {
      assertThat(row.get("failureMessage"))
          .matches("stateLost: \\w+ commit does not show \"u[12]-[de]-[01]-\\d{6}\"");
      assertThat(row.get("responseCode")).isEqualTo("200");
      assertThat(row.get("tierError")).isEmpty();
    }
  }

  @Test
  void lostCommittedValue_failsTheNextChangeAsStateLost() {
    assertThat(failed(3)).extracting(Row::label).containsExactly("departments change");
    assertThat(failed(3).get(0).get("failureMessage"))
        .startsWith("stateLost: departments change does not start from \"u");
  }

  /** A page of application typical reads and edits other view objects before its change. */
  @Test
  void lostCommittedValue_failsTheNextReadAsStateLost(@TempDir Path out) throws Exception {
    Path plan = Files.writeString(out.resolve("typical.jmx"), PlanWriter.jmx(typical()));
    String[] arguments = {"-Jusers=2", "-Jthink_ms=20", "-Jiterations=2", "-Jramp_s=0"};
    try (StubTier losing = new StubTier()) {
      losing.loses(s -> s.path().equals("/order/commit") && losing.userOf(s).equals("2"));
      Path trial = out.resolve("trial");
      try (EngineProcess engine = EngineProcess.start(plan, trial, losing.port(), arguments)) {
        assertThat(engine.exitCode()).isZero();
      }
      assertThat(Samples.requests(trial.resolve("samples.jtl")))
          .filteredOn(row -> !row.succeeded())
          .extracting(row -> row.get("failureMessage").replaceAll("\\d{6}", "N"))
          .containsExactly("stateLost: order lookup does not show \"u2-o-0-N\"");
    }
  }

  @Test
  void refusedCommit_carriesTheTiersKindAndAccusesNobodyOfLostState() {
    assertThat(failed(4))
        .hasSize(2)
        .allSatisfy(
            row -> {
              assertThat(row.label()).isEqualTo("departments commit");
              assertThat(row.get("responseCode")).isEqualTo("503");
              assertThat(row.get("tierError")).isEqualTo("checkoutTimeout");
              assertThat(row.get("errorClass")).isEqualTo("sessionDead");
              assertThat(row.get("failureMessage")).isEqualTo("not the departments page");
            });
    assertThat(rows)
        .filteredOn(row -> row.isTransaction() && isOf(row, 4))
        .hasSize(4)
        .allMatch(row -> row.get("tierError").isEmpty() && row.get("errorClass").isEmpty())
        .filteredOn(row -> !row.succeeded())
        .hasSize(2);
  }

  @Test
  void commitInDoubt_isRolledBackAndNoValueButTheTwoIsRight() {
    for (int user : List.of(7, 8, 9)) {
      assertThat(failed(user))
          .filteredOn(row -> row.label().equals("departments commit"))
          .hasSize(user == 9 ? 1 : 2)
          .allMatch(row -> row.get("tierError").equals("commitInDoubt"));
    }
    assertThat(failed(7)).hasSize(2);
    assertThat(failed(8)).hasSize(2);
    assertThat(failed(9))
        .last()
        .satisfies(
            row ->
                assertThat(row.get("failureMessage"))
                    .startsWith("stateLost: departments rollback shows neither \"u"));
  }

  @Test
  void refusedChangeAndRefusedOpen_accuseNobodyOfLostState() {
    assertThat(failed(5)).extracting(Row::label).containsOnly("employees change").hasSize(2);
    assertThat(failed(6)).extracting(Row::label).containsExactly("departments open");
    assertThat(List.of(failed(5).get(0), failed(5).get(1), failed(6).get(0)))
        .allMatch(row -> row.get("tierError").equals("activation"))
        .noneMatch(row -> row.get("failureMessage").startsWith("stateLost"));
  }

  /**
   * A closed plan shows a stall in the service and response time of the request that each user has
   * in flight, and not in the requests that an open stream of users would have sent.
   */
  @Test
  void tierThatStalls_slowsTheRequestThatEachUserHasInFlight(@TempDir Path out) throws Exception {
    try (StubTier stalling = new StubTier()) {
      stalling.stalls(seen -> seen.path().equals("/departments/change"), 3, STALL_MILLIS);
      try (EngineProcess engine = start(out, stalling, "-Jusers=3", "-Jthink_ms=20")) {
        assertThat(engine.exitCode()).isZero();
      }
      List<Row> requests = Samples.requests(out.resolve("samples.jtl"));
      assertThat(requests)
          .hasSize(3 * REQUESTS_OF_A_USER)
          .allMatch(row -> row.response() >= row.service());
      assertThat(requests)
          .filteredOn(row -> row.service() >= STALL_MILLIS - 1) // begun within a millisecond
          .extracting(row -> row.get("threadName"))
          .contains("users 1-1", "users 1-2", "users 1-3");
    }
  }
}
