package cloakroom.module;

import cloakroom.connection.Lease;
import cloakroom.state.ModuleState;

/**
 * Application module: one session's view objects (queries with their rows) and uncommitted changes.
 * Only one thread at a time calls an instance. Methods that use the database throw {@link
 * cloakroom.connection.ConnectionException}.
 */
public interface ApplicationModule {
  /** Assigns a database connection. Executes no statement. */
  void connect(Lease lease);

  /** Closes cursors and statements and detaches the connection. Rows and changes stay in memory. */
  void disconnect();

  /** Sets up the connection for a user session that has not used this connection before. */
  void prepareSession(String sessionId);

  /** Returns the session's state for activation in another instance, without database access. */
  ModuleState passivate();

  /** Restores the state in this empty instance. Returns the number of executed queries. */
  int activate(ModuleState state);

  /**
   * Executes the query of every view object that the session has opened, for instance after a
   * reconnect.
   *
   * @return number of executed queries
   */
  int reexecute();

  /** Discards the session's state in memory. Keeps the connection. */
  void reset();
}
