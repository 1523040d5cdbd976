package cloakroom.bench.study;

import cloakroom.bench.subject.Connections;
import cloakroom.bench.subject.Subject;
import cloakroom.bench.subject.SubjectSettings;
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

  /** Opens the pool; its connections are there before the clock runs. */
  @Setup(Level.Trial)
  public void openPool() throws SQLException {
    connections =
        subject.open(
            database(),
            SubjectSettings.full(SIZE)
                .withValidation(validation)
                .withStatementCache(statementCache));
  }

  /** Closes it. */
  @TearDown(Level.Trial)
  public void closePool() {
    connections.close();
  }

  /** The open pool. */
  final Connections pool() {
    return connections;
  }
}
