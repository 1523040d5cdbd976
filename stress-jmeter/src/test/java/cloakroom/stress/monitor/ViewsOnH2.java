package cloakroom.stress.monitor;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * An H2 in Oracle mode with tables that are called as Oracle's views, so that what is asked of
 * Oracle really runs. Privileges are H2's own: who was not granted a view is refused. Only the code
 * of that refusal is put into Oracle's words, ORA-00942.
 */
final class ViewsOnH2 implements AutoCloseable {
  private static final Set<Integer> REFUSALS = Set.of(42102, 42103, 42104, 90096);
  static final String OWNER = "APP";

  private static final String OBJECTS =
      """
      create table v$con_sysstat(name varchar, value bigint);
      create table v$con_sys_time_model(stat_name varchar, value bigint);
      create table v$sys_time_model(stat_name varchar, value bigint);
      create table v$con_system_event(wait_class varchar, time_waited_micro_fg bigint);
      create table v$session(type varchar, status varchar, program varchar, server varchar, taddr varchar,
        sid int, serial# int, saddr varchar, username varchar, module varchar, last_call_et int);
      create table v$lock(sid int, type varchar, lmode int, id1 int);
      create table v$sort_usage(session_addr varchar, segtype varchar);
      create table all_objects(object_id int, object_name varchar);
      create table v$cpool_stats(num_requests bigint, num_hits bigint, num_misses bigint, num_waits bigint,
        num_authentications bigint, num_open_servers bigint, num_busy_servers bigint);
      create table v$instance(startup_time timestamp);
      create table v$parameter(name varchar, value varchar);
      create table user_segments(segment_name varchar, bytes bigint);
      create table user_lobs(table_name varchar, segment_name varchar, index_name varchar);
      create table ps_txn(id bigint);
      create table departments(id bigint);
      insert into v$instance values(timestamp '2026-11-20 08:00:00');
      """;

  private final String url;
  private final Connection owner;
  private final List<Connection> opened = new ArrayList<>();

  ViewsOnH2(String name) throws SQLException {
    url = "jdbc:h2:mem:" + name + ";MODE=Oracle;NON_KEYWORDS=VALUE";
    owner = DriverManager.getConnection(url, OWNER, "");
    execute(OBJECTS);
  }

  void execute(String sql) throws SQLException {
    try (Statement statement = owner.createStatement()) {
      statement.execute(sql);
    }
  }

  void statistic(String name, long value) throws SQLException {
    execute("insert into v$con_sysstat values('" + name + "', " + value + ")");
  }

  void session(String program, String status, String server, String transaction)
      throws SQLException {
    String address = transaction == null ? "null" : "'" + transaction + "'";
    execute(
        "insert into v$session(type, status, program, server, taddr) values('USER', '%s', '%s', '%s', %s)"
            .formatted(status, program, server, address));
  }

  /** Creates a user who may only read these tables. */
  void userWith(String user, String... tables) throws SQLException {
    execute("create user " + user + " password ''");
    for (String table : tables) {
      execute("grant select on " + table + " to " + user);
    }
  }

  MonitorConnection connection(String user) throws SQLException {
    return new MonitorConnection(() -> connect(user), 0);
  }

  Connection connect(String user) throws SQLException {
    Connection made = DriverManager.getConnection(url, user, "");
    opened.add(made);
    return inOraclesWords(Connection.class, made);
  }

  void loseConnections() throws SQLException {
    for (Connection each : opened) {
      each.close();
    }
  }

  private static <T> T inOraclesWords(Class<T> type, T real) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              try {
                Object result = method.invoke(real, arguments);
                return result instanceof PreparedStatement statement
                    ? inOraclesWords(PreparedStatement.class, statement)
                    : result;
              } catch (InvocationTargetException e) {
                throw oracles(e.getCause());
              }
            }));
  }

  private static Throwable oracles(Throwable cause) {
    boolean refusal = cause instanceof SQLException e && REFUSALS.contains(e.getErrorCode());
    return refusal
        ? new SQLException("ORA-00942: table or view does not exist", "42000", 942, cause)
        : cause;
  }

  @Override
  public void close() throws SQLException {
    execute("shutdown");
    owner.close();
  }
}
