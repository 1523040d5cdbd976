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
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** A pool under the settings that may make a borrow dear, and one connection that is held. */
public abstract class BorrowState extends StudyState {
  private static final String QUERY = "select data from cloakroom.fetch_test where id = ?";
  private static final int ID = 4711;

  /** One for the borrower, one for the connection that is held meanwhile. */
  private static final int SIZE = 2;

  /** What a borrower does before the return so that the next one finds nothing of it. */
  public enum Reset {
    /** Nothing; the borrower works with autoCommit. */
    NONE,
    /** The borrower works in a transaction, which is rolled back: one round trip. */
    ROLLBACK,
    /**
     * The same, and then the session forgets all that it knew, in PostgreSQL prepared statements
     * too: one more round trip.
     */
    FULL,
    /**
     * It forgets as late as it can: the next borrower has it forget before the first statement.
     * There SQL Server's pool does it, without a round trip of its own.
     */
    LAZY
  }

  /** What a borrower asks. */
  public enum Query {
    /** Always the same text. */
    SAME,
    /** A text that was never asked before. */
    CHANGING,
    /** Nothing: what is left is the borrow and the return. */
    NONE
  }

  @Param({"HIKARI", "UCP"})
  public Subject subject;

  /** Whether the pool asks at every borrow whether the connection lives. */
  @Param("true")
  public boolean validation;

  @Param("NONE")
  public Reset reset;

  /** Statements that the driver keeps for each connection. */
  @Param("256")
  public int statementCache;

  Connection held;
  private Connections connections;
  private String forget;
  private String lookup;
  private int texts;

  /** Opens the pool; its connections are there before the clock runs. */
  @Setup(Level.Trial)
  public final void openPool() throws SQLException {
    Database database = database();
    lookup = lookup(database);
    forget =
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
    shareProcessor();
    warmUp();
  }

  @TearDown(Level.Trial)
  public final void closePool() throws SQLException {
    giveBack(held);
    connections.close();
  }

  /** What is done before JMH warms up. */
  void warmUp() throws SQLException {
    // mostly nothing
  }

  /** A connection as it lies in the pool: always the same, because the other one is held. */
  final Connection take() throws SQLException {
    return connections.take();
  }

  final Connection borrow() throws SQLException {
    Connection connection = take();
    if (reset == Reset.ROLLBACK || reset == Reset.FULL) {
      connection.setAutoCommit(false);
    }
    return connection;
  }

  /** The first query of a borrower; rows that came back. */
  final int first(Connection connection, Query query) throws SQLException {
    if (reset == Reset.LAZY) {
      forget(connection);
      connection.setAutoCommit(false);
    }
    return ask(connection, query);
  }

  /** A further one. */
  final int ask(Connection connection, Query query) throws SQLException {
    return switch (query) {
      case SAME -> scalar(connection, lookup);
      case CHANGING -> scalar(connection, "/* " + texts++ + " */ " + lookup);
      case NONE -> 1;
    };
  }

  private void forget(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(forget);
    }
  }

  /** Cleans it and gives it back. */
  final void giveBack(Connection connection) throws SQLException {
    if (!connection.getAutoCommit()) {
      connection.rollback();
      connection.setAutoCommit(true);
    }
    if (reset == Reset.FULL) {
      forget(connection);
    }
    connection.close();
  }

  /** One use with one query; rows that came back. */
  final int useOnce(Query query) throws SQLException {
    Connection connection = borrow();
    int rows = first(connection, query);
    giveBack(connection);
    return rows;
  }

  /** Returns the query for this database. */
  static String lookup(Database database) {
    return SchemaName.of(database.url(), null).in(QUERY);
  }

  /**
   * A query with one row of one value, prepared, executed and closed each time, as an application
   * does that leaves caching to its driver.
   */
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
