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

/**
 * Benchmark state: a pool, settings that affect the cost of a borrow, and one connection that stays
 * borrowed for comparison.
 */
public abstract class BorrowState extends StudyState {
  private static final String QUERY = "select data from cloakroom.fetch_test where id = ?";
  private static final int ID = 4711;
  private static final int IDS = 100_000; // of the table

  public enum Reset {
    NONE,
    /** Rollback of the borrower's transaction when a connection is returned: one round trip. */
    ROLLBACK,
    /** Rollback, then a session reset that deletes prepared statements: two round trips. */
    FULL,
    /** Session reset at the next borrower's first statement, as in SQL Server's driver. */
    LAZY
  }

  public enum Query {
    SAME,
    /** Query with a different SQL text at every execution, so that no statement cache helps. */
    CHANGING,
    /** Query with a different bind value at every execution. */
    CHANGING_BIND,
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
  private int executions;

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
            SubjectSettings.full(2).withValidation(validation).withStatementCache(statementCache));
    held = borrow();
    warmUp();
  }

  @TearDown
  public final void closePool() throws SQLException {
    giveBack(held);
    connections.close();
  }

  void warmUp() throws SQLException {}

  final Connection borrow() throws SQLException {
    Connection connection = connections.borrow();
    if (reset == Reset.ROLLBACK || reset == Reset.FULL) {
      connection.setAutoCommit(false);
    }
    return connection;
  }

  /**
   * Runs the first query after a borrow. Without a query, nothing is reset: the published driver
   * resets a session with the next statement.
   */
  final int first(Connection connection, Query query) throws SQLException {
    if (reset == Reset.LAZY && query != Query.NONE) {
      resetSession(connection);
      connection.setAutoCommit(false);
    }
    return run(connection, query);
  }

  final int run(Connection connection, Query query) throws SQLException {
    return switch (query) {
      case SAME -> scalar(connection, lookup);
      case CHANGING -> scalar(connection, "/* " + executions++ + " */ " + lookup);
      case CHANGING_BIND -> scalar(connection, lookup, executions++ % IDS + 1);
      case NONE -> 1;
    };
  }

  private void resetSession(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(resetStatement);
    }
  }

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

  final int useOnce(Query query) throws SQLException {
    Connection connection = borrow();
    int rows = first(connection, query);
    giveBack(connection);
    return rows;
  }

  static String lookup(Database database) {
    return SchemaName.of(database.url(), null).in(QUERY);
  }

  static int scalar(Connection connection, String text) throws SQLException {
    return scalar(connection, text, ID);
  }

  private static int scalar(Connection connection, String text, int id) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(text)) {
      statement.setInt(1, id);
      try (ResultSet row = statement.executeQuery()) {
        if (!row.next()) {
          throw new IllegalStateException("fetch_test has no row " + id);
        }
        return 1;
      }
    }
  }
}
