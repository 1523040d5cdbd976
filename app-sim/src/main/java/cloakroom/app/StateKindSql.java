package cloakroom.app;

import cloakroom.contract.DatabaseKind;
import cloakroom.contract.StateKind;
import java.util.List;
import java.util.Map;

/**
 * The statements of the probes in the words of one database.
 *
 * @param places where a kind lives that is neither the module's nor an upload
 * @param upload how a large object is written in pieces
 */
record StateKindSql(Map<StateKind, DatabasePlace> places, Upload upload) {
  /** A row if the user has one. */
  static final NamedSql OWN_ROW =
      NamedSql.of("select user_id from state_kinds where user_id = :user");

  /** What is committed in the user's row. */
  static final NamedSql OWN_NOTE =
      NamedSql.of("select note from state_kinds where user_id = :user");

  private static final String LOCK_OWN_ROW =
      "select note from state_kinds where user_id = :user for update nowait";
  private static final String THIS_TRANSACTION = "pg_current_xact_id_if_assigned()::xid";
  private static final String OWN_FIRST = " order by user_id <> :user limit 1";
  private static final String OF_LOCATOR =
      " from pg_largeobject_metadata where oid = (:locator)::text::oid";

  /**
   * The places of PostgreSQL. Which rows the transaction at hand has changed or locked the rows say
   * themselves: by xmin and xmax. A large object is part of the transaction that creates it.
   */
  static final StateKindSql POSTGRESQL =
      new StateKindSql(
          Map.of(
              StateKind.POSTED_CHANGE,
                  DatabasePlace.ofTransaction(
                      List.of(
                          LOCK_OWN_ROW,
                          "update state_kinds set note = :value where user_id = :user"),
                      "select note from state_kinds where xmin = " + THIS_TRANSACTION + OWN_FIRST,
                      "update state_kinds set note = null where user_id ="
                          + " (select user_id from state_kinds where user_id = :user and note is not null"
                          + " for update skip locked)"),
              StateKind.ROW_LOCK,
                  DatabasePlace.ofTransaction(
                      List.of(
                          LOCK_OWN_ROW,
                          "select set_config('cloakroom.lock_' || (:user)::text, :value, true)"),
                      "select nullif(current_setting('cloakroom.lock_' || user_id, true), '')"
                          + " from state_kinds where xmax = "
                          + THIS_TRANSACTION
                          + OWN_FIRST),
              StateKind.TEMPORARY_ROWS,
                  DatabasePlace.ofSession(
                      "select 1 from pg_class where oid = to_regclass('pg_temp.state_kinds_rows')",
                      List.of(
                          "create temporary table if not exists state_kinds_rows (note varchar(60))"
                              + " on commit preserve rows",
                          "insert into pg_temp.state_kinds_rows values (:value)"),
                      "select note from pg_temp.state_kinds_rows",
                      "delete from pg_temp.state_kinds_rows"),
              StateKind.SESSION_VARIABLE,
                  DatabasePlace.ofSession(
                      null,
                      List.of("select set_config('cloakroom.variable', :value, false)"),
                      "select nullif(current_setting('cloakroom.variable', true), '')",
                      "select set_config('cloakroom.variable', '', false)"),
              StateKind.OPEN_CURSOR,
                  DatabasePlace.ofSession(
                      "select 1 from pg_cursors where name = 'state_kinds_cursor'",
                      List.of(
                          "declare state_kinds_cursor scroll cursor with hold for"
                              + " select (:value)::varchar as note"),
                      "fetch absolute 1 from state_kinds_cursor",
                      "close state_kinds_cursor")),
          new Upload(
              NamedSql.of("select lo_create(0)"),
              NamedSql.of(
                  "select lo_put(oid, length(lo_get(oid)), convert_to(:value, 'UTF8'))"
                      + OF_LOCATOR),
              NamedSql.of("select convert_from(lo_get(oid), 'UTF8')" + OF_LOCATOR),
              NamedSql.of("select lo_unlink(oid)" + OF_LOCATOR)));

  /**
   * The places of Oracle: the package of sql/oracle/06-state-kinds.sql holds what lives in the
   * session, and knows its transaction by DBMS_TRANSACTION. A temporary LOB is the session's and
   * not the transaction's.
   */
  static final StateKindSql ORACLE =
      new StateKindSql(
          Map.of(
              StateKind.POSTED_CHANGE,
                  DatabasePlace.ofTransaction(
                      List.of(
                          LOCK_OWN_ROW, "begin cloakroom_state_kinds.post(:user, :value); end;"),
                      "select cloakroom_state_kinds.posted(:user) from dual",
                      "begin cloakroom_state_kinds.forget_post(:user); end;"),
              StateKind.ROW_LOCK,
                  DatabasePlace.ofTransaction(
                      List.of(
                          LOCK_OWN_ROW,
                          "begin cloakroom_state_kinds.note_lock(:user, :value); end;"),
                      "select cloakroom_state_kinds.locked(:user) from dual"),
              StateKind.TEMPORARY_ROWS,
                  DatabasePlace.ofSession(
                      null,
                      List.of("insert into state_kinds_rows (note) values (:value)"),
                      "select note from state_kinds_rows where rownum = 1",
                      "delete from state_kinds_rows"),
              StateKind.SESSION_VARIABLE,
                  DatabasePlace.ofSession(
                      null,
                      List.of("begin cloakroom_state_kinds.set_variable(:value); end;"),
                      "select cloakroom_state_kinds.get_variable from dual",
                      "begin cloakroom_state_kinds.set_variable(null); end;"),
              StateKind.OPEN_CURSOR,
                  DatabasePlace.ofSession(
                      null,
                      List.of("begin cloakroom_state_kinds.open_cursor(:value); end;"),
                      "select cloakroom_state_kinds.fetch_cursor from dual",
                      "begin cloakroom_state_kinds.close_cursor; end;")),
          new Upload(
              NamedSql.of("select cloakroom_state_kinds.begin_upload from dual"),
              NamedSql.of("begin cloakroom_state_kinds.append_upload(:locator, :value); end;"),
              NamedSql.of("select cloakroom_state_kinds.upload(:locator) from dual"),
              NamedSql.of("begin cloakroom_state_kinds.free_upload(:locator); end;")));

  /** The statements for the kind of database that the URL names. */
  static StateKindSql forUrl(String url) {
    return switch (DatabaseKind.of(url)) {
      case POSTGRESQL -> POSTGRESQL;
      case ORACLE -> ORACLE;
    };
  }

  /**
   * The statements of an upload; they know {@code :locator} and {@code :value}, a piece.
   *
   * @param begin answers the locator of a new, empty large object
   * @param append writes a piece at the end
   * @param read answers what has been written, or nothing if the large object is gone
   * @param forget removes the large object if it is there
   */
  record Upload(NamedSql begin, NamedSql append, NamedSql read, NamedSql forget) {}
}
