package cloakroom.app;

import cloakroom.contract.StateKind;

/** The statements of the probes in the words of one database. */
interface StateKindSql {
  /** A row if the user has one. */
  NamedSql OWN_ROW = NamedSql.of("select user_id from state_kinds where user_id = :user");

  /** What is committed in the user's row. */
  NamedSql OWN_NOTE = NamedSql.of("select note from state_kinds where user_id = :user");

  /**
   * The statements of an upload; they know {@code :locator} and {@code :value}, a piece.
   *
   * @param begin answers the locator of a new, empty large object
   * @param append writes a piece at the end
   * @param read answers what has been written, or nothing if the large object is gone
   * @param forget removes the large object if it is there
   */
  record Upload(NamedSql begin, NamedSql append, NamedSql read, NamedSql forget) {}

  /** Where a kind lives that is neither the module's nor an upload. */
  DatabasePlace place(StateKind kind);

  /** How a large object is written in pieces. */
  Upload upload();
}
