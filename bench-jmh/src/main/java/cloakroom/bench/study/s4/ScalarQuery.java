package cloakroom.bench.study.s4;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * A query with one row of one value, prepared, executed and closed each time, as an application
 * does that leaves caching to its driver.
 */
final class ScalarQuery {
  private static final String SQL = "select data from fetch_test where id = ?";
  private static final int ID = 4711;

  private ScalarQuery() {}

  /**
   * Runs it.
   *
   * @return rows that came back: 1
   * @throws IllegalStateException if there was no row
   */
  static int run(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(SQL)) {
      statement.setInt(1, ID);
      try (ResultSet row = statement.executeQuery()) {
        if (!row.next()) {
          throw new IllegalStateException("fetch_test has no row " + ID);
        }
        return 1;
      }
    }
  }
}
