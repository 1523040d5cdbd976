package cloakroom.connection;

/** Rule that determines when a borrow validates the connection, which takes one round trip. */
public enum Validation {
  ALWAYS, // at every borrow; the only rule of DBCP 2, and of UCP over any driver but Oracle's
  IDLE // only after 500 ms without use, HikariCP's default
}
