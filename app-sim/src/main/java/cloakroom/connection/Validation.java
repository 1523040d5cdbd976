package cloakroom.connection;

/**
 * When a pool asks an idle connection whether it still lives; one round trip. It is an axis of
 * every comparison, or the comparison is unfair. Unpooled connections are new and never asked.
 */
public enum Validation {
  /** At every borrow. DBCP 2, and UCP over any driver but Oracle's, cannot be told otherwise. */
  ALWAYS,
  /** Only after 500 ms without use, HikariCP's rule. */
  IDLE
}
