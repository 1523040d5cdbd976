package cloakroom.http;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.app.LostAnswers;
import cloakroom.app.PooledApplication;
import cloakroom.connection.ConnectionSettings;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.ConnectionSources;
import cloakroom.connection.InternalConnections;
import cloakroom.connection.PoolKind;
import cloakroom.database.Await;
import cloakroom.database.Database;
import cloakroom.database.TestDatabase;
import cloakroom.module.Counts;
import cloakroom.module.Preset;
import cloakroom.passivation.MemoryStore;
import cloakroom.passivation.PsTxnDialect;
import cloakroom.passivation.PsTxnStore;
import cloakroom.passivation.SnapshotStore;
import cloakroom.state.SnapshotCodecs;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a client is told when a connection or the database fails its request. */
@Timeout(60)
final class ErrorClassAnswerIT {
  private static final Database DATABASE = TestDatabase.newSchema();
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String name = "answer-" + UUID.randomUUID();
  private volatile boolean losesAnswers;
  private TierServer server;

  private void start(Preset preset, PoolKind pool) throws Exception {
    start(preset, pool, 1, connections -> new MemoryStore());
  }

  private void start(
      Preset preset, PoolKind pool, int size, Function<ConnectionSource, SnapshotStore> store)
      throws Exception {
    ConnectionSource connections =
        ConnectionSources.open(
            ConnectionSettings.to(DATABASE.url(), DATABASE.user(), DATABASE.password())
                .pool(pool, size)
                .borrowWait(Duration.ofMillis(300))
                .applicationName(name)
                .build());
    Counts counts = new Counts();
    PooledApplication application =
        new PooledApplication(
            preset.policy(),
            LostAnswers.over(connections, () -> losesAnswers),
            store.apply(connections),
            SnapshotCodecs.XML,
            counts,
            false);
    server =
        new TierServer(
            new Tier(
                application,
                TestSessions.of(application),
                counts,
                List.of(connections),
                null,
                0,
                Map.of("policy", "test")),
            new TierServer.Listening("127.0.0.1", 0, 0, 20, false));
    server.start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** One user's browser. */
  private final class Browser {
    private final HttpClient client =
        HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

    HttpResponse<String> open(int user) throws Exception {
      return client.send(to("/departments?user=" + user).build(), BodyHandlers.ofString());
    }

    HttpResponse<String> post(String path, String form) throws Exception {
      return client.send(
          to(path)
              .header("Content-Type", "application/x-www-form-urlencoded")
              .POST(HttpRequest.BodyPublishers.ofString(form))
              .build(),
          BodyHandlers.ofString());
    }

    private HttpRequest.Builder to(String path) {
      return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
    }
  }

  private static void assertError(
      HttpResponse<String> answer, int status, String kind, String errorClass) throws Exception {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Cloakroom-Error")).hasValue(kind);
    assertThat(answer.headers().firstValue("Cloakroom-Error-Class").orElse(""))
        .isEqualTo(errorClass);
    assertThat(JSON.readTree(answer.body()).get("error").asText()).isEqualTo(kind);
    assertThat(JSON.readTree(answer.body()).get("class").asText()).isEqualTo(errorClass);
  }

  private static void assertDone(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Cloakroom-Error-Class")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"HIKARI", "UCP", "NONE"})
  void terminatedBackend_isADeadSessionOnce(PoolKind pool) throws Exception {
    start(Preset.STICKY, pool);
    Browser ann = new Browser();
    assertDone(ann.open(3));
    assertDone(ann.post("/departments/change", "value=red"));
    TestDatabase.execute(
        TestDatabase.server(),
        "select pg_terminate_backend(pid, 20000) from pg_stat_activity"
            + " where application_name = '"
            + name
            + "'");

    assertError(ann.post("/departments/commit", ""), 503, "unavailable", "sessionDead");
    assertDone(ann.post("/departments/commit", ""));
  }

  @Test
  void commitWhoseAnswerIsLost_isInDoubtAndNobodysFault() throws Exception {
    losesAnswers = true;
    start(Preset.STICKY, PoolKind.HIKARI);
    Browser ann = new Browser();
    assertDone(ann.open(7));
    assertDone(ann.post("/departments/change", "value=red"));

    assertError(ann.post("/departments/commit", ""), 503, "commitInDoubt", "sessionDead");
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

  @Test
  void lockedRow_isAConflictOverALock() throws Exception {
    start(Preset.STICKY, PoolKind.HIKARI);
    Browser ann = new Browser();
    assertDone(ann.open(4));
    assertDone(ann.post("/departments/change", "value=red"));
    try (Connection other = DATABASE.connect();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("select 1 from departments where department_id = 4 for update");
      assertError(ann.post("/departments/commit", ""), 409, "conflict", "lock");
      other.rollback();
    }
    assertDone(ann.post("/departments/commit", ""));
  }

  @ParameterizedTest
  @EnumSource(names = {"HIKARI", "UCP"})
  void emptyPool_isTheTiersOwn(PoolKind pool) throws Exception {
    start(Preset.RESERVED, pool);
    assertDone(new Browser().open(5));
    assertError(new Browser().open(6), 503, "poolExhausted", "poolExhausted");
  }

  @Test
  void connectionThatDiesWhileStateIsReadBack_isNotThere() throws Exception {
    start(
        Preset.RELEASE_PASSIVATE,
        PoolKind.HIKARI,
        2,
        connections ->
            new PsTxnStore(
                InternalConnections.shared(connections),
                PsTxnDialect.POSTGRESQL,
                PsTxnStore.Way.ONE_STATEMENT));
    Browser ann = new Browser();
    assertDone(ann.open(7));
    assertDone(ann.post("/departments/change", "value=red"));
    try (LoggedLines log = new LoggedLines();
        Connection other = DATABASE.connect();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("lock table ps_txn in access exclusive mode");
      var answer = CompletableFuture.supplyAsync(() -> commit(ann));
      Await.until("the snapshot's reader waits", () -> terminated() == 1);

      assertError(answer.get(), 503, "unavailable", "sessionDead");
      assertThat(log.lines()).isEmpty();
      other.rollback();
    }
    assertDone(ann.post("/departments/commit", ""));
  }

  private static HttpResponse<String> commit(Browser by) {
    try {
      return by.post("/departments/commit", "");
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Ends the sessions of this test's tier that wait for a lock; how many there were. */
  private int terminated() {
    try (Connection server = TestDatabase.server().connect();
        Statement statement = server.createStatement();
        ResultSet ended =
            statement.executeQuery(
                "select count(pg_terminate_backend(pid)) from pg_stat_activity"
                    + " where wait_event_type = 'Lock' and application_name = '"
                    + name
                    + "'")) {
      ended.next();
      return ended.getInt(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void requestThatTheDatabaseHasNoPartIn_hasNoClass() throws Exception {
    start(Preset.STICKY, PoolKind.HIKARI);
    HttpResponse<String> answer = new Browser().post("/departments/commit", "");
    assertThat(answer.statusCode()).isEqualTo(409);
    assertThat(answer.headers().firstValue("Cloakroom-Error-Class")).isEmpty();
    assertThat(JSON.readTree(answer.body()).get("class").asText()).isEmpty();
  }
}
