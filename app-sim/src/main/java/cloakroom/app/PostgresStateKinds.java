package cloakroom.app;

import cloakroom.contract.StateKind;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The places of PostgreSQL. Which rows the transaction at hand has changed or locked the rows say
 * themselves: by xmin and xmax. A large object is part of the transaction that creates it.
 */
final class PostgresStateKinds implements StateKindSql {
  private static final String LOCK_OWN_ROW =
      "select note from state_kinds where user_id = :user for update nowait";
  private static final String THIS_TRANSACTION = "pg_current_xact_id_if_assigned()::xid";
  private static final String OWN_FIRST = " order by user_id <> :user limit 1";

  private static final Map<StateKind, DatabasePlace> PLACES = places();
  private static final Upload UPLOAD =
      new Upload(
          NamedSql.of("select lo_create(0)"),
          NamedSql.of(
              "select lo_put(oid, length(lo_get(oid)), convert_to(:value, 'UTF8'))"
                  + " from pg_largeobject_metadata where oid = (:locator)::text::oid"),
          NamedSql.of(
              "select convert_from(lo_get(oid), 'UTF8')"
                  + " from pg_largeobject_metadata where oid = (:locator)::text::oid"),
          NamedSql.of(
              "select lo_unlink(oid)"
                  + " from pg_largeobject_metadata where oid = (:locator)::text::oid"));

  private static Map<StateKind, DatabasePlace> places() {
    Map<StateKind, DatabasePlace> places = new EnumMap<>(StateKind.class);
    places.put(
        StateKind.POSTED_CHANGE,
        DatabasePlace.ofTransaction(
            List.of(LOCK_OWN_ROW, "update state_kinds set note = :value where user_id = :user"),
            "select note from state_kinds where xmin = " + THIS_TRANSACTION + OWN_FIRST,
            "update state_kinds set note = null where user_id ="
                + " (select user_id from state_kinds where user_id = :user and note is not null"
                + " for update skip locked)"));
    places.put(
        StateKind.ROW_LOCK,
        DatabasePlace.ofTransaction(
            List.of(
                LOCK_OWN_ROW,
                "select set_config('cloakroom.lock_' || (:user)::text, :value, true)"),
            "select nullif(current_setting('cloakroom.lock_' || user_id, true), '')"
                + " from state_kinds where xmax = "
                + THIS_TRANSACTION
                + OWN_FIRST));
    places.put(
        StateKind.TEMPORARY_ROWS,
        DatabasePlace.ofSession(
            "select 1 from pg_class where oid = to_regclass('pg_temp.state_kinds_rows')",
            List.of(
                "create temporary table if not exists state_kinds_rows (note varchar(60))"
                    + " on commit preserve rows",
                "insert into pg_temp.state_kinds_rows values (:value)"),
            "select note from pg_temp.state_kinds_rows",
            "delete from pg_temp.state_kinds_rows"));
    places.put(
        StateKind.SESSION_VARIABLE,
        DatabasePlace.ofSession(
            null,
            List.of("select set_config('cloakroom.variable', :value, false)"),
            "select nullif(current_setting('cloakroom.variable', true), '')",
            "select set_config('cloakroom.variable', '', false)"));
    places.put(
        StateKind.OPEN_CURSOR,
        DatabasePlace.ofSession(
            "select 1 from pg_cursors where name = 'state_kinds_cursor'",
            List.of(
                "declare state_kinds_cursor scroll cursor with hold for"
                    + " select (:value)::varchar as note"),
            "fetch absolute 1 from state_kinds_cursor",
            "close state_kinds_cursor"));
    return places;
  }

  @Override
  public DatabasePlace place(StateKind kind) {
    return PLACES.get(kind);
  }

  @Override
  public Upload upload() {
    return UPLOAD;
  }
}
