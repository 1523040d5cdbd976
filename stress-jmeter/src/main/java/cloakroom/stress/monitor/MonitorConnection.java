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
 * Connection of the monitor, from no pool. It counts what the monitor adds to the load, and opens
 * again before the next query if it was lost. Queries come from one thread at a time; any thread
 * may read the counts or close it.
 */
public final class MonitorConnection implements AutoCloseable {
  public interface Opener {
    Connection open() throws SQLException;
  }

  private static final int MAX_CLOSE_MILLIS = 5_000;

  private final Opener opener;
  private final int timeoutSeconds;
  private final AtomicLong sessions = new AtomicLong();
  private final AtomicLong statements = new AtomicLong();
  private final AtomicLong nanos = new AtomicLong();
  private volatile Connection connection;
  private volatile boolean closed;

  /** Connects; with a timeout of 0 seconds a statement has that of the connection. */
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

  /** Returns the rows of a query, each by column name in camel case and without nulls. */
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

  /** Returns the first row of a query; throws SQLException if there is none. */
  Map<String, String> first(String sql) throws SQLException {
    return rows(sql).stream().findFirst().orElseThrow(() -> new SQLException("no row"));
  }

  /**
   * Executes a statement without rows, with the timeout of the connection. Returns the warning of
   * the server, such as that it skipped a table; null if there is none.
   */
  SQLWarning execute(String sql) throws SQLException {
    Connection open = connection();
    statements.incrementAndGet();
    try (Statement statement = open.createStatement()) {
      statement.execute(sql);
      return statement.getWarnings();
    }
  }

  /** Returns whether a pooler is between: the server's process is not the one that logged on. */
  boolean isPooled() throws SQLException {
    statements.incrementAndGet();
    return isPooled(connection());
  }

  static boolean isPooled(Connection connection) throws SQLException {
    if (!connection.isWrapperFor(PGConnection.class)) {
      return false;
    }
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select pg_backend_pid()")) {
      return row.next() && row.getInt(1) != connection.unwrap(PGConnection.class).getBackendPID();
    }
  }

  /** Returns whether the monitor is closed, or its connection as far as the driver knows. */
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

  /** Returns the time in queries so far, in microseconds. */
  public long micros() {
    return nanos.get() / 1_000;
  }

  @Override
  public void close() throws SQLException {
    closed = true;
    try {
      if (!connection.isClosed() && !connection.getAutoCommit()) {
        connection.setNetworkTimeout(Runnable::run, MAX_CLOSE_MILLIS);
        connection.rollback(); // its locks are free when this returns
      }
    } finally {
      connection.close();
    }
  }
}
