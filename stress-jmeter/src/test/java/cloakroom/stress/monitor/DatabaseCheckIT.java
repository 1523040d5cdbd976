package cloakroom.stress.monitor;

import static cloakroom.stress.folder.DatabaseCounter.SESSIONS;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.application.ApplicationDefinition;
import cloakroom.contract.SchemaName;
import cloakroom.stress.monitor.DatabaseCheck.CheckItem;
import cloakroom.stress.monitor.DatabaseCheck.Needs;
import cloakroom.stress.monitor.DatabaseCheck.Severity;
import cloakroom.stress.plan.DefaultApplication;
import cloakroom.stress.process.SharedDatabase;
import cloakroom.stress.process.StressFailure;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Check of a real PostgreSQL for a role with exactly the rights of a run, or one fewer. */
final class DatabaseCheckIT {
  static final List<String> RIGHTS =
      List.of(
          "usage on schema cloakroom", "select on cloakroom.cloakroom_objects",
          "select on cloakroom.ps_txn", "insert on cloakroom.ps_txn",
          "update on cloakroom.ps_txn", "delete on cloakroom.ps_txn",
          "usage on sequence cloakroom.ps_txn_seq", "select on cloakroom.departments",
          "update on cloakroom.departments", "select on cloakroom.employees",
          "update on cloakroom.employees", "select on cloakroom.state_kinds",
          "update on cloakroom.state_kinds", "temporary on database cloakroom");

  /** Waits for sessions of earlier tests, which end shortly after their connections. */
  private static final String AWAIT_TIERS =
      """
      do $$ begin
        for i in 1..600 loop
          exit when not exists (select from pg_stat_activity where application_name like 'cloakroom-tier%');
          perform pg_sleep(0.1), pg_stat_clear_snapshot();
        end loop;
      end $$""";

  private static final ApplicationDefinition HR = DefaultApplication.DEFINITION;
  private static final Needs ALL = new Needs(80, true, true, true, false, HR);
  private static final Needs INSTALLS = new Needs(80, true, true, false, true, HR);

  @BeforeAll
  static void letSuperuserIn() throws Exception {
    PostgresWatchIT.letSuperuserIn(SharedDatabase.processId());
    PostgresWatchIT.execute("revoke temporary on database cloakroom from public");
  }

  @AfterAll
  static void permitTemporaryTables() throws SQLException {
    PostgresWatchIT.execute("grant temporary on database cloakroom to public");
  }

  @BeforeEach
  void makeRole() throws SQLException {
    PostgresWatchIT.execute(AWAIT_TIERS);
    PostgresWatchIT.execute(
        "create role runner login password '" + SharedDatabase.PASSWORD + "' in role pg_monitor");
    for (String right : RIGHTS) {
      PostgresWatchIT.execute("grant " + right + " to runner");
    }
  }

  @AfterEach
  void dropRole() throws SQLException {
    PostgresWatchIT.execute("drop owned by runner", "drop role runner");
  }

  private static DatabaseCheck check(Needs needs) {
    return check(SharedDatabase.url(), null, needs);
  }

  private static DatabaseCheck check(String url, String schema, Needs needs) {
    SchemaName name = SchemaName.of(url, schema);
    return DatabaseCheck.of(url, "runner", SharedDatabase.PASSWORD, name, needs);
  }

  private static List<CheckItem> of(DatabaseCheck check, Severity severity) {
    return check.items().stream().filter(item -> item.severity() == severity).toList();
  }

  private static void assertRefused(DatabaseCheck check, String subject, String text) {
    assertThat(of(check, Severity.ERROR))
        .singleElement()
        .satisfies(
            item -> {
              assertThat(item.subject()).isEqualTo(subject);
              assertThat(item.text()).contains(text);
            });
    assertThat(check.refusal())
        .startsWith("--url " + SharedDatabase.url() + ": " + subject + ": ")
        .contains(text);
  }

  private static void assertNoted(DatabaseCheck check, String subject, String text) {
    assertThat(check.refusal()).isEmpty();
    assertThat(of(check, Severity.NOTE))
        .singleElement()
        .hasToString("NOTE   %-12s  %s".formatted(subject, text));
  }

