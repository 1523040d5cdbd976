package cloakroom.connection;

/**
 * What is cleaned when a connection goes back, or stays with its holder and changes its session
 * ({@link Lease#reset}; the transaction is rolled back there in any case). Names on the command
 * line are lower case.
 */
public enum ResetLevel {
  /** Nothing: an open transaction, its locks and all session state wait for the next borrower. */
  NONE,
  /**
   * The transaction is rolled back, and what was set through JDBC's own setters is set back;
   * SQL-level state stays.
   */
  ROLLBACK,
  /**
   * As ROLLBACK, then the session is reset by the server: settings, role, temporary tables,
   * advisory locks, prepared statements, cursors (PostgreSQL: {@code DISCARD ALL}, one round trip).
   */
  FULL
}
