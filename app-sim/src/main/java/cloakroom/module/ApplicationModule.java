package cloakroom.module;

import cloakroom.connection.Lease;
import cloakroom.state.ModuleState;

/**
 * One user's view objects, pending entity changes and, for as long as the policy allows, a database
 * connection. The pool calls every method of an instance from one thread at a time.
 */
public interface ApplicationModule {

  /** Takes the connection to work on; runs no statement. */
  void connect(Lease lease);

  /** Closes cursors and statements and forgets the connection; rows and changes stay. */
  void disconnect();

  /**
   * Makes the connection ready for a session that has not used it before.
   *
   * @throws cloakroom.connection.ConnectionException if the database refuses
   */
  void prepareSession(String sessionId);

  /** What the session would need to go on in another instance; touches no database. */
  ModuleState passivate();

  /**
   * Rebuilds the state in this empty instance.
   *
   * @return number of queries that were executed again
   * @throws cloakroom.connection.ConnectionException if the database refuses
   */
  int activate(ModuleState state);

  /**
   * Executes every active view object again and finds its current row.
   *
   * @return number of queries that were executed again
   * @throws cloakroom.connection.ConnectionException if the database refuses
   */
  int reexecute();

  /** Forgets all of its session's state, in memory only; the connection stays. */
  void reset();
}
