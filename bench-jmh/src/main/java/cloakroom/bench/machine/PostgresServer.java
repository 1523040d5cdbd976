package cloakroom.bench.machine;

import cloakroom.database.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalLong;

/** Finds a PostgreSQL server's process, if it runs on this machine. */
public final class PostgresServer {
  private PostgresServer() {}

  /**
   * The process whose children serve the connections.
   *
   * @return nothing if the database is another one, or runs elsewhere, or processes cannot be seen
   */
  public static OptionalLong process(Database database) throws SQLException {
    if (!database.url().startsWith("jdbc:postgresql:")) {
      return OptionalLong.empty();
    }
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select pg_backend_pid()")) {
      row.next();
      return ProcessTimes.parent(row.getLong(1), "postgres");
    }
  }
}
