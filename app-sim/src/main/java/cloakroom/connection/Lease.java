package cloakroom.connection;

import cloakroom.contract.SchemaName;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Borrowed connection with autoCommit off, used by one thread at a time. It is returned by {@link
 * #close}, never by closing the JDBC connection.
 */
public interface Lease extends AutoCloseable {
  /** Returns the part of a session's id that logs and databases may show; the whole is a secret. */
  static String shown(String sessionId) {
    return sessionId.substring(0, Math.min(8, sessionId.length()));
  }

  /** Returns the connection, valid until this lease closes. */
  Connection jdbc();

  /** Returns the statement for this connection, with Cloakroom's objects qualified. */
  default String sql(String text) {
    return SchemaName.OF_USER.in(text);
  }

  /**
   * Rolls the transaction back.
   *
   * @throws ConnectionException if the session has ended; the lease is then broken
   */
  void rollback();

  /**
   * Resets the connection for another session of the same holder: rolls back at every reset level
   * (as ADF does when it recycles an instance, SM10-009), then does what {@link #close} does.
   *
   * @throws ConnectionException if the session has ended; the lease is then broken
   */
  default void reset() {
    rollback();
  }

  /** Marks the connection as one that {@link #close} evicts instead of keeping. */
  void markBroken();

  /**
   * Ends the database session at once, from any thread: a running statement fails, and its holder
   * returns the lease. Has no effect on a returned lease.
   */
  default void abort() {
    markBroken();
  }

  /** Returns whether the session is known to have ended, by {@link #markBroken} or a failure. */
  boolean isBroken();

  /**
   * Classifies a failure of a statement on this connection. Every SQLException is converted here: a
   * session that has ended is then not lent again, whatever the pool makes of the error, without a
   * query to the server.
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

  /** Resets and returns the connection. Idempotent; does not throw for a dead connection. */
  @Override
  void close();

  /**
   * Labels the session in the database's session list until {@link #pin} or {@link #close}. Takes
   * no round trip, and has no effect where it would (PostgreSQL).
   *
   * @param action what is done, such as the application module's name
   * @param client id of the user's session, of which only the beginning is shown
   * @throws ConnectionException if the session has ended; the lease is then broken
   */
  default void label(String action, String client) {}

  /**
   * Writes the client into the database session, where row-level security reads it: on PostgreSQL
   * the setting {@code cloakroom.session}, on Oracle the client info, which other sessions see and
   * of which only the beginning is written. Takes one round trip and lasts until the reset.
   *
   * @param client id of the user's session
   * @throws ConnectionException if it cannot be written
   */
  default void context(String client) {
    throw new UnsupportedOperationException("no database session");
  }

  /** Marks the lease as kept between requests; it works for no session until {@link #unpin}. */
  default void pin() {}

  /** Ends {@link #pin}: a request works with the connection again. */
  default void unpin() {}

  /**
   * Announces that {@link #close} follows, so that the open transaction may be discarded if the
   * reset level rolls back.
   */
  default void announceClose() {}

  default Object source() {
    return null;
  }

  /**
   * Returns this connection for one statement that is a transaction of its own. Closing the result
   * does not return the connection.
   *
   * @return null if the connection is not free for that: session settings were changed, a
   *     transaction with changes is open, or the driver needs a round trip to know that
   */
  default Lease forSingleStatement() {
    return null;
  }

  /** Returns whether a statement of {@link #forSingleStatement} must first end a transaction. */
  default boolean hasTransactionToGiveUp() {
    return false;
  }
}
