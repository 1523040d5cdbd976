package cloakroom.stress.monitor;

import cloakroom.platform.Names;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.postgresql.PGConnection;

/**
 * Database connection of a monitor, reopened before a query if it was lost. Counts its statements
 * and query time. Only one thread at a time may query; any thread may read the counts or call
 * close.
 */
public final class MonitorConnection implements AutoCloseable {
  public interface Opener {
    Connection open() throws SQLException;
  }

  private final Opener opener;
  private final int timeoutSeconds;
  private final AtomicLong sessions = new AtomicLong();
  private final AtomicLong statements = new AtomicLong();
  private final AtomicLong nanos = new AtomicLong();
  private volatile Connection connection;
  private volatile boolean closed;

  /**
   * Connects.
   *
   * @param timeoutSeconds timeout of each query; with 0, only the connection's read timeout applies
   */
  public MonitorConnection(Opener opener, int timeoutSeconds) throws SQLException {
    this.opener = opener;
    this.timeoutSeconds = timeoutSeconds;
    connect();
  }

  private void connect() throws SQLException {
    connection = opener.open();
    sessions.incrementAndGet();
    requireOpen(); // close() may have closed the connection before
  }

  private Connection connection() throws SQLException {
    requireOpen();
    if (connection.isClosed()) {
      connect();
    }
    return connection;
  }

  private void requireOpen() throws SQLException {
    if (closed) {
      connection.close();
      throw new SQLException("the monitor has ended");
    }
  }

  /** Executes a query. Returns each row as a map from camel-case column name to non-null value. */
  public List<Map<String, String>> rows(String sql) throws SQLException {
    Connection open = connection(); // a log-on is no part of the response time
    long begun = System.nanoTime();
    statements.incrementAndGet();
    try {
      return rows(open, timeoutSeconds, sql);
    } finally {
      nanos.addAndGet(System.nanoTime() - begun);
    }
  }

  static List<Map<String, String>> rows(
      Connection connection, int timeoutSeconds, String sql, String... parameters)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setQueryTimeout(timeoutSeconds);
      for (int i = 0; i < parameters.length; i++) {
        statement.setString(i + 1, parameters[i]);
      }
      try (ResultSet row = statement.executeQuery()) {
        ResultSetMetaData names = row.getMetaData();
        List<Map<String, String>> all = new ArrayList<>();
        while (row.next()) {
          Map<String, String> named = new LinkedHashMap<>();
          for (int i = 1; i <= names.getColumnCount(); i++) {
            String value = row.getString(i);
            if (value != null) {
              named.put(Names.camelCase(names.getColumnLabel(i)), value);
            }
          }
          all.add(named);
        }
        return all;
      }
    }
  }

  Map<String, String> first(String sql) throws SQLException {
    return rows(sql).stream().findFirst().orElseThrow(() -> new SQLException("no row"));
  }

  /**
   * Executes a statement without result rows and without timeout. Returns the server's warning,
   * such as a skipped table; null if there is no warning.
   */
  SQLWarning execute(String sql) throws SQLException {
    Connection open = connection();
    statements.incrementAndGet();
    try (Statement statement = open.createStatement()) {
      statement.execute(sql);
      return statement.getWarnings();
    }
  }

  boolean isPooled() throws SQLException {
    statements.incrementAndGet();
    return isPooled(connection());
  }

  static boolean isPooled(Connection connection) throws SQLException {
    if (!connection.isWrapperFor(PGConnection.class)) {
      return false;
    }
    String announced = "" + connection.unwrap(PGConnection.class).getBackendPID();
    return rows(connection, 0, "select pg_backend_pid() as pid").stream()
        .anyMatch(row -> !row.get("pid").equals(announced));
  }

  boolean lost() {
    try {
      return closed || connection.isClosed();
    } catch (SQLException e) {
      return true;
    }
  }

  DatabaseMetaData metaData() throws SQLException {
    return connection().getMetaData();
  }

  long sessions() {
    return sessions.get();
  }

  public long statements() {
    return statements.get();
  }

  /** Returns the total time spent in queries, in microseconds. */
  public long micros() {
    return nanos.get() / 1_000;
  }

  @Override
  public void close() throws SQLException {
    closed = true;
    try {
      if (!connection.isClosed() && !connection.getAutoCommit()) {
        connection.setNetworkTimeout(Runnable::run, 5_000);
        connection.rollback(); // its locks are free when this returns
      }
    } finally {
      connection.close();
    }
  }
}
