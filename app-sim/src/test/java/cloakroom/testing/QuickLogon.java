package cloakroom.testing;

import cloakroom.database.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A PostgreSQL at which a log-on costs little: tests make thousands of connections, and each would
 * compute 4,096 rounds of a hash. Its password is stored anew with one round; all else is the same.
 */
public final class QuickLogon {
  private QuickLogon() {}

  /** That server, whose password needs no quoting. */
  public static <S extends Database> S at(S server) {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      if (connection.getMetaData().getDatabaseMajorVersion() < 16) {
        return server; // the setting is unknown there
      }
      statement.execute("set scram_iterations = 1");
      statement.execute("alter role current_user password '" + server.password().reveal() + "'");
      return server;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
