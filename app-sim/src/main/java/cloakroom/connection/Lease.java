package cloakroom.connection;

import cloakroom.contract.SchemaName;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Borrowed connection with autoCommit off, used by one thread at a time. {@link #close} returns it
 * to its source; callers must not close the JDBC connection.
 */
public interface Lease extends AutoCloseable {
  /** Returns a session id's first characters for logs. The whole id is a secret. */
  static String shown(String sessionId) {
    return sessionId.substring(0, Math.min(8, sessionId.length()));
  }

  Connection jdbc();

  /** Returns the SQL text with the configured schema name before Cloakroom's tables. */
  default String sql(String text) {
    return SchemaName.OF_USER.in(text);
  }

  /** Rolls back. If this fails, marks the lease as broken and throws a ConnectionException. */
  void rollback();

  /**
   * Resets the connection when its application module passes to another user session. Rolls back at
   * every reset level, as ADF does (SM10-009), then resets as {@link #close} does. Throws a
   * ConnectionException if the rollback fails.
   */
  default void reset() {
    rollback();
  }

  /** Marks the connection as unusable, so that {@link #close} removes it from the pool. */
  void markBroken();

  /**
   * Ends the database session at once; thread-safe. A running statement fails, and its thread must
   * still close the lease. Does nothing after {@link #close}.
   */
  default void abort() {
    markBroken();
  }

  boolean isBroken();

  /**
   * Converts the SQLException of a failed statement to a ConnectionException. If the database
   * session has ended, marks the lease as broken, and the pool does not lend the connection again.
   *
   * @param doing the failed action, for the message
   */
  default ConnectionException failure(String doing, SQLException thrown) {
    ConnectionException failure = ConnectionException.inUse(doing, thrown);
    if (failure.kind().endsSession()) {
      markBroken();
    }
    return failure;
  }

  /**
   * Resets the connection and returns it to its source. Idempotent; throws nothing if the
   * connection is dead.
   */
  @Override
  void close();

  /**
   * Labels the database session in Oracle's session list until {@link #pin} or {@link #close}.
   * Takes no round trip. Does nothing on PostgreSQL, where a label would require one.
   *
   * @param action current action, such as the application module's name
   * @param client id of the user's session; the list shows only its first characters
   */
  default void label(String action, String client) {}

  /**
   * Writes the user session's id into the database session for row-level security, until the next
   * reset. Takes one round trip. PostgreSQL stores the id in {@code cloakroom.session}; Oracle
   * stores its first characters in the client info.
   *
   * @throws ConnectionException if the write fails
   */
  default void context(String client) {
    throw new UnsupportedOperationException("no database session");
  }

  /**
   * Marks the connection as idle but kept by its application module. The next request ends this
   * state with {@link #unpin}.
   */
  default void pin() {}

  default void unpin() {}

  /** Announces that {@link #close} follows. {@link #forSingleStatement} may then roll back. */
  default void announceClose() {}

  default Object source() {
    return null;
  }

  /**
   * Returns this lease for one statement in its own transaction. The next {@link #close} ends only
   * this use and keeps the connection. Returns null on Oracle, after a JDBC property has changed,
   * or if a transaction is open without {@link #announceClose}.
   */
  default Lease forSingleStatement() {
    return null;
  }

  default boolean hasTransactionToGiveUp() {
    return false;
  }
}
