package cloakroom.bench.subject;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes sure that a pool has its minimum: some open their first connections at the first borrow.
 */
final class Filled {
  private Filled() {}

  /**
   * Takes the minimum at once and gives it back; with a minimum of 0 nothing.
   *
   * @throws SQLException if the database refuses; the pool is closed then
   */
  static Connections withMinimum(Connections pool, SubjectSettings settings) throws SQLException {
    List<Connection> taken = new ArrayList<>();
    try {
      while (taken.size() < settings.minimum()) {
        taken.add(pool.take());
      }
      for (Connection connection : taken) {
        connection.close();
      }
      return pool;
    } catch (SQLException refused) {
      pool.close();
      throw refused;
    }
  }
}
