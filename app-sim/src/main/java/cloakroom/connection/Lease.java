package cloakroom.connection;

import java.sql.Connection;

/**
 * One borrowed connection; autoCommit is off while it is out. One thread at a time uses it; it goes
 * back by {@link #close}, never by closing the JDBC connection.
 */
public interface Lease extends AutoCloseable {
  /** The connection, valid until this lease closes. */
  Connection jdbc();

  /**
   * Rolls the transaction back.
   *
   * @throws ConnectionException if the session is gone; the lease is then broken
   */
  void rollback();

  /**
   * Makes the connection, which stays with its holder, fit for another session: rolls back,
   * whatever the hygiene (ADF does so when it recycles an instance, SM10-009), and does what the
   * hygiene does at {@link #close}.
   *
   * @throws ConnectionException if the session is gone; the lease is then broken
   */
  default void clean() {
    rollback();
  }

  /** From now on the connection is evicted instead of reused at close. */
  void markBroken();

  /**
   * Applies the hygiene and returns the connection; idempotent; never throws for a dead connection.
   */
  @Override
  void close();

  /**
   * Says that this lease is kept between requests, so that nobody should wait for its return. Only
   * the search for deadlocks listens (see {@link InternalConnections}).
   */
  default void pin() {}

  /** Ends {@link #pin}: a request works with the connection again, and may give it back. */
  default void unpin() {}
}
