package cloakroom.connection;

/** Kind of connection source. */
public enum PoolKind {
  HIKARI,
  UCP,
  AGROAL,
  DBCP2,
  /** A new physical connection for every borrow; no limit. */
  NONE
}
