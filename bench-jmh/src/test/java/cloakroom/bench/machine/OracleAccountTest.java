package cloakroom.bench.machine;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.TestServer;
import cloakroom.platform.Password;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class OracleAccountTest {
  private static final String POOL_VIEW =
      "create table v$cpool_stats(num_requests bigint, num_hits bigint, num_misses bigint,"
          + " num_waits bigint, num_authentications bigint, num_open_servers bigint,"
          + " num_busy_servers bigint)";

  private Connection h2;

  @BeforeEach
  void makeViews() throws SQLException {
    h2 = DriverManager.getConnection("jdbc:h2:mem:machine;MODE=Oracle;NON_KEYWORDS=VALUE");
    execute("create table v$sys_time_model(stat_name varchar, value bigint)");
    execute("create table v$con_sysstat(name varchar, value bigint)");
    execute("insert into v$con_sysstat values('logons cumulative', 77), ('redo size', 5)");
    execute("insert into v$sys_time_model values('DB time', 9000), ('DB CPU', 4000)");
    execute("insert into v$sys_time_model values('background cpu time', 2000)");
  }

  @AfterEach
  void close() throws SQLException {
    execute("shutdown");
    h2.close();
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = h2.createStatement()) {
      statement.execute(sql);
    }
  }

  private static OracleAccount reading(double db, double connecting) {
    return new OracleAccount(Map.of("db_micros", db, "connect_micros", connecting), List.of());
  }

  @Test
  void twoReadings_haveTheirGrowthWithoutTheLogonOfTheSecond_andNaNWithoutAMetric() {
    OracleAccount empty = new OracleAccount(Map.of(), List.of());
    OracleAccount before = new OracleAccount(Map.of("logons", 10.0), List.of());
    OracleAccount after = new OracleAccount(Map.of("logons", 411.0), List.of());

    assertThat(reading(300, 90).connectPercentSince(reading(100, 40))).isEqualTo(25);
    assertThat(after.logonsSince(before)).isEqualTo(400);
    assertThat(empty.cpuMillis()).isNaN();
    assertThat(reading(1, 1).connectPercentSince(empty)).isNaN();
    assertThat(empty.logonsSince(empty)).isNaN();
  }

  @Test
  void reading_hasTheMetricsOfTheViews() throws SQLException {
    execute(POOL_VIEW);
    execute("insert into v$cpool_stats values(400, 390, 10, 2, 400, 4, 1)");

    OracleAccount reading = OracleAccount.read(h2);

    assertThat(reading.refusals()).isEmpty();
    assertThat(reading.metric("logons")).isEqualTo(77);
    assertThat(reading.metric("pool_hits")).isEqualTo(390);
    assertThat(reading.cpuMillis()).isEqualTo(6);
    assertThat(reading.metric("connect_micros")).isNaN();
  }

  @Test
  void poolWithoutRows_isReported() throws SQLException {
    execute(POOL_VIEW);

    assertThat(OracleAccount.read(h2).refusals())
        .containsExactly(
            "drcp: V$CPOOL_STATS is empty; a pluggable database requires ENABLE_PER_PDB_DRCP");
  }

  @Test
  void viewThatMayNotBeRead_isNotPermittedAndTheOthersAreRead() throws SQLException {
    OracleAccount reading = OracleAccount.read(withOracleErrors(Connection.class, h2));

    assertThat(reading.metric("logons")).isEqualTo(77);
    assertThat(reading.refusals())
        .containsExactly("drcp: not permitted (grant read on sys.v_$cpool_stats)");
  }

  /** Port 1 of this machine is closed. */
  @Test
  void unreachableDatabase_isReportedWithoutMetrics() {
    OracleAccount account =
        OracleAccount.read(
            new TestServer.At(
                "jdbc:oracle:thin:@//127.0.0.1:1/nowhere", "me", Password.of("geheim")));

    assertThat(account.metrics()).isEmpty();
    assertThat(account.cpuMillis()).isNaN();
    assertThat(account.refusals())
        .singleElement()
        .asString()
        .startsWith("all of it: ")
        .doesNotContain("\n", "geheim");
  }

  /** Replaces H2's errors by Oracle's for a view that may not be read. */
  private static <T> T withOracleErrors(Class<T> type, T real) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              try {
                Object result = method.invoke(real, arguments);
                return result instanceof Statement statement
                    ? withOracleErrors(Statement.class, statement)
                    : result;
              } catch (InvocationTargetException e) {
                throw new SQLException("ORA-00942", "42000", 942, e.getCause());
              }
            }));
  }
}
