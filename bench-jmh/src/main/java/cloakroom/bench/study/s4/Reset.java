package cloakroom.bench.study.s4;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** What a borrower of a connection does so that the next one finds nothing of it. */
public enum Reset {
  /** Nothing; the borrower works with autoCommit. */
  NONE {
    @Override
    void begin(Connection connection) {
      // autoCommit is on already
    }

    @Override
    void end(Connection connection, String forget) {
      // nothing to undo
    }
  },
  /** The borrower works in a transaction, which is rolled back: one round trip. */
  ROLLBACK {
    @Override
    void begin(Connection connection) throws SQLException {
      connection.setAutoCommit(false);
    }

    @Override
    void end(Connection connection, String forget) throws SQLException {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  },
  /**
   * The same, and then the session forgets all that it knew, in PostgreSQL prepared statements too:
   * one more round trip. What SQL Server's pool does at each reuse.
   */
  FULL {
    @Override
    void begin(Connection connection) throws SQLException {
      ROLLBACK.begin(connection);
    }

    @Override
    void end(Connection connection, String forget) throws SQLException {
      ROLLBACK.end(connection, forget);
      try (Statement statement = connection.createStatement()) {
        statement.execute(forget);
      }
    }
  };

  /** After the borrow; no round trip. */
  abstract void begin(Connection connection) throws SQLException;

  /**
   * Before the return.
   *
   * @param forget the statement by which a session forgets everything, {@link #forgetting}
   */
  abstract void end(Connection connection, String forget) throws SQLException;

  /** The statement by which a session of this database forgets everything. */
  static String forgetting(String url) {
    return url.startsWith("jdbc:oracle:")
        ? "BEGIN DBMS_SESSION.MODIFY_PACKAGE_STATE(DBMS_SESSION.REINITIALIZE);"
            + " DBMS_SESSION.CLEAR_IDENTIFIER; END;"
        : "DISCARD ALL";
  }
}
