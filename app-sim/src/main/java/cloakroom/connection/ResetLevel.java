package cloakroom.connection;

/**
 * Extent to which a returned connection is reset. At every level, the connection is also rolled
 * back when its application module passes to another session ({@link Lease#reset}).
 */
public enum ResetLevel {
  /** No reset: the next borrower finds the open transaction, its locks and all session state. */
  NONE,
  /**
   * Rollback, and reset of properties changed through JDBC setters. Session state set by SQL
   * statements is kept.
   */
  ROLLBACK,
  /**
   * ROLLBACK, and a reset by the server in one round trip. The server clears settings, role,
   * temporary tables, advisory locks, prepared statements and cursors (PostgreSQL: {@code DISCARD
   * ALL}).
   */
  FULL
}