  @Test
  void check_exactlyTheRights_permitARun() {
    DatabaseCheck check = check(ALL);

    assertThat(check.refusal()).isEmpty();
    assertThat(check.connections().text()).startsWith("max_connections ");
    assertThat(check.items())
        .extracting(CheckItem::severity)
        .as(check.items().toString())
        .containsOnly(Severity.OK);
    assertThat(check.items().stream().map(CheckItem::subject).collect(joining(", ")))
        .isEqualTo(
            "version, encoding, role, monitoring, read-only, SSL, pooler, time-outs, sessions, RTT,"
                + " schema, cloakroom.cloakroom_objects, cloakroom.ps_txn,"
                + " sequence cloakroom.ps_txn_seq, cloakroom.state_kinds, database cloakroom,"
                + " cloakroom.departments, cloakroom.employees, changes");
    assertThat(check.items().toString())
        .contains(
            "select, insert, update, delete", "80 rows of departments and of employees, of 1,000");
  }

  @ParameterizedTest
  @FieldSource("RIGHTS")
  void check_oneRightMissing_isRefusedWithItsGrant(String right) throws SQLException {
    PostgresWatchIT.execute("revoke " + right + " from runner");

    assertRefused(check(ALL), "right", "; grant " + right + " to runner;");
  }

