package cloakroom.connection;

/** Rule by which a pool validates idle connections, with one round trip each. */
public enum Validation {
  /** At every borrow; the only rule of DBCP 2, and of UCP over any driver but Oracle's. */
  ALWAYS,
  /** Only after 500 ms without use, HikariCP's default. */
  IDLE
}
