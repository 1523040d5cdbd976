package cloakroom.bench.study.s1;

import cloakroom.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Counts the sessions of our user that the server began, in the server's own words: what a pool
 * says of itself is not asked. Sessions that have ended are not counted.
 */
final class ServerSessions implements AutoCloseable {
  private static final String NOW = "select clock_timestamp()::text";
  private static final String BEGUN =
      "select count(*) from pg_stat_activity"
          + " where usename = current_user and backend_type = 'client backend'"
          + " and backend_start > ?::timestamptz";

  private final Connection connection;
  private String since;

  private ServerSessions(Connection connection) {
    this.connection = connection;
  }

  /** Connects, and counts from now on. */
  static ServerSessions open(Database database) throws SQLException {
    ServerSessions sessions = new ServerSessions(database.connect());
    sessions.forget();
    return sessions;
  }

  /** Counts from now on. */
  void forget() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet now = statement.executeQuery(NOW)) {
      now.next();
      since = now.getString(1);
    }
  }

  /** Sessions that began since and have not ended. */
  int begun() throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(BEGUN)) {
      statement.setString(1, since);
      try (ResultSet count = statement.executeQuery()) {
        count.next();
        return count.getInt(1);
      }
    }
  }

  /**
   * Refuses another number.
   *
   * @throws IllegalStateException if not so many sessions began
   */
  void requireBegun(int expected) throws SQLException {
    int begun = begun();
    if (begun != expected) {
      throw new IllegalStateException(
          "the pool was to begin %d sessions, the server began %d".formatted(expected, begun));
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
