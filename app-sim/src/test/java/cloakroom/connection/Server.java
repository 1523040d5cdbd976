package cloakroom.connection;

import cloakroom.database.Database;
import cloakroom.database.Password;
import cloakroom.database.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** The PostgreSQL under the tests of this package, and an observer's connection to it. */
final class Server {
  private static final Database SCHEMA = TestDatabase.newEmptySchema();

  private Server() {}

  static String url() {
    return SCHEMA.url();
  }

  static String user() {
    return SCHEMA.user();
  }

  static Password password() {
    return SCHEMA.password();
  }

  /** Time-outs short enough for tests of failures, long enough for a busy machine. */
  static ConnectionSettings.Builder settings(PoolKind kind, int size) {
    return settings(url(), kind, size);
  }

  static ConnectionSettings.Builder settings(String url, PoolKind kind, int size) {
    return ConnectionSettings.to(url, user(), password())
        .pool(kind, size)
        .borrowWait(Duration.ofSeconds(20))
        .login(Duration.ofSeconds(10));
  }

  static Connection observer() throws SQLException {
    return SCHEMA.connect();
  }

  static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  static String ask(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      result.next();
      return result.getString(1);
    }
  }

  static int backend(Connection connection) throws SQLException {
    return Integer.parseInt(ask(connection, "select pg_backend_pid()"));
  }

  static String sessions(String applicationName) {
    return "select count(*) from pg_stat_activity where application_name = '"
        + applicationName
        + "'";
  }

  /** Asks again and again until the answer comes, at most 20 s. */
  static void await(Connection observer, String sql, String answer) throws SQLException {
    long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    String latest = ask(observer, sql);
    while (!latest.equals(answer)) {
      if (System.nanoTime() > end) {
        throw new AssertionError(sql + " answers " + latest + ", not " + answer);
      }
      latest = ask(observer, sql);
    }
  }

  static void await(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("never: " + what);
      }
      Thread.onSpinWait();
    }
  }
}
