package cloakroom.http;

import static cloakroom.contract.StateKind.OPEN_CURSOR;
import static cloakroom.contract.StateKind.PENDING_CHANGE;
import static cloakroom.contract.StateKind.POSTED_CHANGE;
import static cloakroom.contract.StateKind.ROW_LOCK;
import static cloakroom.contract.StateKind.SESSION_VARIABLE;
import static cloakroom.contract.StateKind.TEMPORARY_ROWS;
import static cloakroom.contract.StateKind.VIEW_STATE;
import static cloakroom.http.Browser.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.app.Hr;
import cloakroom.app.NoopApplication;
import cloakroom.connection.ConnectionSettings;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.ConnectionSources;
import cloakroom.connection.PoolKind;
import cloakroom.connection.ResetLevel;
import cloakroom.contract.Counter;
import cloakroom.contract.StateKind;
import cloakroom.database.Database;
import cloakroom.database.TestDatabase;
import cloakroom.passivation.MemoryStore;
import cloakroom.policy.Preset;
import cloakroom.policy.ReleasePolicy;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Probes of the state kinds over HTTP, with more sessions than instances and connections. */
class StateKindsIT {
  private static final List<StateKind> ALL = List.of(StateKind.values());
  private static final Set<StateKind> IN_MEMORY = EnumSet.of(VIEW_STATE, PENDING_CHANGE);
  private static final Set<StateKind> OF_THE_TRANSACTION = EnumSet.of(POSTED_CHANGE, ROW_LOCK);
  private static final Set<StateKind> OF_THE_SESSION =
      EnumSet.of(TEMPORARY_ROWS, SESSION_VARIABLE, OPEN_CURSOR);
  private static final int USERS = 4;
  private ConnectionSource connections;
  private TierServer server;

  private static final class Postgres {
    static final Database SCHEMA = TestDatabase.newSchema();
  }

  Database database() {
    return Postgres.SCHEMA;
  }

  String largeObjects() {
    return "select count(*) from pg_largeobject_metadata";
  }

  private String earlierLargeObjects;

