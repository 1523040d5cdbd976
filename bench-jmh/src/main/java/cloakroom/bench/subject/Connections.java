package cloakroom.bench.subject;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Source of connections, opened from a {@link Subject}: a pool or the plain driver. Closing a
 * connection returns it to the pool.
 *
 * @param end action that closes the pool
 */
public record Connections(Source source, AutoCloseable end) implements AutoCloseable {
  @FunctionalInterface
  public interface Source {
    Connection borrow() throws SQLException;
  }

  public Connection borrow() throws SQLException {
    return source.borrow();
  }

  /** Makes the pool open {@code count} connections, by borrowing them all at the same time. */
  public void fill(int count) throws SQLException {
    List<Connection> borrowed = new ArrayList<>();
    while (borrowed.size() < count) {
      borrowed.add(borrow());
    }
    for (Connection connection : borrowed) {
      connection.close();
    }
  }

  @Override
  public void close() {
    try {
      end.close();
    } catch (Exception e) {
      throw new IllegalStateException("cannot close a pool: " + e.getMessage(), e);
    }
  }

  public static String query(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }
}
