package cloakroom.stress.monitor;

import static cloakroom.stress.folder.DatabaseCounter.COMMITS;
import static cloakroom.stress.folder.DatabaseCounter.PS_TXN_BYTES;
import static cloakroom.stress.folder.DatabaseCounter.PS_TXN_INSERTS;
import static cloakroom.stress.folder.DatabaseCounter.PS_TXN_ROWS;
import static cloakroom.stress.folder.DatabaseCounter.ROLLBACKS;
import static cloakroom.stress.folder.DatabaseCounter.SESSIONS;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.SchemaName;
import cloakroom.stress.load.Samples;
import cloakroom.stress.monitor.DatabaseMonitor.DatabaseCounters;
import cloakroom.stress.monitor.DatabaseMonitor.ServerRecord;
import cloakroom.stress.monitor.ServerMetrics.ServerCsv;
import cloakroom.stress.plan.DefaultApplication;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Monitor of Oracle with its own queries on an H2 that has views of Oracle's names. */
final class OracleWatchTest {
  private static final String TIER = "cloakroom-tier 4711@a-long-host-name 20261124T110000Z";

  /** Application name in the session list, which cuts it to 48 characters. */
  private static final String SHOWN = TIER.substring(0, 48);

  private static final Duration LONG = Duration.ofMinutes(10);

  @TempDir private Path folder;
  private final List<String> notes = new CopyOnWriteArrayList<>();
  private ViewsOnH2 oracle;
  private JdbcDatabaseMonitor watch;

  @BeforeEach
  void start() throws SQLException {
    oracle = new ViewsOnH2("watch");
    oracle.statistic("logons cumulative", 41);
    oracle.statistic("user commits", 700);
    oracle.statistic("user rollbacks", 3);
    oracle.statistic("redo size", 5_000_000_000L);
    oracle.statistic("bytes sent via SQL*Net to client", 8);
    oracle.execute("insert into ps_txn values(1), (2)");
    oracle.execute("insert into departments values(1), (2), (3)");
    oracle.execute("insert into user_lobs values('PS_TXN', 'SYS_LOB1', 'SYS_IL1')");
    oracle.execute(
        "insert into user_segments values('PS_TXN', 100), ('PS_TXN_PK', 20), ('SYS_LOB1', 3),"
            + " ('SYS_IL1', 4), ('EMPLOYEES', 9999)");
  }

  @AfterEach
  void stop() throws SQLException {
    if (watch != null) {
      watch.close();
    }
    oracle.close();
  }

  private JdbcDatabaseMonitor watchAs(String user) throws SQLException {
    return watch(user, "jdbc:oracle:thin:@//h:1521/s");
  }

  private JdbcDatabaseMonitor watch(String user, String url) throws SQLException {
    watch =
        new JdbcDatabaseMonitor(
            MonitorDialect.ORACLE,
            new JdbcDatabaseMonitor.MonitorTarget(
                url, user, SchemaName.OF_USER, TIER, false, false, DefaultApplication.DEFINITION),
            notes::add,
            0,
            silence -> oracle.connect(user));
    return watch;
  }

  @Test
  void counters_areWhatOracleTells() throws SQLException {
    assertThat(watchAs(ViewsOnH2.OWNER).counters().values())
        .isEqualTo(
            Map.of(
                SESSIONS, 41L,
                COMMITS, 700L,
                ROLLBACKS, 3L,
                PS_TXN_ROWS, 2L,
                PS_TXN_BYTES, 127L));
    DatabaseCounters told = watch.counters();
    assertThat(told.unavailableReasons()).containsKey(PS_TXN_INSERTS).doesNotContainKey(COMMITS);
    assertThat(told.unavailableReasons().get(PS_TXN_INSERTS)).contains("USER_TAB_MODIFICATIONS");
    assertThat(told.withOthers()).containsExactlyInAnyOrder(SESSIONS, COMMITS, ROLLBACKS);
    assertThat(notes).isEmpty();
  }

