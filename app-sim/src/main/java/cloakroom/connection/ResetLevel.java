package cloakroom.connection;

/**
 * Reset of a connection that is returned, or that stays with its holder and changes its session
 * ({@link Lease#reset}; the transaction is rolled back there in any case).
 */
public enum ResetLevel {
  /** No reset: the next borrower gets the open transaction, its locks and all session state. */
  NONE,
  /** Rollback, and reset of the values set through JDBC's setters; SQL-level state stays. */
  ROLLBACK,
  /**
   * ROLLBACK and a reset by the server: settings, role, temporary tables, advisory locks, prepared
   * statements, cursors (PostgreSQL: {@code DISCARD ALL}, one round trip).
   */
  FULL
}
