package cloakroom.bench.subject;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * An open {@link Subject}: connections are taken here and given back by closing them.
 *
 * @param end closes the lender
 */
public record Connections(Lender lender, AutoCloseable end) implements AutoCloseable {
  @FunctionalInterface
  public interface Lender {
    Connection take() throws SQLException;
  }

  /** A connection with autoCommit on, as JDBC has it. */
  public Connection take() throws SQLException {
    return lender.take();
  }

  /** Takes so many at once and gives them back: so many are there then. */
  public void fill(int count) throws SQLException {
    List<Connection> taken = new ArrayList<>();
    while (taken.size() < count) {
      taken.add(take());
    }
    for (Connection connection : taken) {
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

  /** The first value of the only row that a question has. */
  public static String ask(Connection connection, String question) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(question)) {
      row.next();
      return row.getString(1);
    }
  }
}
