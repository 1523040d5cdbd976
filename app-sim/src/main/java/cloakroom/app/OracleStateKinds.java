package cloakroom.app;

import cloakroom.contract.StateKind;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The places of Oracle: the package of sql/oracle/06-state-kinds.sql holds what lives in the
 * session, and knows its transaction by DBMS_TRANSACTION. A temporary LOB is the session's and not
 * the transaction's.
 */
final class OracleStateKinds implements StateKindSql {
  private static final String LOCK_OWN_ROW =
      "select note from state_kinds where user_id = :user for update nowait";

  private static final Map<StateKind, DatabasePlace> PLACES = places();
  private static final Upload UPLOAD =
      new Upload(
          NamedSql.of("select cloakroom_state_kinds.begin_upload from dual"),
          NamedSql.of("begin cloakroom_state_kinds.append_upload(:locator, :value); end;"),
          NamedSql.of("select cloakroom_state_kinds.upload(:locator) from dual"),
          NamedSql.of("begin cloakroom_state_kinds.free_upload(:locator); end;"));

  private static Map<StateKind, DatabasePlace> places() {
    Map<StateKind, DatabasePlace> places = new EnumMap<>(StateKind.class);
    places.put(
        StateKind.POSTED_CHANGE,
        DatabasePlace.ofTransaction(
            List.of(LOCK_OWN_ROW, "begin cloakroom_state_kinds.post(:user, :value); end;"),
            "select cloakroom_state_kinds.posted(:user) from dual",
            "begin cloakroom_state_kinds.forget_post(:user); end;"));
    places.put(
        StateKind.ROW_LOCK,
        DatabasePlace.ofTransaction(
            List.of(LOCK_OWN_ROW, "begin cloakroom_state_kinds.note_lock(:user, :value); end;"),
            "select cloakroom_state_kinds.locked(:user) from dual"));
    places.put(
        StateKind.TEMPORARY_ROWS,
        DatabasePlace.ofSession(
            null,
            List.of("insert into state_kinds_rows (note) values (:value)"),
            "select note from state_kinds_rows where rownum = 1",
            "delete from state_kinds_rows"));
    places.put(
        StateKind.SESSION_VARIABLE,
        DatabasePlace.ofSession(
            null,
            List.of("begin cloakroom_state_kinds.set_variable(:value); end;"),
            "select cloakroom_state_kinds.get_variable from dual",
            "begin cloakroom_state_kinds.set_variable(null); end;"));
    places.put(
        StateKind.OPEN_CURSOR,
        DatabasePlace.ofSession(
            null,
            List.of("begin cloakroom_state_kinds.open_cursor(:value); end;"),
            "select cloakroom_state_kinds.fetch_cursor from dual",
            "begin cloakroom_state_kinds.close_cursor; end;"));
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
