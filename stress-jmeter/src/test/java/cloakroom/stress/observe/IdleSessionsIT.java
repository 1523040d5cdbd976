package cloakroom.stress.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.contract.InspectionResult;
import cloakroom.contract.InspectionResult.InspectionFinding;
import cloakroom.platform.SteadyTime;
import cloakroom.stress.monitor.MonitorConnection;
import cloakroom.stress.monitor.MonitorDialect;
import cloakroom.stress.process.SharedDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class IdleSessionsIT {
  private static final String APPLICATION = "observed";

  private final List<Connection> opened = new ArrayList<>();

  @BeforeAll
  static void makeTable() throws SQLException {
    try (Connection owner = connect("test");
        Statement statement = owner.createStatement()) {
      statement.execute("create table observed_cart (id int primary key, amount int)");
      statement.execute("insert into observed_cart values (1, 1)");
    }
  }

  private static Connection connect(String application) throws SQLException {
    Properties p = new Properties();
    p.setProperty("user", SharedDatabase.user());
    p.setProperty("password", SharedDatabase.PASSWORD);
    p.setProperty("ApplicationName", application);
    return DriverManager.getConnection(SharedDatabase.url(), p);
  }

  /** Also waits for the backends, which end some time after their connections are closed. */
  @AfterEach
  void close() throws SQLException {
    for (Connection connection : opened) {
      connection.close();
    }
    String sql = "select 1 from pg_stat_activity where application_name = '" + APPLICATION + "'";
    try (Connection owner = connect("test");
        PreparedStatement backends = owner.prepareStatement(sql)) {
      while (backends.executeQuery().next()) {
        Thread.onSpinWait();
      }
    }
  }

  private Connection session(boolean autoCommit, String... statements) throws SQLException {
    Connection connection = connect(APPLICATION);
    opened.add(connection);
    connection.setAutoCommit(autoCommit);
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
    return connection;
  }

  private static IdleSessions open(Duration limit) throws SQLException {
    return new IdleSessions(
        MonitorDialect.POSTGRESQL,
        SharedDatabase.user(),
        limit,
        new MonitorConnection(() -> connect("cloakroom-monitor"), 0));
  }

  private static InspectionResult sampled(Duration limit) throws SQLException {
    try (IdleSessions sessions = open(limit)) {
      sessions.sample();
      return sessions.result();
    }
  }

  private static List<String> labels(InspectionResult result) {
    return result.findings().stream()
        .filter(found -> found.leftBy().get(0).statement().contains(APPLICATION))
        .map(InspectionFinding::label)
        .toList();
  }

  /** Earlier versions cannot attribute a temporary table to its session. */
  private static boolean showsTemporaryTables() throws SQLException {
    try (Connection connection = connect("test")) {
      return connection.getMetaData().getDatabaseMajorVersion() >= 16;
    }
  }

  @Test
  void sample_heldItems_areFoundByKind() throws SQLException {
    session(false, "update observed_cart set amount = 2 where id = 1");
    session(false, "select 1 from pg_class limit 1");
    session(false, "lock table observed_cart in access share mode");
    session(true, "create temporary table observed_rows (id int)");
    session(true, "select pg_advisory_lock(4711)");
    session(false, "select lo_from_bytea(0, '\\\\x00')");

    InspectionResult result = sampled(Duration.ZERO);

    List<String> expected =
        new ArrayList<>(
            List.of(
                "open transaction",
                "posted change observed_cart",
                "advisory lock 0/#/1",
                "large object"));
    if (showsTemporaryTables()) {
      expected.add("temporary table observed_rows");
    }
    assertThat(labels(result)).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(result.verdict()).startsWith("Release-per-request would lose these ");
    assertThat(result.findings()).allMatch(found -> found.readBy().isEmpty());
    assertThat(result.unavailableReasons()).containsKeys("sessionSetting", "listen");
    assertThat(result.keeps().toString()).contains("POSTED_CHANGE", "UPLOAD");
    assertThat(result.keeps().toString().contains("TEMPORARY_ROWS"))
        .isEqualTo(showsTemporaryTables());
  }

  @Test
  void sample_failedTransactionAndNextval_areOpenTransactionsOnly() throws SQLException {
    Connection failed = session(false);
    try (Statement statement = failed.createStatement()) {
      assertThatThrownBy(() -> statement.execute("select 1 / 0")).isInstanceOf(SQLException.class);
    }
    assertThat(labels(sampled(Duration.ZERO))).containsExactly("open transaction");
    session(true, "create sequence if not exists observed_numbers");
    session(false, "select nextval('observed_numbers')");

    InspectionResult result = sampled(Duration.ZERO);
    assertThat(labels(result)).containsExactly("open transaction");
    assertThat(result.findings().get(0).count()).isEqualTo(2);

    session(false, "select nextval('observed_numbers')", "delete from observed_cart where id = 2");
    assertThat(labels(sampled(Duration.ZERO)))
        .containsExactlyInAnyOrder("open transaction", "posted change observed_cart");
  }

  @Test
  void sample_rowLock_isFound() throws SQLException {
    session(false, "select * from observed_cart where id = 1 for update");

    assertThat(labels(sampled(Duration.ZERO))).contains("row lock observed_cart");
  }

  @Test
  void sample_sessionIdleForLess_isIgnored() throws SQLException {
    session(true, "select pg_advisory_lock(4712)");

    InspectionResult result = sampled(Duration.ofHours(1));

    assertThat(result.handedOut()).isPositive();
    assertThat(result.boundaries()).isZero();
    assertThat(result.findings()).isEmpty();
    assertThat(result.verdict()).startsWith("Nothing was inspected");
  }

  @Test
  void sample_itemInTwoSamples_countsOncePerTransaction() throws SQLException {
    Connection shop =
        session(
            false,
            "create temporary table observed_twice (id int)",
            "update observed_cart set amount = 3 where id = 1");
    shop.commit();
    try (IdleSessions sessions = open(Duration.ZERO);
        Statement statement = shop.createStatement()) {
      statement.execute("update observed_cart set amount = 4 where id = 1");
      sessions.sample();
      long from = SteadyTime.millis();
      session(true, "select 1");
      long to = SteadyTime.millis();
      sessions.sample();
      shop.commit();
      statement.execute("update observed_cart set amount = 5 where id = 1");
      sessions.sample();

      if (showsTemporaryTables()) {
        assertThat(finding(sessions, "temporaryTable").count()).isEqualTo(1);
      }
      InspectionFinding change = finding(sessions, "postedChange");
      assertThat(change.count()).isEqualTo(2);
      assertThat(change.inTransaction()).isEqualTo(2);
      assertThat(change.leftBy().get(0).longestSeconds())
          .isGreaterThanOrEqualTo((to - from) / 1_000.0);
    }
  }

  private static InspectionFinding finding(IdleSessions sessions, String kind) {
    return sessions.result().findings().stream()
        .filter(found -> found.kind().equals(kind))
        .findFirst()
        .orElseThrow();
  }
}
