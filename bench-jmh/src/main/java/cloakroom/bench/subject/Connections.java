package cloakroom.bench.subject;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Open {@link Subject}, from which connections are borrowed and to which closing returns them.
 *
 * @param end closes the source
 */
public record Connections(Source source, AutoCloseable end) implements AutoCloseable {
  @FunctionalInterface
  public interface Source {
    Connection borrow() throws SQLException;
  }

  /** Borrows a connection with autoCommit on. */
  public Connection borrow() throws SQLException {
    return source.borrow();
  }

  /** Borrows N connections at a time and returns them, so that a pool has opened as many. */
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

  /** Returns the first value of the first row of a query. */
  public static String query(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }
}