  @Test
  void writes_areWaitsForTheLogOrNothing() throws SQLException {
    oracle.statistic("redo synch writes", 77);
    assertThat(watchAs(ViewsOnH2.OWNER).writes()).hasValue(77);

    oracle.userWith("poor", "ps_txn");
    watch.close();
    assertThat(watchAs("poor").writes()).isEmpty();
  }

  @Test
  void restart_isSeenByTheTimeOfTheStart() throws SQLException {
    DatabaseCounters before = watchAs(ViewsOnH2.OWNER).counters();
    assertThat(watch.counters().interruptedSince(before)).isEmpty();
    oracle.execute("update v$instance set startup_time = timestamp '2026-11-20 09:00:00'");

    assertThat(watch.counters().interruptedSince(before))
        .startsWith("the database server was restarted at 2026-11-20 09:00:00");
  }

  @Test
  void sessionsOfAPooledAddress_areNotTold() throws SQLException {
    watch(ViewsOnH2.OWNER, "jdbc:oracle:thin:@//h:1521/s:pooled");

    assertThat(watch.counters().values()).doesNotContainKey(SESSIONS).containsKey(COMMITS);
    assertThat(watch.counters().unavailableReasons().get(SESSIONS)).contains("pooled server");
  }

  @Test
  void userWithoutPrivileges_isToldWhatHeMayAndOnceWhatItTakes() throws SQLException {
    oracle.userWith("poor", "ps_txn", "departments");
    watchAs("poor");
    watch.counters();
    watch.counters();

    assertThat(watch.counters().values()).isEqualTo(Map.of(PS_TXN_ROWS, 2L));
    assertThat(watch.counters().unavailableReasons().get(COMMITS))
        .isEqualTo("not permitted: grant read on sys.v_$con_sysstat to poor");
    for (String view : List.of("v_$con_sysstat", "v_$instance")) {
      assertThat(notes)
          .filteredOn(note -> note.endsWith("grant read on sys." + view + " to poor"))
          .hasSize(1);
    }
  }

  @Test
  void activity_isThatOfTheTier() throws SQLException {
    oracle.session(SHOWN, "ACTIVE", "DEDICATED", "0A");
    oracle.session(SHOWN, "INACTIVE", "DEDICATED", "0B");
    oracle.session(SHOWN, "INACTIVE", "DEDICATED", null);
    oracle.session("cloakroom-tier 7@other 20261124T110000Z", "ACTIVE", "DEDICATED", null);
    oracle.session("sqlplus", "ACTIVE", "DEDICATED", null);

    assertThat(watchAs(ViewsOnH2.OWNER).activity()).contains(new DatabaseMonitor.Activity(3, 1, 1));
  }

  @Test
  void activityThatMayNotBeSeen_isAskedForOnce() throws SQLException {
    oracle.userWith("poor", "ps_txn");
    watchAs("poor");

    assertThat(watch.activity()).isEmpty();
    assertThat(watch.activity()).isEmpty();
    assertThat(notes).hasSize(1);
    assertThat(notes.get(0)).endsWith("grant read on sys.v_$session to poor");
    assertThat(watch.settled(LONG).values()).containsKey(PS_TXN_ROWS);
    assertThat(notes).noneMatch(note -> note.contains("had not settled"));
  }

  @Test
  void counters_settleWhenTheTierIsGone() throws Exception {
    oracle.session(SHOWN, "INACTIVE", "DEDICATED", null);
    watchAs(ViewsOnH2.OWNER);
    CompletableFuture<DatabaseCounters> settled =
        CompletableFuture.supplyAsync(() -> watch.settled(LONG));
    for (int i = 0; i < 3; i++) {
      watch.activity();
    }
    assertThat(settled).isNotDone();
    oracle.statistic("user commits", 50);
    oracle.execute("delete from v$session");

    assertThat(settled.get().values()).containsEntry(COMMITS, 750L);
    assertThat(notes).isEmpty();
  }

