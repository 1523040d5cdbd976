package cloakroom.connection;

import static cloakroom.contract.StateKind.OPEN_CURSOR;
import static cloakroom.contract.StateKind.PENDING_CHANGE;
import static cloakroom.contract.StateKind.POSTED_CHANGE;
import static cloakroom.contract.StateKind.ROW_LOCK;
import static cloakroom.contract.StateKind.SESSION_VARIABLE;
import static cloakroom.contract.StateKind.TEMPORARY_ROWS;
import static cloakroom.contract.StateKind.UPLOAD;
import static cloakroom.contract.StateKind.VIEW_STATE;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.app.Hr;
import cloakroom.app.PageCost;
import cloakroom.app.PooledApplication;
import cloakroom.app.UserSession;
import cloakroom.contract.StateKind;
import cloakroom.database.Database;
import cloakroom.database.TestDatabase;
import cloakroom.inspector.InspectingDriver;
import cloakroom.inspector.ResultFile;
import cloakroom.module.TierCounters;
import cloakroom.passivation.MemoryStore;
import cloakroom.policy.Preset;
import cloakroom.state.SnapshotCodecs;
import cloakroom.testing.Proxies;
import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The inspector's driver finds exactly the state that the probes of the state kinds leave. */
final class InspectedStateKindsIT {
  private static final Database DATABASE = TestDatabase.newSchema();
  private static final String TOKEN = "own-1";

  /** Findings of each kind; none of the kinds in the application's memory. */
  private static final Map<StateKind, Set<String>> FINDINGS =
      Map.of(
          VIEW_STATE, Set.of(),
          PENDING_CHANGE, Set.of(),
          POSTED_CHANGE, Set.of("postedChange state_kinds"),
          ROW_LOCK, Set.of("rowLock state_kinds"),
          TEMPORARY_ROWS, Set.of("temporaryTable state_kinds_rows"),
          SESSION_VARIABLE, Set.of("sessionSetting cloakroom.variable"),
          OPEN_CURSOR, Set.of("openCursor state_kinds_cursor"),
          UPLOAD, Set.of("largeObject"));

  private final ResultFile file = new ResultFile();
  private final UserSession ann = new UserSession("session-ann", 1);
  private final UserSession bob = new UserSession("session-bob", 2);
  private ConnectionSource connections;
  private PooledApplication application;

  private Driver inspecting() {
    InspectingDriver driver = new InspectingDriver();
    return Proxies.of(
        Driver.class,
        (proxy, method, arguments) -> {
          Properties info = (Properties) ((Properties) arguments[1]).clone();
          info.putAll(file.properties());
          String url = (String) arguments[0];
          return driver.connect(url.replaceFirst("jdbc:", "jdbc:inspect:"), info);
        });
  }

  /** Starts an application with one connection and without a reset. */
  private PooledApplication start() {
    ConnectionSettings settings =
        ConnectionSettings.to(DATABASE.url(), DATABASE.user(), DATABASE.password())
            .pool(PoolKind.HIKARI, 1)
            .resetLevel(ResetLevel.NONE)
            .name("inspected-" + System.nanoTime())
            .build();
    connections =
        new LeasingSource(
            settings,
            Dialect.POSTGRESQL,
            ConnectionSources.openPool(settings, new PhysicalSource(settings, inspecting())));
    application =
        new PooledApplication(
            Hr.APPLICATION,
            Preset.RELEASE_IN_MEMORY.policy(),
            connections,
            new MemoryStore(),
            SnapshotCodecs.XML,
            new TierCounters(),
            false,
            PageCost.NONE);
    return application;
  }

  @AfterEach
  void stop() {
    if (application != null) {
      application.close();
      connections.close();
    }
  }

  /** Returns the findings without the read-only transactions of requests. */
  private Set<String> found() {
    Set<String> found = new TreeSet<>(file.found());
    found.remove("openTransaction");
    return found;
  }

  @ParameterizedTest
  @EnumSource
  void probe_isFound_andNothingElse(StateKind kind) {
    PooledApplication probes = start();
    probes.visit(ann, 1);
    assertThat(found()).isEmpty();

    probes.write(ann, kind, TOKEN);

    assertThat(found()).isEqualTo(FINDINGS.get(kind));
    for (JsonNode finding : file.read().get("findings")) {
      assertThat(finding.get("stateKind").asText()).isIn("", kind.key());
    }
    assertThat(file.read().get("skippedChecks")).isEmpty();
  }

