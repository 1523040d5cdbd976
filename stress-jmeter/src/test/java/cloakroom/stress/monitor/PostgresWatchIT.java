package cloakroom.stress.monitor;

import static cloakroom.stress.folder.DatabaseCounter.CHANGED_ROWS;
import static cloakroom.stress.folder.DatabaseCounter.COMMITS;
import static cloakroom.stress.folder.DatabaseCounter.PS_TXN_ROWS;
import static cloakroom.stress.folder.DatabaseCounter.SESSIONS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.contract.SchemaName;
import cloakroom.stress.folder.DatabaseCounter;
import cloakroom.stress.load.Samples;
import cloakroom.stress.monitor.DatabaseMonitor.DatabaseCounters;
import cloakroom.stress.monitor.DatabaseMonitor.ServerRecord;
import cloakroom.stress.monitor.ServerMetrics.ServerCsv;
import cloakroom.stress.monitor.ServerMetrics.ServerQuery;
import cloakroom.stress.observe.IdleSessions;
import cloakroom.stress.plan.DefaultApplication;
import cloakroom.stress.process.SharedDatabase;
import cloakroom.stress.process.StressFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Monitor of a real PostgreSQL as its owner, with pg_monitor, and without rights. */
final class PostgresWatchIT {
  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final String PASSWORD = SharedDatabase.PASSWORD;
  private static String url;
  private static String owner;

  @TempDir private Path folder;
  private final List<String> notes = new CopyOnWriteArrayList<>();
  private JdbcDatabaseMonitor watch;

  /** Autovacuum would add writes to the counters. */
  private static final String AWAIT_AUTOVACUUM =
      """
      do $$ begin
        while exists (select from pg_stat_activity where backend_type = 'autovacuum worker') loop
          perform pg_stat_clear_snapshot();
        end loop;
      end $$""";

  @BeforeAll
  static void makeRoles() throws Exception {
    letSuperuserIn(SharedDatabase.processId());
    execute("alter system set autovacuum = off", "select pg_reload_conf()", AWAIT_AUTOVACUUM);
    execute(
        "create role watcher login password '" + PASSWORD + "' in role pg_monitor",
        "create role nobody login password '" + PASSWORD + "'",
        "grant usage on schema cloakroom to watcher, nobody",
        "grant select on ps_txn, departments, employees to watcher, nobody");
  }

