package cloakroom.bench.subject;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** An open {@link Subject}: connections are taken here and given back by closing them. */
public interface Connections extends AutoCloseable {
  /** A connection with autoCommit on, as JDBC has it. */
  Connection take() throws SQLException;

  /** Closes every connection. */
  @Override
  void close();

  /** Closes a pool. */
  @FunctionalInterface
  interface Closing {
    /** Closes it; a failure is a fault of the program. */
    void run() throws Exception;
  }

  /** A pool behind its own DataSource. */
  static Connections of(DataSource pool, Closing closing) {
    return new Connections() {
      @Override
      public Connection take() throws SQLException {
        return pool.getConnection();
      }

      @Override
      public void close() {
        try {
          closing.run();
        } catch (Exception e) {
          throw new IllegalStateException("cannot close a pool: " + e.getMessage(), e);
        }
      }
    };
  }
}
