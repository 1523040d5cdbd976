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

  /** The kind of that name; a wrong name is told the choices. */
  public static PoolKind parse(String name) {
    return Choices.parse(PoolKind.class, "pool", name);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
