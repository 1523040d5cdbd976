package cloakroom.database;

import cloakroom.database.postgres.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A server that counts its own statements with pg_stat_statements, which must be loaded at the
 * start; it ends with the virtual machine.
 */
public final class StatementStatistics {
  private static final class Holder {
    static final StatementStatistics SERVER = new StatementStatistics();
  }

  private final EmbeddedPostgres server =
      EmbeddedPostgres.builder()
          .setting("shared_preload_libraries", "pg_stat_statements")
          .setting("pg_stat_statements.track_planning", "on")
          .start();

  private StatementStatistics() {
    try {
      execute("create extension pg_stat_statements");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = server.connectAsSuperuser();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The one server of this virtual machine that counts. */
  public static StatementStatistics ofASharedServer() {
    return Holder.SERVER;
  }

  public String url() {
    return server.url();
  }

  public String user() {
    return server.user();
  }

  public Password password() {
    return server.password();
  }

  /** Starts to count anew; statements that differ only in their columns' names count as one. */
  public void forget() throws SQLException {
    execute("select pg_stat_statements_reset()");
  }

  /** How often statements with this word in them were planned. */
  public long plans(String word) throws SQLException {
    return sum("plans", word);
  }

  /** How often they were executed. */
  public long calls(String word) throws SQLException {
    return sum("calls", word);
  }

  private long sum(String counter, String word) throws SQLException {
    try (Connection connection = server.connectAsSuperuser();
        PreparedStatement statement =
            connection.prepareStatement(
                "select coalesce(sum("
                    + counter
                    + "), 0) from pg_stat_statements"
                    + " where query like '%' || ? || '%'")) {
      statement.setString(1, word);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }
}
