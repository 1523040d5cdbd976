package cloakroom.connection;

/**
 * Extent to which a connection is reset when it is returned. At every level, a rollback also occurs
 * when its application module passes to another session ({@link Lease#reset}).
 */
public enum ResetLevel {
  /** No reset: the next borrower finds the open transaction, its locks and all session state. */
  NONE,
  /**
   * Rollback, and reset of properties changed through JDBC setters. Session state that SQL
   * statements set is kept.
   */
  ROLLBACK,
  /**
   * ROLLBACK, and a reset by the server in one round trip. The server clears settings, role,
   * temporary tables, advisory locks, prepared statements and cursors (PostgreSQL: {@code DISCARD
   * ALL}).
   */
  FULL
}
