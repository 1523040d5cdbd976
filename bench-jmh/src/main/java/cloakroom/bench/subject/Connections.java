package cloakroom.bench.subject;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** An open {@link Subject}: connections are taken here and given back by closing them. */
public interface Connections extends AutoCloseable {
  /** A connection with autoCommit on, as JDBC has it. */
  Connection take() throws SQLException;

  @Override
  void close();

  /** The first value of the only row that a question has. */
  static String ask(Connection connection, String question) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(question)) {
      row.next();
      return row.getString(1);
    }
  }

  /** What lends connections. */
  @FunctionalInterface
  interface Lender {
    Connection take() throws SQLException;
  }

  /** Connections of a lender, and how it is closed; a failure of that is a fault of the program. */
  static Connections of(Lender lender, AutoCloseable end) {
    return new Connections() {
      @Override
      public Connection take() throws SQLException {
        return lender.take();
      }

      @Override
      public void close() {
        try {
          end.close();
        } catch (Exception e) {
          throw new IllegalStateException("cannot close a pool: " + e.getMessage(), e);
        }
      }
    };
  }
}
