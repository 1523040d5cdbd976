package cloakroom.connection;

/** The kinds of connection source: four pools, and none. */
public enum PoolKind {
  HIKARI,
  UCP,
  AGROAL,
  DBCP2,
  /** A physical connection for every borrow; no limit. */
  NONE
}