  @Test
  void check_rightThatTheRunDoesNotNeed_isNotTried() throws SQLException {
    PostgresWatchIT.execute(
        "revoke all on cloakroom.ps_txn, cloakroom.state_kinds from runner",
        "revoke temporary on database cloakroom from runner");

    assertThat(check(new Needs(80, false, false, false, false, HR)).refusal()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          alter role runner set default_transaction_read_only = on | select 1 | read-only | alter role runner set default_transaction_read_only = off;
          alter procedure cloakroom.bc4j_cleanup_session_state_minutes rename to moved | alter procedure cloakroom.moved rename to bc4j_cleanup_session_state_minutes | tables | BC4J_CLEANUP_SESSION_STATE_MINUTES not found; add --install-schema
          alter table cloakroom.state_kinds rename to moved; create view cloakroom.state_kinds as select * from cloakroom.moved; grant select, update on cloakroom.state_kinds to runner | drop view cloakroom.state_kinds; alter table cloakroom.moved rename to state_kinds | schema | cloakroom (default): contains STATE_KINDS (view of postgres),
          revoke execute on function pg_terminate_backend(integer, bigint) from public | grant execute on function pg_terminate_backend(integer, bigint) to public | right | grant execute on function pg_terminate_backend to runner
          """)
  void check_changedDatabase_isRefusedWithTheRemedy(
      String change, String undo, String subject, String text) throws SQLException {
    PostgresWatchIT.execute(change);
    try {
      assertRefused(check(ALL), subject, text);
    } finally {
      PostgresWatchIT.execute(undo);
    }
  }

  @Test
  void check_noTables_namesThemUnlessTheyAreInstalled() {
    String url = SharedDatabase.url();

    assertRefused(check(url, "empty", ALL), "tables", "PS_TXN, PS_TXN_SEQ, PCOLL_CONTROL, ");
    assertThat(check(url, "empty", INSTALLS).refusal()).isEmpty();
  }

  @Test
  void check_objectsOfAnotherApplication_areNamedAndNotTried() throws SQLException {
    PostgresWatchIT.execute(
        "create schema hr",
        "create table hr.\"PS_TXN\" (id bigint)",
        "create view hr.departments as select 1 as department_id",
        "grant all on all tables in schema hr to runner");
    try {
      DatabaseCheck check = check(SharedDatabase.url() + "?currentSchema=hr", null, INSTALLS);
      assertThat(check.refusal())
          .contains("?currentSchema=hr: schema: hr (currentSchema=hr): contains ")
          .contains("DEPARTMENTS (view of postgres)", "\"PS_TXN\" (table of postgres)");
      assertThat(check.items()).noneMatch(item -> item.subject().contains("hr."));
    } finally {
      PostgresWatchIT.execute("drop schema hr cascade");
    }
  }

  @Test
  void checkAndWatch_foreignTablesFirstInTheSearchPath_readNone() throws SQLException {
    PostgresWatchIT.execute("create schema hr", "grant usage on schema hr to runner");
    for (String table : List.of("cloakroom_objects", "ps_txn", "departments", "employees")) {
      PostgresWatchIT.execute("create table hr." + table + " (user_id integer)");
    }
    PostgresWatchIT.execute("alter role runner set search_path = hr, public");
    JdbcDatabaseMonitor.MonitorTarget target =
        PostgresWatchIT.target(SharedDatabase.url(), "runner", true);
    List<String> notes = new ArrayList<>();
    try (JdbcDatabaseMonitor run =
        JdbcDatabaseMonitor.open(target, SharedDatabase.PASSWORD, notes::add)) {
      assertThat(run.values()).hasSize(2_000);
      assertThat(run.counters().unavailableReasons()).isEmpty();
      assertThat(notes).isEmpty();
    }
    try {
      assertThat(check(ALL).refusal()).isEmpty();
    } finally {
      PostgresWatchIT.execute("drop schema hr cascade");
    }
  }

  @Test
  void check_moreUsersThanRows_isRefused() {
    assertRefused(check(new Needs(2_400, true, false, false, false, HR)), "changes", "--scale 3");
  }

  @Test
  void check_timeOut_isNoted() throws SQLException {
    PostgresWatchIT.execute("alter role runner set idle_in_transaction_session_timeout = '5s'");

    assertNoted(
        check(ALL),
        "time-outs",
        "idle_in_transaction_session_timeout 5s: the server ends what takes longer");
  }

  @Test
  void check_otherTier_isNoted() throws SQLException {
    Properties other = new Properties();
    other.setProperty("user", "postgres");
    other.setProperty("ApplicationName", "cloakroom-tier");
    try (Connection tier = DriverManager.getConnection(SharedDatabase.url(), other)) {
      assertThat(tier.isValid(0)).isTrue();
      assertNoted(check(ALL), "sessions", "1 of cloakroom-tier: they may write the same rows");
    }
  }

  @Test
  void check_otherRun_isRefusedWithHostProcessAndStart() {
    try (JdbcDatabaseMonitor run =
        JdbcDatabaseMonitor.open(
            PostgresWatchIT.target(SharedDatabase.url(), SharedDatabase.user(), true),
            SharedDatabase.PASSWORD,
            note -> {})) {
      assertThat(run.sessions()).isEqualTo(3);
      assertRefused(
          check(ALL), "lock", MonitorDialect.inUse("cloakroom-monitor" + MonitorDialect.RUN));
    }
    assertThat(check(ALL).refusal()).isEmpty();
  }

  @Test
  void connections_limitOfTheRole_bounds() throws SQLException {
    PostgresWatchIT.execute("alter role runner connection limit 20");

    DatabaseCheck check = check(ALL);

    assertThat(check.connections().text()).isEqualTo("limit of the role 20, 20 left, 20 free");
    assertThat(check.connections().free()).hasValue(20);
  }

  @Test
  void check_poolerInTransactionMode_requiresPrepareThreshold() throws Exception {
    String direct = SharedDatabase.url();
    try (TransactionPooler pooler =
        new TransactionPooler(URI.create(direct.substring(5)).getPort())) {
      String url = direct.replaceFirst(":\\d+/", ":" + pooler.port() + "/");
      String cured = url + (url.contains("?") ? "&" : "?") + "prepareThreshold=0";

      assertThat(check(url, null, ALL).refusal())
          .as("again, on a server without a statement of the check before")
          .isEqualTo(check(url, null, ALL).refusal())
          .contains(
              "pooler: between, in transaction mode: prepared statements are lost; add"
                  + " prepareThreshold=0 to --url");
      assertThat(check(cured, null, ALL).items())
          .contains(new CheckItem(Severity.OK, "pooler", "between, in transaction mode"))
          .noneMatch(item -> item.severity() == Severity.ERROR);
      assertLockedBehind(cured);
    }
  }

  /** Behind the pooler the lock works too, and connections are not sessions. */
  private static void assertLockedBehind(String url) {
    JdbcDatabaseMonitor.MonitorTarget target =
        PostgresWatchIT.target(url, SharedDatabase.user(), true);
    try (JdbcDatabaseMonitor run =
        JdbcDatabaseMonitor.open(target, SharedDatabase.PASSWORD, note -> {})) {
      assertThat(run.counters().unavailableReasons())
          .containsEntry(SESSIONS, "behind a pooler a connection is no session of the server");
      assertRefused(check(ALL), "lock", "another run uses this schema");
    }
    assertThat(check(ALL).refusal()).isEmpty();
  }

  @Test
  void of_wrongPassword_keepsTheServersWords() {
    SchemaName schema = SchemaName.of(SharedDatabase.url(), null);

    assertThatThrownBy(
            () -> DatabaseCheck.of(SharedDatabase.url(), "runner", "geheim", schema, ALL))
        .isInstanceOf(StressFailure.class)
        .hasMessageStartingWith("--url " + SharedDatabase.url() + ": cannot be used as runner: ")
        .hasMessageContaining("password")
        .hasMessageNotContaining("geheim");
  }
}
