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
 * A connection of the watcher's own, from no pool. It counts what the watching costs, and one that
 * was lost is made anew before the next question. Asked by one thread at a time; the counts may be
 * read, and the end made, by any.
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

  /** Connects; 0 seconds wait for an answer as long as the connection itself does. */
  public MonitorConnection(Opener opener, int timeoutSeconds) throws SQLException {
    this.opener = opener;
    this.timeoutSeconds = timeoutSeconds;
    connect();
  }

  /** The end may come meanwhile: then it is seen here, or the new connection is seen by it. */
  private void connect() throws SQLException {
    connection = opener.open();
    sessions.incrementAndGet();
    if (closed) {
      connection.close();
      throw ended();
    }
  }

  /** The connection, made anew if it is lost, but never after the end. */
  private Connection mended() throws SQLException {
    if (closed) {
      throw ended();
    }
    if (connection.isClosed()) {
      connect();
    }
    return connection;
  }

  private static SQLException ended() {
    return new SQLException("the watch has ended");
  }

  /** Asks, and reads of each row what is not null, by the names of the columns in camel case. */
  public List<Map<String, String>> rows(String sql) throws SQLException {
    Connection asked = mended(); // a log-on is no part of an answer's time
    long begun = System.nanoTime();
    statements.incrementAndGet();
    try (PreparedStatement statement = asked.prepareStatement(sql)) {
      statement.setQueryTimeout(timeoutSeconds);
      try (ResultSet rows = statement.executeQuery()) {
        List<Map<String, String>> all = new ArrayList<>();
        while (rows.next()) {
          all.add(named(rows));
        }
        return all;
      }
    } finally {
      nanos.addAndGet(System.nanoTime() - begun);
    }
  }

  /** The first row alone, which there must be. */
  Map<String, String> first(String sql) throws SQLException {
    return rows(sql).stream().findFirst().orElseThrow(() -> new SQLException("no row"));
  }

  /** Returns the values of a row that are not null, by the names of the columns in camel case. */
  static Map<String, String> named(ResultSet row) throws SQLException {
    ResultSetMetaData names = row.getMetaData();
    Map<String, String> named = new LinkedHashMap<>();
    for (int i = 1; i <= names.getColumnCount(); i++) {
      String value = row.getString(i);
      if (value != null) {
        named.put(Names.camelCase(names.getColumnLabel(i)), value);
      }
    }
    return named;
  }

  /**
   * Executes a statement that gives no rows. It has no limit of its own; but one that takes longer
   * than the connection waits for any answer costs the connection.
   *
   * @return the server's warning, such as that it skipped a table; null if there is none
   */
  SQLWarning execute(String sql) throws SQLException {
    Connection asked = mended();
    statements.incrementAndGet();
    try (Statement statement = asked.createStatement()) {
      statement.execute(sql);
      return statement.getWarnings();
    }
  }

  /** Returns whether a pooler is between: the server's process is not the one that logged on. */
  boolean isPooled() throws SQLException {
    statements.incrementAndGet();
    return isPooled(mended());
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

  /** Whether the connection has ended, as far as the driver knows, or the watch. */
  boolean lost() {
    try {
      return closed || connection.isClosed();
    } catch (SQLException e) {
      return true;
    }
  }

  DatabaseMetaData about() throws SQLException {
    return mended().getMetaData();
  }

  /** Sessions begun so far: one, unless connections were lost. */
  long sessions() {
    return sessions.get();
  }

  public long statements() {
    return statements.get();
  }

  /** Microseconds spent waiting for answers so far. */
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