  @Test
  void tierThatStays_isNotedAtTheLimit() throws SQLException {
    oracle.session(SHOWN, "INACTIVE", "DEDICATED", null);
    watchAs(ViewsOnH2.OWNER).settled(Duration.ZERO);

    assertThat(notes).containsExactly("the database's counters had not settled after 0 s");
  }

  @Test
  void settings_areVersionAndTheParametersThatMayBeRead() throws SQLException {
    oracle.execute("insert into v$parameter values('cpu_count', '2'), ('hash_area_size', '1')");

    Map<String, String> settings = watchAs(ViewsOnH2.OWNER).settings();

    assertThat(settings).containsEntry("cpu_count", "2").doesNotContainKey("hash_area_size");
    assertThat(settings.get("version")).isNotEmpty();

    oracle.userWith("poor", "ps_txn");
    watch.close();
    assertThat(watchAs("poor").settings()).containsOnlyKeys("version");
    assertThat(notes).anyMatch(note -> note.startsWith("settings: "));
  }

  @Test
  void values_areThoseOfTheFirstRowsOrOfKeys() throws SQLException {
    oracle.execute("alter table departments add (department_id int, department_name varchar)");
    oracle.execute("update departments set department_id = id, department_name = 'D' || id");
    oracle.execute(
        "create table employees as select x as employee_id, 'E' || x as last_name"
            + " from system_range(1, 2000)");
    watchAs(ViewsOnH2.OWNER);

    assertThat(watch.values()).hasSize(6).containsEntry("employees 3", "E3");
    assertThat(watch.values(List.of("departments 2", "employees 1999", "employees 2001")))
        .isEqualTo(Map.of("departments 2", "D2", "employees 1999", "E1999"));
    assertThat(notes).isEmpty();
  }

  @Test
  void statisticsThatCannotBeGathered_areANote() throws SQLException {
    watchAs(ViewsOnH2.OWNER).tidy(); // H2 has no PL/SQL

    assertThat(notes).singleElement().asString().startsWith("skipped \"begin");
  }

  @Test
  void record_holdsWhatIsPermittedAndSaysWhatIsNot() throws Exception {
    oracle.session(SHOWN, "ACTIVE", "SHARED", null);
    oracle.session("cloakroom-monitor", "ACTIVE", "DEDICATED", null);
    oracle.userWith("mon", "v$con_sysstat", "v$session", "v$cpool_stats");
    Path file = folder.resolve("server.csv");
    ServerRecord written;
    try (ServerRecord server = watchAs("mon").record(file, LONG.toMillis())) {
      server.tick(1_700_000_000_123L);
      ServerCsvTest.awaitAnswer((ServerCsv) server);
      written = server;
    }

    Map<String, String> row = Samples.columns(file).get(0);
    assertThat(row)
        .containsEntry("epochMs", "1700000000123")
        .containsEntry("logons", "41")
        .containsEntry("logBytes", "5000000000")
        .containsEntry("sessions", "1")
        .containsEntry("sessionsShared", "1")
        .containsEntry("roundTrips", "")
        .containsEntry("dbMicros", "")
        .containsEntry("poolRequests", "")
        .containsEntry("ownTransactions", "0")
        .containsEntry("ownStatements", "5");
    assertThat(written.state().groups())
        .extracting(g -> g.name() + ": " + g.state())
        .containsExactly(
            "statistics: sampled",
            "time-model: not permitted",
            "waits: not permitted",
            "sessions: sampled",
            "drcp: sampled");
    assertThat(written.state().groups().get(2).grant())
        .isEqualTo("grant read on sys.v_$con_system_event to mon");
    assertThat(written.state().groups().get(2).reason()).startsWith("ORA-00942");
    assertThat(Files.readAllLines(file)).hasSize(2);
  }
}
