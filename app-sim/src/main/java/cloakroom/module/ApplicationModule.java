package cloakroom.module;

import cloakroom.connection.Lease;
import cloakroom.state.ModuleState;

/**
 * View objects and uncommitted changes of one session, with a database connection for as long as
 * the policy allows. The pool calls the methods of an instance from one thread at a time. Methods
 * that use the database throw {@link cloakroom.connection.ConnectionException}.
 */
public interface ApplicationModule {
  /** Sets the connection; executes no statement. */
  void connect(Lease lease);

  /** Closes cursors and statements and forgets the connection; rows and changes remain. */
  void disconnect();

  /** Prepares the connection for a session that has not used it before. */
  void prepareSession(String sessionId);

  /** Returns the state that the session needs in another instance; uses no database. */
  ModuleState passivate();

  /** Restores the state in this empty instance; returns the number of queries executed. */
  int activate(ModuleState state);

  /**
   * Executes the query of every active view object again and finds its current row.
   *
   * @return number of queries executed
   */
  int reexecute();

  /** Discards the session's state, in memory only; the connection remains. */
  void reset();
}
