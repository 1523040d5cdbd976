package cloakroom.connection;

import cloakroom.contract.SchemaName;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * One borrowed connection; autoCommit is off while it is out. One thread at a time uses it; it goes
 * back by {@link #close}, never by closing the JDBC connection.
 */
public interface Lease extends AutoCloseable {
  /** As much of a session's id as logs, messages and databases may show; the whole is a key. */
  static String shown(String sessionId) {
    return sessionId.substring(0, Math.min(8, sessionId.length()));
  }

  /** The connection, valid until this lease closes. */
  Connection jdbc();

  /** Returns the statement for this connection, with Cloakroom's objects qualified. */
  default String sql(String text) {
    return SchemaName.OF_USER.in(text);
  }

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
  default void reset() {
    rollback();
  }

  /** From now on the connection is evicted instead of reused at close. */
  void markBroken();

  /**
   * Ends the session at once, from any thread: a statement under way fails, and its holder gives
   * the lease back. Nothing happens if it has gone back.
   */
  default void abort() {
    markBroken();
  }

  /** Whether the session is known to have ended, by {@link #markBroken} or by what it threw. */
  boolean isBroken();

  /**
   * Classifies what a statement of this connection threw. Whoever catches an SQLException here
   * turns it into this: a session that has ended is then not handed out again, whatever the pool
   * makes of the error, and nobody has to ask the server for that.
   *
   * @param doing what failed, for the message
   */
  default ConnectionException failure(String doing, SQLException thrown) {
    ConnectionException failure = ConnectionException.inUse(doing, thrown);
    if (failure.kind().endsSession()) {
      markBroken();
    }
    return failure;
  }

  /**
   * Applies the hygiene and returns the connection; idempotent; never throws for a dead connection.
   */
  @Override
  void close();

  /**
   * Names the work that begins, as the database's session list shows it until {@link #pin} or
   * {@link #close}. Asks the server nothing, and does nothing where it would have to (PostgreSQL).
   *
   * @param action what is done, such as the application module's name
   * @param client whom it is done for, such as the session's id, of which only the beginning shows
   * @throws ConnectionException if the session is gone; the lease is then broken
   */
  default void label(String action, String client) {}

  /**
   * Writes into the database session whom it works for, where row-level security looks: on
   * PostgreSQL the setting {@code cloakroom.session}, on Oracle the client info, which others see
   * and of which only the beginning is written. It costs a round trip and stays.
   *
   * @param client whom the session works for, such as the id of a user's session
   * @throws ConnectionException if it cannot be written
   */
  default void context(String client) {
    throw new UnsupportedOperationException("no database session here");
  }

  /** Says that this lease is kept between requests: it works for nobody until {@link #unpin}. */
  default void pin() {}

  /**
   * States that {@link #close} comes next: what the open transaction holds is given up, if the
   * hygiene rolls back.
   */
  default void announceClose() {}

  /** The source that has lent it, to be told from others. */
  default Object source() {
    return null;
  }

  /**
   * This connection for one statement that is a transaction of its own, or null if it is not free
   * for that: its user has changed something in the session, a transaction is open that counts, or
   * the driver would have to ask whether one is. Closing what is returned gives nothing back.
   */
  default Lease forSingleStatement() {
    return null;
  }

  /**
   * Whether a transaction is open that a statement of {@link #forSingleStatement} has to end first.
   */
  default boolean hasTransactionToGiveUp() {
    return false;
  }

  /** Ends {@link #pin}: a request works with the connection again, and may give it back. */
  default void unpin() {}
}
