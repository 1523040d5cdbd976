package cloakroom.bench.study.s4;

import cloakroom.bench.lab.StudyState;
import cloakroom.bench.subject.Connections;
import cloakroom.bench.subject.Subject;
import cloakroom.bench.subject.SubjectSettings;
import cloakroom.database.Database;
import java.sql.Connection;
import java.sql.SQLException;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A pool under the settings that may make a borrow dear. */
@State(Scope.Benchmark)
public abstract class BorrowState extends StudyState {
  /** One for the borrower, one for a connection that is held meanwhile. */
  private static final int SIZE = 2;

  /** The pool. */
  @Param({"HIKARI", "UCP"})
  public Subject subject;

  /** Whether the pool asks at every borrow whether the connection lives. */
  @Param("true")
  public boolean validation;

  /** What is cleaned before a return. */
  @Param("NONE")
  public Reset reset;

  /** Statements that the driver keeps for each connection. */
  @Param("256")
  public int statementCache;

  private Connections connections;

  private String forget;

  /** Opens the pool; its connections are there before the clock runs. */
  @Setup(Level.Trial)
  public final void openPool() throws SQLException {
    Database database = database();
    forget = Reset.forgetting(database.url());
    connections =
        subject.open(
            database,
            SubjectSettings.full(SIZE)
                .withValidation(validation)
                .withStatementCache(statementCache));
    begin();
  }

  /** Closes it. */
  @TearDown(Level.Trial)
  public final void closePool() throws SQLException {
    end();
    connections.close();
  }

  /** What a benchmark does once the pool is open. */
  abstract void begin() throws SQLException;

  /** What it does before the pool is closed. */
  abstract void end() throws SQLException;

  /** A connection to work with. */
  final Connection borrow() throws SQLException {
    Connection connection = connections.take();
    reset.begin(connection);
    return connection;
  }

  /** Cleans it and gives it back. */
  final void giveBack(Connection connection) throws SQLException {
    reset.end(connection, forget);
    connection.close();
  }

  /** One use with one query; rows that came back. */
  final int useOnce() throws SQLException {
    Connection connection = borrow();
    int rows = ScalarQuery.run(connection);
    giveBack(connection);
    return rows;
  }
}
