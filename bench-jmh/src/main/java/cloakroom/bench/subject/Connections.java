package cloakroom.bench.subject;

import java.sql.Connection;
import java.sql.SQLException;

/** An open {@link Subject}: connections are taken here and given back by closing them. */
public interface Connections extends AutoCloseable {
  /** A connection with autoCommit on, as JDBC has it. */
  Connection take() throws SQLException;

  /** Closes every connection. */
  @Override
  void close();

  /** What lends connections. */
  @FunctionalInterface
  interface Lender {
    /** Lends one. */
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
