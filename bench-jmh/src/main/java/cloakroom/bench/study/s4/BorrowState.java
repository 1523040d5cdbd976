package cloakroom.bench.study.s4;

import cloakroom.bench.harness.StudyState;
import cloakroom.bench.subject.Connections;
import cloakroom.bench.subject.Subject;
import cloakroom.bench.subject.SubjectSettings;
import cloakroom.contract.DatabaseKind;
import cloakroom.contract.SchemaName;
import cloakroom.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** Pool with the settings that affect the cost of a borrow, and one connection that is kept. */
public abstract class BorrowState extends StudyState {
  private static final String QUERY = "select data from cloakroom.fetch_test where id = ?";
  private static final int ID = 4711;

  /** One connection for the borrower, one that is kept. */
  private static final int SIZE = 2;

  /** Reset of the session between two borrowers. */
  public enum Reset {
    /** None; the borrower works with autoCommit. */
    NONE,
    /** The borrower works in a transaction, which is rolled back: one round trip. */
    ROLLBACK,
    /** Rollback and reset of the session, including prepared statements: two round trips. */
    FULL,
    /** Full reset before the first statement of the next borrower, as in SQL Server's driver. */
    LAZY
  }

  public enum Query {
    SAME,
    /** A text that was never executed before. */
    CHANGING,
    /** No query: only the borrow and the return. */
    NONE
  }

  @Param({"HIKARI", "UCP"})
  public Subject subject;

  @Param("true")
  public boolean validation;

  @Param("NONE")
  public Reset reset;

  @Param("256")
  public int statementCache;

  Connection held;
  Connections connections;
  private String resetStatement;
  private String lookup;
  private int texts;

  @Setup
  public final void openPool() throws SQLException {
    Database database = database();
    lookup = lookup(database);
    resetStatement =
        DatabaseKind.ORACLE.isOf(database.url())
            ? "BEGIN DBMS_SESSION.MODIFY_PACKAGE_STATE(DBMS_SESSION.REINITIALIZE);"
                + " DBMS_SESSION.CLEAR_IDENTIFIER; END;"
            : "DISCARD ALL";
    connections =
        subject.open(
            database,
            SubjectSettings.full(SIZE)
                .withValidation(validation)
                .withStatementCache(statementCache));
    held = borrow();
    warmUp();
  }

  @TearDown
  public final void closePool() throws SQLException {
    giveBack(held);
    connections.close();
  }

  /** Runs before JMH's warm-up. */
  void warmUp() throws SQLException {
    // most benchmarks need none
  }

  final Connection borrow() throws SQLException {
    Connection connection = connections.borrow();
    if (reset == Reset.ROLLBACK || reset == Reset.FULL) {
      connection.setAutoCommit(false);
    }
    return connection;
  }

  /** Runs the first query of a borrower; returns the number of rows. */
  final int first(Connection connection, Query query) throws SQLException {
    if (reset == Reset.LAZY) {
      resetSession(connection);
      connection.setAutoCommit(false);
    }
    return run(connection, query);
  }

  /** Runs a further query; returns the number of rows. */
  final int run(Connection connection, Query query) throws SQLException {
    return switch (query) {
      case SAME -> scalar(connection, lookup);
      case CHANGING -> scalar(connection, "/* " + texts++ + " */ " + lookup);
      case NONE -> 1;
    };
  }

  private void resetSession(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(resetStatement);
    }
  }

  /** Resets the connection and returns it to the pool. */
  final void giveBack(Connection connection) throws SQLException {
    if (!connection.getAutoCommit()) {
      connection.rollback();
      connection.setAutoCommit(true);
    }
    if (reset == Reset.FULL) {
      resetSession(connection);
    }
    connection.close();
  }

  /** Borrows, runs one query and returns the connection; returns the number of rows. */
  final int useOnce(Query query) throws SQLException {
    Connection connection = borrow();
    int rows = first(connection, query);
    giveBack(connection);
    return rows;
  }

  static String lookup(Database database) {
    return SchemaName.of(database.url(), null).in(QUERY);
  }

  /** Prepares, executes and closes a query of one row, leaving statement caching to the driver. */
  static int scalar(Connection connection, String text) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(text)) {
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
