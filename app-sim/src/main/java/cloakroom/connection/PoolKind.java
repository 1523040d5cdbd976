package cloakroom.connection;

import java.util.Locale;

/** The kinds of connection source: four pools, and none. */
public enum PoolKind {
  HIKARI,
  UCP,
  AGROAL,
  DBCP2,
  /** A physical connection for every borrow; no limit. */
  NONE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
