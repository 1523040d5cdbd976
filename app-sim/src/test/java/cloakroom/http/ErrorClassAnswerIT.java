package cloakroom.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.EnumSource.Mode.EXCLUDE;

import cloakroom.app.LostAnswers;
import cloakroom.connection.ConnectionSettings;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.ConnectionSources;
import cloakroom.connection.LogCapture;
import cloakroom.connection.PoolKind;
import cloakroom.database.Await;
import cloakroom.database.Database;
import cloakroom.database.TestDatabase;
import cloakroom.passivation.FaultInjectingStore;
import cloakroom.passivation.MemoryStore;
import cloakroom.passivation.PsTxnDialect;
import cloakroom.passivation.PsTxnStore;
import cloakroom.passivation.SnapshotStore;
import cloakroom.policy.Preset;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Error responses if a connection or the database fails. */
final class ErrorClassAnswerIT {
  private static final Database DATABASE = TestDatabase.newSchema();
  private final String name = "answer-" + UUID.randomUUID();
  private String url = DATABASE.url();
  private volatile boolean losesAnswers;
  private Duration borrowWait = Await.LIMIT;
  private TierServer server;

  private void start(Preset preset, PoolKind pool) throws Exception {
    start(preset, pool, 1, connections -> new MemoryStore());
  }

