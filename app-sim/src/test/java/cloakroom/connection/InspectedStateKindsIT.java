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
import cloakroom.inspector.Inspector;
import cloakroom.inspector.ResultFile;
import cloakroom.module.TierCounters;
import cloakroom.passivation.MemoryStore;
import cloakroom.policy.Preset;
import cloakroom.state.SnapshotCodecs;
import cloakroom.testing.Proxies;
import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import javax.sql.DataSource;
import javax.sql.XAConnection;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.xa.PGXADataSource;

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

  private DataSource lending(Callable<Connection> connection) {
    return Inspector.around(
        Proxies.of(DataSource.class, (proxy, method, arguments) -> connection.call()),
        file.properties());
  }

  @Test
  void settingThatTheRoleMayNotRead_isLeftOut() throws SQLException {
    Connection superuser = TestDatabase.server().connectAsSuperuser();
    try (Connection lent = lending(() -> superuser).getConnection()) {
      TestDatabase.execute(lent, "set work_mem = '5MB'", "set role pg_signal_backend");
    }
    try (Connection lent = lending(DATABASE::connect).getConnection()) {
      TestDatabase.execute(lent, "set lock_timeout = '7s'");
    }

    assertThat(found())
        .containsExactly(
            "sessionSetting lock_timeout", "sessionSetting role", "sessionSetting work_mem");
    assertThat(file.read().get("skippedChecks")).isEmpty();
    assertThat(file.read().get("unavailableReasons").has("setting dynamic_library_path")).isTrue();
  }

  @Test
  void closeInsideAGlobalTransaction_isNoBoundary() throws Exception {
    PGXADataSource source = new PGXADataSource();
    source.setUrl(DATABASE.url());
    source.setUser(DATABASE.user());
    source.setPassword(DATABASE.password().reveal());
    XAConnection physical = source.getXAConnection();
    XAResource manager = physical.getXAResource();
    DataSource pool = lending(physical::getConnection);
    Xid branch =
        Proxies.of(
            Xid.class,
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getFormatId" -> 1;
                  case "equals" -> proxy == arguments[0];
                  default -> new byte[] {1};
                });
    manager.start(branch, XAResource.TMNOFLAGS);
    try (Connection lent = pool.getConnection()) {
      TestDatabase.execute(
          lent,
          "update state_kinds set note = 'x' where user_id = 8",
          "select pg_advisory_lock(1)");
    }
    assertThat(file.read().at("/skippedChecks/global transaction").asInt())
        .as("%s", file.read())
        .isEqualTo(1);
    try (Connection lent = pool.getConnection()) {
      TestDatabase.execute(lent, "update state_kinds set note = 'y' where user_id = 7");
    }
    manager.end(branch, XAResource.TMSUCCESS);
    manager.commit(branch, true);

    assertThat(file.found()).containsExactly("advisoryLock 0/1/1");
    assertThat(file.read().get("skippedChecks")).isEmpty();
    physical.close();
  }

  @Test
  void boundNameAndMissingBoundaries_areFoundOrNotAvailable() throws SQLException {
    String url = DATABASE.url().replaceFirst("jdbc:", "jdbc:inspect:");
    Properties info = new Properties();
    info.putAll(file.properties());
    info.setProperty("user", DATABASE.user());
    info.setProperty("password", DATABASE.password().reveal());
    try (Connection physical = new InspectingDriver().connect(url, info);
        PreparedStatement set = physical.prepareStatement("select set_config(?, 'x', false)")) {
      set.setString(1, "app.tenant");
      set.execute();
    }

    assertThat(file.found()).containsExactly("sessionSetting app.tenant");
    JsonNode result = file.read();
    assertThat(result.get("unavailableReasons").fieldNames()).toIterable().contains("setseed");
    assertThat(result.get("verdict").asText())
        .startsWith("Release-per-request would lose this: session setting app.tenant")
        .contains("; the database does not report ", "setseed");
    assertThat(result.get("skippedChecks").fieldNames())
        .toIterable()
        .anyMatch(reason -> reason.startsWith("check-ins below a pool"));
  }

  /** The user is no superuser, who alone may read all settings. */
  @Test
  void settings_ofSeveralBorrowers_areFoundOnceEach() throws SQLException {
    start();
    leave("set work_mem = '5MB'");
    leave("select set_config('search_path', current_setting('search_path'), false)");
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
  void failedTransaction_isLeftFailed_andComparedLater() throws SQLException {
    start();
    try (Lease lease = connections.borrow();
        Statement statement = lease.jdbc().createStatement()) {
      TestDatabase.execute(
          lease.jdbc(),
          "select pg_advisory_lock(4711)",
          "set work_mem = '5MB'",
          "create temporary table pocket (item text)");
      lease.jdbc().commit();
      assertThat(catchState(statement, "select 1 / 0")).isEqualTo("22012");
    }
    assertThat(found()).containsExactly("openTransaction failed");
    try (Lease lease = connections.borrow();
        Statement statement = lease.jdbc().createStatement()) {
      assertThat(catchState(statement, "select 1")).isEqualTo("25P02");
      lease.rollback();
      assertThat(catchState(statement, "select 1")).isEmpty();
    }
    assertThat(found())
        .containsExactly(
            "advisoryLock 0/#/1",
            "openTransaction failed",
            "sessionSetting work_mem",
            "temporaryTable pocket");
    assertThat(file.read().get("skippedChecks")).isEmpty();
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