  @BeforeEach
  void resetRows() {
    TestDatabase.execute(database(), "update state_kinds set note = null");
    // tests of other classes share the server and may have left some
    earlierLargeObjects = TestDatabase.ask(database(), largeObjects());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void start(Preset preset, ResetLevel resetLevel) throws Exception {
    int instances = preset == Preset.RESERVED ? USERS : 2;
    String text = Integer.toString(instances);
    start(
        preset.policy().with(Map.of("jbo.recyclethreshold", text, "jbo.ampool.maxpoolsize", text)),
        resetLevel,
        instances);
  }

  private void start(ReleasePolicy policy, ResetLevel resetLevel, int poolSize) throws Exception {
    connections =
        ConnectionSources.open(
            ConnectionSettings.to(database().url(), database().user(), database().password())
                .pool(PoolKind.HIKARI, poolSize)
                .resetLevel(resetLevel)
                .build());
    server = TestTier.start(policy, connections, new MemoryStore(), true);
  }

  private final class Visitor {
    final int user;
    final Browser browser = new Browser(server.port());

    Visitor(int user) throws Exception {
      this.user = user;
      assertThat(visit().statusCode()).isEqualTo(200);
    }

    HttpResponse<String> visit() throws Exception {
      return send("/state-kinds?user=" + user, null);
    }

    String token() {
      return "own-" + user + "-" + UUID.randomUUID();
    }

    HttpResponse<String> write(StateKind kind, String token) throws Exception {
      return send("/state-kinds/" + kind.key() + "/write", "value=" + token);
    }

    String read(StateKind kind) throws Exception {
      JsonNode json = Browser.served(send("/state-kinds/" + kind.key(), null));
      assertThat(json.get("kind").asText()).isEqualTo(kind.key());
      return json.get("value").isNull() ? null : json.get("value").asText();
    }

    void clear(StateKind kind) throws Exception {
      assertThat(send("/state-kinds/" + kind.key() + "/clear", "").body())
          .isEqualTo("{\"kind\":\"" + kind.key() + "\",\"value\":null}");
    }

    HttpResponse<String> send(String path, String form) {
      return browser.sending(path, form).join();
    }
  }

  private List<Visitor> visitors() throws Exception {
    List<Visitor> all = new ArrayList<>();
    for (int user = 1; user <= USERS; user++) {
      all.add(new Visitor(user));
    }
    return all;
  }

  /** State kinds that the first of four sessions keeps, and that the second one reads from it. */
  private record Outcome(Set<StateKind> kept, Set<StateKind> leaked) {}

  private Outcome probeAll() throws Exception {
    List<Visitor> all = visitors();
    Visitor ann = all.get(0);
    Visitor bob = all.get(1);
    Outcome outcome = new Outcome(EnumSet.noneOf(StateKind.class), EnumSet.noneOf(StateKind.class));
    for (StateKind kind : StateKind.values()) {
      String token = ann.token();
      assertThat(ann.write(kind, token).body())
          .isEqualTo("{\"kind\":\"" + kind.key() + "\",\"value\":\"" + token + "\"}");
      for (Visitor other : all.subList(1, USERS)) {
        assertThat(other.visit().body()).isEqualTo("{\"user\":" + other.user + "}");
      }
      if (token.equals(bob.read(kind))) {
        outcome.leaked().add(kind);
      }
      if (token.equals(ann.read(kind))) {
        outcome.kept().add(kind);
      }
      for (Visitor each : all) {
        each.clear(kind);
      }
    }
    return outcome;
  }

  static Stream<Arguments> leaksOfPolicies() {
    Set<StateKind> inDatabase = EnumSet.copyOf(OF_THE_TRANSACTION);
    inDatabase.addAll(OF_THE_SESSION);
    return Stream.of(
        // the thief rolls back, and T8 does: what SQL has committed to the session stays
        Arguments.of(Preset.STICKY, ResetLevel.NONE, OF_THE_SESSION),
        Arguments.of(Preset.STICKY, ResetLevel.ROLLBACK, OF_THE_SESSION),
        Arguments.of(Preset.STATELESS, ResetLevel.NONE, OF_THE_SESSION),
        Arguments.of(Preset.RELEASE_IN_MEMORY, ResetLevel.NONE, inDatabase),
        Arguments.of(Preset.RELEASE_PASSIVATE, ResetLevel.NONE, inDatabase),
        Arguments.of(Preset.RELEASE_IN_MEMORY, ResetLevel.ROLLBACK, OF_THE_SESSION),
        Arguments.of(Preset.RESERVED, ResetLevel.NONE, Set.of()));
  }

  @ParameterizedTest
  @MethodSource("leaksOfPolicies")
  void withoutReset_theNextSessionFindsWhatTheOneBeforeLeft(
      Preset preset, ResetLevel resetLevel, Set<StateKind> leaked) throws Exception {
    start(preset, resetLevel);

    Outcome outcome = probeAll();

    assertThat(outcome.leaked()).isEqualTo(leaked);
    assertThat(outcome.kept()).containsAll(preset == Preset.STATELESS ? Set.of() : IN_MEMORY);
    if (preset == Preset.RESERVED) {
      assertThat(outcome.kept()).containsExactly(StateKind.values());
    }
  }

  @ParameterizedTest
  @EnumSource(
      names = {"UNBOUNDED", "NOOP"},
      mode = EnumSource.Mode.EXCLUDE)
  void fullReset_leaksNothing_andThePolicySaysWhatIsKept(Preset preset) throws Exception {
    start(preset, ResetLevel.FULL);

    Outcome outcome = probeAll();

    assertThat(outcome.leaked()).isEmpty();
    assertThat(outcome.kept())
        .isEqualTo(
            switch (preset) {
              case RESERVED -> EnumSet.allOf(StateKind.class);
              case STATELESS -> Set.of();
              default -> IN_MEMORY;
            });
  }

  @Test
  void stickyWithoutNeighbours_keepsAll() throws Exception {
    start(Preset.STICKY, ResetLevel.FULL);
    Visitor ann = new Visitor(1);
    for (StateKind kind : StateKind.values()) {
      String token = ann.token();
      ann.write(kind, token);
      ann.visit();
      assertThat(ann.read(kind)).as(kind.key()).isEqualTo(token);
      assertThat(ann.read(kind)).as("a read changes nothing").isEqualTo(token);
      ann.clear(kind);
      assertThat(ann.read(kind)).as(kind.key()).isNull();
    }
    assertThat(leftBehind()).isEqualTo("0 0");
  }

  /** Two initial instances of each of two modules leave one connection of five to the probes. */
  @Test
  void initialInstances_areOfTheApplicationsModulesOnly() throws Exception {
    start(Preset.STICKY.policy().with(Map.of("jbo.ampool.initpoolsize", "2")), ResetLevel.FULL, 5);
    Visitor ann = new Visitor(1);
    String token = ann.token();
    ann.write(SESSION_VARIABLE, token);

    assertThat(ann.read(SESSION_VARIABLE)).isEqualTo(token);
    ann.clear(SESSION_VARIABLE);
  }

  private String leftBehind() {
    return TestDatabase.ask(
        database(),
        "select ("
            + largeObjects()
            + ") - "
            + earlierLargeObjects
            + " || ' ' || count(*) from state_kinds where note is not null");
  }

  @Test
  void neighboursCommit_endsAPostedChange_andClearLeavesNoTraceOfIt() throws Exception {
    start(Preset.RELEASE_IN_MEMORY, ResetLevel.NONE);
    Visitor ann = new Visitor(1);
    Visitor bob = new Visitor(2);
    ann.write(POSTED_CHANGE, ann.token());
    bob.write(SESSION_VARIABLE, bob.token());
    assertThat(leftBehind()).as("bob's commit was ann's, too").isEqualTo("0 1");

    assertThat(ann.read(POSTED_CHANGE)).as("no longer in an open transaction").isNull();

    ann.clear(POSTED_CHANGE);
    assertThat(leftBehind()).isEqualTo("0 0");
  }

  @Test
  void rowLockedByAnotherTransaction_isAConflict_andNothingHangs() throws Exception {
    start(Preset.STICKY, ResetLevel.ROLLBACK);
    Visitor ann = new Visitor(3);
    try (Connection other = database().connect();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("select 1 from state_kinds where user_id = 3 for update");
      for (StateKind kind : List.of(ROW_LOCK, POSTED_CHANGE)) {
        HttpResponse<String> refused = ann.write(kind, ann.token());
        assertError(refused, 409, "conflict");
        assertThat(refused.body()).contains("JBO-26030");
        assertThat(ann.read(kind)).isNull();
        ann.clear(kind);
      }
      other.rollback();
    }
    String token = ann.token();
    ann.write(ROW_LOCK, token);
    assertThat(ann.read(ROW_LOCK)).isEqualTo(token);
  }

  @Test
  void wrongRequests_areNamed() throws Exception {
    start(Preset.STICKY, ResetLevel.ROLLBACK);
    Visitor ann = new Visitor(1);
    assertError(ann.send("/state-kinds/luggage", null), 404, "notFound");
    assertError(ann.send("/state-kinds/rowLock/read", null), 404, "notFound");
    assertError(ann.send("/state-kinds/rowLock", "value=x"), 405, "badRequest");
    assertError(ann.send("/state-kinds/rowLock/write", null), 405, "badRequest");
    assertError(ann.send("/state-kinds/rowLock/write", "other=x"), 400, "badRequest");
    assertError(
        ann.send("/state-kinds/rowLock/write", "value=" + "x".repeat(61)), 400, "badRequest");
    assertError(ann.send("/state-kinds?user=5000", null), 404, "notFound");
    ann.send("/logout", "");
    assertError(ann.send("/state-kinds/rowLock", null), 409, "noSession");
  }

  @Test
  void noop_refusesProbesInOneLineAndAnswersTheRest() throws Exception {
    server = TestTier.start(new NoopApplication(Hr.APPLICATION));
    Browser browser = new Browser(server.port());

    HttpResponse<String> visit = browser.get("/state-kinds?user=1");
    HttpResponse<String> read = browser.get("/state-kinds/upload");

    assertThat(visit.statusCode()).isEqualTo(200);
    assertError(read, 409, "refused");
    assertThat(read.body()).contains("choose a policy other than noop");
  }

  @Test
  void node_withoutProbes_hasNoPoolForThem() throws Exception {
    start(Preset.STICKY, ResetLevel.ROLLBACK);

    assertThat(connections.statistics().get(Counter.CONNECTIONS_OPEN)).isZero();
    assertThat(Browser.tree(server.report()).at("/gauges/instances").asInt()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"STICKY, NONE", "STICKY, FULL", "RELEASE_IN_MEMORY, NONE", "RELEASE_IN_MEMORY, FULL"})
  void usersSideBySide_areAnswered_andFullResetKeepsThemApart(Preset preset, ResetLevel resetLevel)
      throws Exception {
    start(preset, resetLevel);
    ExecutorService threads = Executors.newFixedThreadPool(USERS);
    try {
      List<Future<Integer>> leaks = new ArrayList<>();
      for (Visitor visitor : visitors()) {
        leaks.add(threads.submit(() -> probeAtRandom(visitor)));
      }
      int all = 0;
      for (Future<Integer> each : leaks) {
        all += each.get();
      }
      if (resetLevel == ResetLevel.FULL) {
        assertThat(all).isZero();
      }
    } finally {
      threads.shutdownNow();
    }
    JsonNode report = Browser.tree(server.report());
    assertThat(report.at("/counters/resetRoundTrips").asLong())
        .isGreaterThanOrEqualTo(resetLevel == ResetLevel.FULL ? 1 : 0);
  }

  private static int probeAtRandom(Visitor visitor) throws Exception {
    Random random = new Random(visitor.user);
    int leaks = 0;
    for (int round = 0; round < 40; round++) {
      StateKind kind = ALL.get(random.nextInt(ALL.size()));
      HttpResponse<String> written = visitor.write(kind, visitor.token());
      assertThat(written.statusCode()).as(written.body()).isIn(200, 409);
      visitor.visit();
      String seen = visitor.read(kind);
      if (seen != null && !seen.startsWith("own-" + visitor.user + "-")) {
        leaks++;
      }
      visitor.clear(kind);
    }
    return leaks;
  }
}