  private void start(
      Preset preset, PoolKind pool, int size, Function<ConnectionSource, SnapshotStore> store)
      throws Exception {
    ConnectionSource connections =
        ConnectionSources.open(
            ConnectionSettings.to(url, DATABASE.user(), DATABASE.password())
                .pool(pool, size)
                .minimum(size)
                .borrowWait(borrowWait)
                .applicationName(name)
                .build());
    server =
        TestTier.start(
            preset.policy(),
            LostAnswers.over(connections, () -> losesAnswers),
            store.apply(connections),
            false);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Browser browser() {
    return new Browser(server.port());
  }

  private static void assertError(
      HttpResponse<String> answer, int status, String kind, String errorClass) {
    Browser.assertError(answer, status, kind);
    assertThat(answer.headers().firstValue("Cloakroom-Error-Class").orElse(""))
        .isEqualTo(errorClass);
    assertThat(Browser.json(answer).get("class").asText()).isEqualTo(errorClass);
  }

  private static void assertDone(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Cloakroom-Error-Class")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void terminatedBackend_isADeadSessionOnce(PoolKind pool) throws Exception {
    start(Preset.STICKY, pool);
    Browser ann = browser();
    assertDone(ann.get("/departments?user=3"));
    assertDone(ann.post("/departments/change", "value=red"));
    TestDatabase.execute(
        TestDatabase.server(),
        "select pg_terminate_backend(pid, 20000) from pg_stat_activity"
            + " where application_name = '"
            + name
            + "'");

    assertError(ann.post("/departments/commit", ""), 503, "unavailable", "sessionDead");
    HttpResponse<String> again = ann.post("/departments/commit", "");
    assertDone(again);
    assertThat(again.body()).as("nothing is lost").contains("\"value\":\"red\",\"changes\":1");
  }

  @Test
  void commitWhoseAnswerIsLost_isInDoubtAndNobodysFault() throws Exception {
    losesAnswers = true;
    start(Preset.STICKY, PoolKind.HIKARI);
    Browser ann = browser();
    assertDone(ann.get("/departments?user=7"));
    assertDone(ann.post("/departments/change", "value=red"));

    HttpResponse<String> doubt = ann.post("/departments/commit", "");
    assertError(doubt, 503, "commitInDoubt", "sessionDead");
    assertThat(doubt.headers().firstValue("Retry-After"))
        .as("sent again, it might count twice")
        .isEmpty();
    losesAnswers = false;
    for (int attempt = 0; attempt < 2; attempt++) {
      HttpResponse<String> again = ann.post("/departments/commit", "");
      assertError(again, 409, "commitInDoubt", "");
      assertThat(again.body()).contains("roll back").doesNotContain("another user");
    }
    HttpResponse<String> rolledBack = ann.post("/departments/rollback", "");
    assertDone(rolledBack);
    assertThat(rolledBack.body()).contains("\"value\":\"red\"");
    HttpResponse<String> nothing = ann.post("/departments/commit", "");
    assertDone(nothing);
    assertThat(nothing.headers().firstValue("Cloakroom-Commit")).hasValue("nothing");
  }

  @ParameterizedTest
  @EnumSource(
      value = Preset.class,
      names = {"STICKY_FAILOVER", "RELEASE_FAILOVER", "RELEASE_PASSIVATE", "UNPOOLED_MODULES"})
  void commitThatWasMade_isToldWhenTheSnapshotBehindItFails(Preset preset) throws Exception {
    AtomicBoolean full = new AtomicBoolean();
    start(preset, PoolKind.HIKARI, 2, all -> new FaultInjectingStore(new MemoryStore(), full::get));
    Browser ann = browser();
    String before = "before-" + preset;
    assertDone(ann.get("/departments?user=8"));
    assertDone(ann.post("/departments/change", "value=" + before));
    assertDone(ann.post("/departments/commit", ""));
    assertDone(ann.post("/departments/change", "value=after-" + preset));

    full.set(true);
    HttpResponse<String> made = ann.post("/departments/commit", "");
    assertError(made, 503, "unavailable", "");
    assertThat(made.headers().firstValue("Cloakroom-Commit")).hasValue("made");
    assertThat(made.body()).contains("the commit succeeded", "no room left");
    HttpResponse<String> nothing = ann.post("/departments/commit", "");
    assertError(nothing, 503, "unavailable", "");
    assertThat(nothing.headers().firstValue("Cloakroom-Commit")).isEmpty();
    full.set(false);
    assertThat(ann.post("/departments/rollback", "").body()).contains("after-" + preset);
  }

  @Test
  void lockedRow_isAConflictOverALock() throws Exception {
    start(Preset.STICKY, PoolKind.HIKARI);
    Browser ann = browser();
    assertDone(ann.get("/departments?user=4"));
    assertDone(ann.post("/departments/change", "value=red"));
    try (Connection other = DATABASE.connect();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("select 1 from departments where department_id = 4 for update");
      HttpResponse<String> refused = ann.post("/departments/commit", "");
      assertError(refused, 409, "conflict", "lock");
      assertThat(refused.body()).contains("JBO-26030");
      other.rollback();
    }
    assertDone(ann.post("/departments/commit", ""));
  }

  @Test
  void fullServer_isNoEmptyPool_andIsLogged() throws Exception {
    start(Preset.RESERVED, PoolKind.NONE);
    try (LogCapture log = LogCapture.atPresentLevel();
        Connection owner = DATABASE.connect()) {
      TestDatabase.execute(owner, "alter database cloakroom connection limit 0");
      try {
        HttpResponse<String> refused = browser().get("/departments?user=5");
        assertError(refused, 503, "unavailable", "poolOrProcessLimit");
        assertThat(refused.body()).contains("too many connections for database");
        assertThat(log.lines())
            .singleElement(InstanceOfAssertFactories.STRING)
            .contains("too many connections for database");
      } finally {
        TestDatabase.execute(owner, "alter database cloakroom connection limit -1");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "default_transaction_read_only=on, readOnly, in a read-only transaction",
    "role=pg_monitor, missingRight, permission denied"
  })
  void statementThatTheServerRejects_hasAClassAndTheServersText(
      String option, String errorClass, String text) throws Exception {
    String schema = TestDatabase.ask(DATABASE, "select current_schema()");
    TestDatabase.execute(DATABASE, "grant usage on schema " + schema + " to pg_monitor");
    url += "&options=-c%20" + option;
    start(Preset.STICKY, PoolKind.HIKARI);
    Browser ann = browser();
    HttpResponse<String> rejected = ann.get("/departments?user=4");
    if (rejected.statusCode() == 200) {
      assertDone(ann.post("/departments/change", "value=red"));
      rejected = ann.post("/departments/commit", "");
    }
    assertError(rejected, 503, "unavailable", errorClass);
    assertThat(rejected.body()).contains(text);
  }

  @ParameterizedTest
  @EnumSource(mode = EXCLUDE, names = "NONE")
  void emptyPool_isTheTiersOwn_andItsStateIsLoggedOncePerSecond(PoolKind pool) throws Exception {
    borrowWait = Duration.ofMillis(300);
    start(Preset.RESERVED, pool);
    Await.until(
        "the connection is lent", () -> browser().get("/departments?user=5").statusCode() == 200);
    try (LogCapture log = LogCapture.atPresentLevel()) {
      long from = System.nanoTime();
      for (int user = 6; user < 8; user++) {
        HttpResponse<String> refused = browser().get("/departments?user=" + user);
        assertError(refused, 503, "poolExhausted", "poolExhausted");
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
      }
      long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - from);
      assertThat(log.lines())
          .hasSizeLessThanOrEqualTo(1 + (int) seconds)
          .first(InstanceOfAssertFactories.STRING)
          .containsPattern("after \\d+ ms: limit 1, in use 1, open 1, waiting 1, pinned 1");
    }
  }

  @Test
  void connectionThatDiesWhileStateIsReadBack_isNotThere() throws Exception {
    start(
        Preset.RELEASE_PASSIVATE,
        PoolKind.HIKARI,
        2,
        connections ->
            new PsTxnStore(
                connections, PsTxnDialect.POSTGRESQL, PsTxnStore.WriteMode.ONE_STATEMENT));
    Browser ann = browser();
    assertDone(ann.get("/departments?user=7"));
    assertDone(ann.post("/departments/change", "value=red"));
    try (LogCapture log = LogCapture.atPresentLevel();
        Connection other = DATABASE.connect();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("lock table ps_txn in access exclusive mode");
      var answer = ann.sending("/departments/commit", "");
      Await.until(
          "the snapshot's reader has died, and so has the one that took its place",
          () -> {
            TestDatabase.ask(
                TestDatabase.server(),
                "select count(pg_terminate_backend(pid)) from pg_stat_activity"
                    + " where wait_event_type = 'Lock' and application_name = '"
                    + name
                    + "'");
            return answer.isDone();
          });

      assertError(answer.get(), 503, "unavailable", "sessionDead");
      assertThat(log.lines()).isEmpty();
      other.rollback();
    }
    assertDone(ann.post("/departments/commit", ""));
  }
}