  /** Permits the superuser without a password, by the server's rule file. */
  static void letSuperuserIn(String pid) throws Exception {
    url = SharedDatabase.url();
    owner = SharedDatabase.user();
    Path rules;
    try (Connection connection = MonitorDialect.POSTGRESQL.connect(url, owner, PASSWORD, LIMIT);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("show hba_file")) {
      row.next();
      rules = Path.of(row.getString(1));
    }
    Files.writeString(rules, "host all postgres 127.0.0.1/32 trust\n" + Files.readString(rules));
    assertThat(new ProcessBuilder("kill", "-HUP", pid).start().waitFor()).isZero();
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!superuserIsIn() && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  private static boolean superuserIsIn() {
    try (Connection connection = connect("test")) {
      return connection.isValid(1);
    } catch (SQLException e) {
      return false;
    }
  }

  @AfterEach
  void close() {
    if (watch != null) {
      watch.close();
    }
  }

  private JdbcDatabaseMonitor watchAs(String user) throws SQLException {
    watch = watchAs(user, false);
    return watch;
  }

  private JdbcDatabaseMonitor watchAs(String user, boolean shared) throws SQLException {
    return new JdbcDatabaseMonitor(
        MonitorDialect.POSTGRESQL,
        target(url, user, shared),
        notes::add,
        0,
        silence -> MonitorDialect.POSTGRESQL.connect(url, user, PASSWORD, LIMIT));
  }

  static JdbcDatabaseMonitor.MonitorTarget target(String url, String user, boolean shared) {
    return new JdbcDatabaseMonitor.MonitorTarget(
        url,
        user,
        SchemaName.of(url, null),
        "cloakroom-tier",
        shared,
        !shared,
        DefaultApplication.DEFINITION);
  }

  private ServerRecord recordAs(String user) throws SQLException {
    return watchAs(user).record(folder.resolve("server.csv"), LIMIT.toMillis());
  }

  private List<Map<String, String>> rows() throws IOException {
    return Samples.columns(folder.resolve("server.csv"));
  }

  private static Connection connect(String program) throws SQLException {
    return connect("postgres", "", program);
  }

  private static Connection connect(String user, String password, String program)
      throws SQLException {
    Properties p = new Properties();
    p.setProperty("user", user);
    p.setProperty("password", password);
    p.setProperty("ApplicationName", program);
    p.setProperty("currentSchema", "cloakroom");
    return DriverManager.getConnection(url, p);
  }

  static void execute(String... statements) throws SQLException {
    try (Connection connection = connect("test");
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static long grown(
      DatabaseCounter counter, DatabaseCounters before, DatabaseCounters after) {
    return after.values().get(counter) - before.values().get(counter);
  }

  private static List<String> states(ServerRecord server) {
    return server.state().groups().stream()
        .map(group -> group.name() + ": " + group.state())
        .toList();
  }

  @Test
  void counters_areExactAroundTheTiersWork() throws SQLException {
    watchAs(owner);
    assertThat(watch.settings()).containsEntry("fsync", "on");
    assertThat(watch.settings().get("version")).startsWith("PostgreSQL 1");
    DatabaseCounters before = watch.settled(LIMIT);
    long own = watch.transactions();
    try (Connection tier = connect("cloakroom-tier");
        Statement statement = tier.createStatement()) {
      statement.execute(
          "update departments set location_id = location_id where department_id ="
              + " (select min(department_id) from departments)");
      assertThat(watch.activity()).contains(new DatabaseMonitor.Activity(1, 0, 0));
    }
    DatabaseCounters after = watch.settled(LIMIT);

    assertThat(grown(SESSIONS, before, after)).isEqualTo(1);
    assertThat(grown(CHANGED_ROWS, before, after)).isEqualTo(1);
    assertThat(grown(PS_TXN_ROWS, before, after)).isZero();
    assertThat(grown(COMMITS, before, after)).isGreaterThan(watch.transactions() - own);
    assertThat(after.unavailableReasons()).isEmpty();
    assertThat(after.withOthers()).isEmpty();
    assertThat(notes).isEmpty();
  }

  @Test
  void writes_areTransactionsThatWroteSomething() throws SQLException {
    watchAs("nobody");
    long before = watch.writes().getAsLong();
    execute("select 1", "update departments set location_id = 0 where department_id < 0");
    long read = watch.writes().getAsLong();
    execute("create table written(id int)", "insert into written values(1)", "drop table written");

    assertThat(read).isEqualTo(before);
    assertThat(watch.writes()).hasValue(read + 3);
  }

  @Test
  void recordOfOneWhoMayMonitor_isWhole() throws Exception {
    ServerRecord server = recordAs("watcher");
    try (Connection tier = connect("cloakroom-tier")) {
      tier.setAutoCommit(false);
      tier.createStatement().execute("select 1");
      tick(server, 1_000);
    }
    try (Connection tier = connect("cloakroom-tier")) {
      tier.createStatement().execute("update departments set location_id = location_id");
    }
    watch.settled(LIMIT); // an ended backend has flushed its statistics
    tick(server, 2_000);
    server.close();

    assertThat(states(server))
        .containsExactly(
            "database: sampled", "wal: sampled", "sessions: sampled", "checkpoints: sampled");
    List<Map<String, String>> rows = rows();
    assertThat(rows).hasSize(2);
    // a column without a value would be empty
    assertThat(rows.get(0)).doesNotContainValue("").containsEntry("epochMs", "1000");
    assertThat(rows.get(0)).containsEntry("sessionsIdleInTransaction", "1");
    assertThat(rows.get(1)).containsEntry("sessionsIdleInTransaction", "0");
    assertThat(growth("logBytes", rows)).isPositive();
    assertThat(growth("rowsWritten", rows)).isPositive();
    assertThat(growth("ownStatements", rows)).isEqualTo(4);
    assertThat(growth("ownTransactions", rows)).isGreaterThan(4);
    assertThat(notes).isEmpty();
  }

  private static void tick(ServerRecord server, long epochMs) {
    server.tick(epochMs);
    CompletableFuture.runAsync(() -> {}, ((ServerCsv) server).thread).join();
  }

  private static long growth(String name, List<Map<String, String>> rows) {
    return Long.parseLong(rows.get(1).get(name)) - Long.parseLong(rows.get(0).get(name));
  }

  @Test
  void tidy_tableLockedByAnotherSession_isSkippedAndReported() throws Exception {
    try (Connection other = connect("psql")) {
      other.setAutoCommit(false);
      other.createStatement().execute("lock table departments in share mode");
      assertThat(watchAs(owner).tidy())
          .containsEntry("vacuum (analyze, skip_locked) cloakroom.ps_txn", "done")
          .containsEntry(
              "vacuum (analyze, skip_locked) cloakroom.departments",
              "skipped: skipping vacuum of \"departments\" --- lock not available");
      other.rollback();
    }
    assertThat(notes)
        .singleElement()
        .asString()
        .contains("vacuum (analyze, skip_locked) cloakroom.departments", "lock not available");
  }

  @Test
  void ordinaryRole_isToldCountersAndNotWhatOthersDo() throws Exception {
    ServerRecord server = recordAs("nobody");
    try (Connection tier = connect("cloakroom-tier")) {
      assertThat(tier.isValid(0)).isTrue();
      tick(server, 1_000);
    }
    server.close();

    assertThat(states(server)).contains("database: sampled", "sessions: not permitted");
    assertThat(server.state().groups().get(2).grant()).isEqualTo("grant pg_monitor to nobody");
    Map<String, String> row = rows().get(0);
    assertThat(row).containsEntry("sessions", "").containsEntry("waitingLock", "");
    assertThat(row.get("commits")).isNotEmpty();
    assertThat(notes).singleElement().asString().contains("grant pg_monitor to nobody");
  }

  @Test
  void viewThatWasTakenFromEverybody_isNotPermitted() throws Exception {
    execute("revoke select on pg_stat_wal from public");
    try {
      ServerRecord server = recordAs("nobody");
      tick(server, 1_000);
      tick(server, 2_000);
      server.close();

      assertThat(states(server)).contains("wal: not permitted", "database: sampled");
      assertThat(server.state().groups().get(1).reason()).contains("permission denied");
      assertThat(rows().get(1)).containsEntry("logBytes", "");
      assertThat(notes).singleElement().asString().startsWith("wal: not permitted");
    } finally {
      execute("grant select on pg_stat_wal to public");
    }
  }

  @Test
  void statementThatTakesTooLong_isCutOffAndAGap() throws Exception {
    try (MonitorConnection connection =
        new MonitorConnection(
            () -> MonitorDialect.POSTGRESQL.connect(url, "nobody", PASSWORD, LIMIT),
            ServerMetrics.TIMEOUT_SECONDS)) {
      ServerQuery slow =
          new ServerQuery("slow", "select pg_sleep(60)::text::int as slept", List.of("slept"));
      ServerMetrics metrics =
          new ServerMetrics(
              MonitorDialect.POSTGRESQL, connection, List.of(slow), "nobody", () -> 0, notes::add);
      ServerRecord server = metrics.record(folder.resolve("server.csv"), 1_000);
      tick(server, 1_000);
      server.close();

      assertThat(server.state().gaps()).isEqualTo(1);
      assertThat(states(server)).containsExactly("slow: sampled");
      assertThat(connection.lost()).isFalse();
    }
  }

  private static void endBackends(String which) throws SQLException {
    execute(
        "select count(pg_terminate_backend(pid, 600000)) from pg_stat_activity"
            + " where usename = 'watcher'"
            + which);
  }

  @Test
  void endSessions_otherRun_keepsItsSessions() throws SQLException {
    watchAs(owner);
    try (Connection own = connect(owner, PASSWORD, "cloakroom-tier");
        Connection other =
            connect(owner, PASSWORD, "cloakroom-tier 1@elsewhere 20261124T110000Z")) {
      assertThat(watch.endSessions()).isEmpty();

      long end = System.nanoTime() + LIMIT.toNanos();
      while (own.isValid(0) && System.nanoTime() < end) {
        Thread.onSpinWait();
      }
      assertThat(own.isValid(0)).isFalse();
      assertThat(other.isValid(0)).isTrue();
    }
  }

  @Test
  void open_secondRunOnTheSchema_isRejectedWithTheFirst() throws SQLException {
    try (JdbcDatabaseMonitor first = watchAs(owner, true)) {
      first.settled(LIMIT);
      assertThatThrownBy(() -> watchAs(owner, true))
          .isInstanceOf(StressFailure.class)
          .hasMessageStartingWith("--url: another run uses this schema (host ");
    }
    watchAs(owner, true).close();
  }

  @Test
  void settled_lockSessionEnded_locksAgain() throws SQLException {
    try (JdbcDatabaseMonitor first = watchAs(owner, true)) {
      execute("select pg_terminate_backend(pid, 600000) from pg_locks where locktype = 'advisory'");
      first.settled(LIMIT);

      assertThatThrownBy(() -> watchAs(owner, true)).hasMessageContaining("another run");
    }
  }

  @Test
  void settled_otherClientConnects_isABoundAndDoesNotWait() throws SQLException {
    try (JdbcDatabaseMonitor shared = watchAs(owner, true)) {
      shared.settled(LIMIT);
      execute("select 1");
      DatabaseCounters after = shared.settled(LIMIT);

      assertThat(after.withOthers()).contains(SESSIONS, COMMITS).doesNotContain(CHANGED_ROWS);
      assertThat(notes).isEmpty();
    }
  }

  @Test
  void connectionLostBefore_costsNoEndOfSessions() throws SQLException {
    watchAs("watcher");
    endBackends("");

    assertThat(watch.endSessions()).isEmpty();
  }

  @Test
  void backendThatWasEnded_isReplacedAndCounted() throws Exception {
    ServerRecord server = recordAs("watcher");
    tick(server, 1_000);
    long begun = watch.sessions();
    endBackends(" and query ~ 'pg_stat_(checkpointer|bgwriter)'");
    tick(server, 2_000);
    tick(server, 3_000);
    server.close();

    assertThat(watch.sessions()).isEqualTo(begun + 1);
    assertThat(rows()).extracting(row -> row.get("epochMs")).containsExactly("1000", "3000");
  }

  @Test
  void countersThatWereReset_doNotGoOnFromEarlierOnes() throws SQLException {
    DatabaseCounters before = watchAs(owner).counters();
    assertThat(watch.counters().interruptedSince(before)).isEmpty();
    execute("select pg_stat_reset()");

    assertThat(watch.counters().interruptedSince(before)).startsWith("the statistics of the");
  }

  @Test
  void wrongPassword_isOneLineWithoutIt() {
    JdbcDatabaseMonitor.MonitorTarget target = target(url, owner, false);

    assertThatThrownBy(() -> JdbcDatabaseMonitor.open(target, "geheim", notes::add))
        .isInstanceOf(StressFailure.class)
        .hasMessageStartingWith("cannot monitor " + url + " as " + owner + ": ")
        .hasMessageNotContaining("geheim");
  }

  @Test
  void idleSessionsOfOthers_areHiddenFromWhoMayNotSeeThem() throws SQLException {
    MonitorDialect dialect = MonitorDialect.POSTGRESQL;
    MonitorConnection.Opener opener = () -> dialect.connect(url, "nobody", PASSWORD, LIMIT);
    MonitorConnection connection = new MonitorConnection(opener, 0);
    try (Connection idle = connect("shop");
        IdleSessions sessions = new IdleSessions(dialect, "nobody", Duration.ZERO, connection)) {
      assertThat(idle.isValid(0)).isTrue();
      sessions.sample();

      assertThat(sessions.result().skippedChecks())
          .containsKey("sessions that nobody may not see: grant pg_monitor to nobody");
    }
  }
}