  @Test
  void variable_hasItsStatement_andItsReader() {
    PooledApplication probes = start();
    probes.visit(ann, 1);
    probes.visit(bob, 2);
    probes.write(ann, SESSION_VARIABLE, TOKEN);
    assertThat(probes.read(bob, SESSION_VARIABLE).value()).isEqualTo(TOKEN);

    JsonNode finding = file.finding("sessionSetting", "cloakroom.variable");
    JsonNode by = finding.get("leftBy").get(0);
    assertThat(by.get("statement").asText()).isEqualTo("select set_config(?, ?, false)");
    assertThat(by.get("frames").get(0).asText())
        .startsWith("cloakroom.app.StateKindSql$NamedSql.query(StateKindSql.java:");
    assertThat(finding.get("leaksSeen").asInt()).isPositive();
    assertThat(finding.get("readBy").get(0).get("statement").asText())
        .isEqualTo("select nullif(current_setting(?, true), ?)");
    assertThat(file.read().toString()).doesNotContain(TOKEN);
  }

  static Stream<Arguments> otherThings() {
    return Stream.of(
        Arguments.of("select pg_advisory_lock(4711)", "advisoryLock 0/#/1"),
        Arguments.of("set time zone 'Asia/Tokyo'", "sessionSetting TimeZone"),
        Arguments.of("set search_path = pg_catalog", "sessionSetting search_path"),
        Arguments.of("prepare coat as select 1", "preparedStatement coat"),
        Arguments.of("listen cloakroom", "listen cloakroom"),
        Arguments.of("create temporary table pocket (item text)", "temporaryTable pocket"));
  }

  @ParameterizedTest
  @MethodSource("otherThings")
  void otherThings_areFound_withTheirStatement(String sql, String finding) throws SQLException {
    start();
    leave(sql);

    assertThat(found()).containsExactly(finding);
    String[] words = finding.split(" ", 2);
    assertThat(file.finding(words[0], words[1]).get("leftBy").get(0).get("statement").asText())
        .startsWith(sql.substring(0, 6));
  }

  /** The user is no superuser, who alone may read all settings. */
  @Test
  void settings_ofSeveralBorrowers_areFoundOnceEach() throws SQLException {
    start();
    leave("set work_mem = '5MB'");
    leave("set lock_timeout = '7s'");
    leave("set work_mem = '5MB'");

    assertThat(found()).containsExactly("sessionSetting lock_timeout", "sessionSetting work_mem");
    for (JsonNode finding : file.read().get("findings")) {
      assertThat(finding.get("count").asInt()).isEqualTo(1);
    }
    assertThat(file.read().get("off").isNull()).isTrue();
  }

  private void leave(String sql) throws SQLException {
    try (Lease lease = connections.borrow()) {
      TestDatabase.execute(lease.jdbc(), sql);
      lease.jdbc().commit();
    }
  }

  @Test
  void openTransaction_inspected_isUnchanged() throws SQLException {
    start();
    try (Lease lease = connections.borrow()) {
      TestDatabase.execute(
          lease.jdbc(),
          "lock table state_kinds in share mode",
          "update state_kinds set note = 'mine' where user_id = 9");
    }
    assertThat(found()).containsExactly("postedChange state_kinds", "tableLock state_kinds");
    try (Lease lease = connections.borrow()) {
      Connection same = lease.jdbc();
      assertThat(TestDatabase.ask(same, "select note from state_kinds where user_id = 9"))
          .isEqualTo("mine");
      same.rollback();
      assertThat(TestDatabase.ask(same, "select note from state_kinds where user_id = 9")).isNull();
    }
  }

  @Test
  void failedTransaction_isLeftFailed() throws SQLException {
    start();
    try (Lease lease = connections.borrow();
        Statement statement = lease.jdbc().createStatement()) {
      assertThat(catchState(statement, "select 1 / 0")).isEqualTo("22012");
    }
    assertThat(found()).containsExactly("openTransaction failed");
    try (Lease lease = connections.borrow();
        Statement statement = lease.jdbc().createStatement()) {
      assertThat(catchState(statement, "select 1")).isEqualTo("25P02");
      lease.rollback();
      assertThat(catchState(statement, "select 1")).isEmpty();
    }
  }

  private static String catchState(Statement statement, String sql) {
    try {
      statement.execute(sql);
      return "";
    } catch (SQLException failure) {
      return failure.getSQLState();
    }
  }
}
