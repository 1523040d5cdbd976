package cloakroom.connection;

public enum PoolKind {
  HIKARI,
  UCP,
  AGROAL,
  DBCP2,
  NONE // a new physical connection for every borrow; no limit
}
