package cloakroom.app;

import cloakroom.app.StateKindSql.DatabasePlace;
import cloakroom.app.StateKindSql.NamedSql;
import cloakroom.connection.ConnectionException;
import cloakroom.connection.Lease;
import cloakroom.contract.ErrorClass;
import cloakroom.contract.StateKind;
import cloakroom.state.ModuleState;
import cloakroom.state.ModuleState.EntityChange;
import cloakroom.state.ModuleState.ViewState;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Root module of the state-kind probes. One view object, one uncommitted change and the locator of
 * an upload are module state and passivated. All other values are in the database session, unknown
 * to the module, as the temporary rows of a stored procedure are unknown to ADF.
 */
final class StateKindsModule extends RootModule {
  static final String NAME = "StateKindsModule";

  private static final String ENTITY = "StateKinds";
  private static final String NOTE = "note";
  private static final String LOCATOR = "upload";

  private EntityChange pending;
  private String locator;
  private StateKindSql sql;

  /**
   * Creates a module without state. The view object has the probe's value as a bind, and shows the
   * rows from the user's own on that do not contain it. Its current row is the last one of the
   * second range, or of the first if there is no second. It leaves no cursor open.
   */
  StateKindsModule(boolean setsContext) {
    super(
        new ViewObject(
            NAME,
            "StateKindsView",
            "select user_id, note from cloakroom.state_kinds where user_id >= ?"
                + " and (note is null or note <> ?) order by user_id",
            3),
        setsContext);
  }

  @Override
  public void connect(Lease borrowed) {
    super.connect(borrowed);
    if (sql == null) {
      inDatabase(
          "connect", session -> sql = StateKindSql.forUrl(session.jdbc().getMetaData().getURL()));
    }
  }

  @Override
  public ModuleState passivate() {
    Map<String, String> custom = locator == null ? Map.of() : Map.of(LOCATOR, locator);
    List<ViewState> views = view.active ? List.of(view.state()) : List.of();
    return new ModuleState(views, pending == null ? List.of() : List.of(pending), custom);
  }

  @Override
  public int activate(ModuleState state) {
    state.changes().forEach(change -> pending = change);
    locator = state.custom().get(LOCATOR);
    state.views().forEach(view::restore);
    return reexecute();
  }

  @Override
  public int reexecute() {
    int executed = super.reexecute();
    view.closeCursor();
    return executed;
  }

  @Override
  public void reset() {
    view.reset();
    pending = null;
    locator = null;
  }

  /** Executes a short query in the current transaction; returns whether the user has a row. */
  boolean visit(long user) {
    return query("visit", StateKindSql.OWN_ROW, Map.of("user", user)) != null;
  }

  /**
   * Writes a value.
   *
   * @throws ApplicationException if another transaction has locked the user's row
   */
  void write(StateKind kind, long user, String value) {
    switch (kind) {
      case VIEW_STATE -> openView(user, value);
      case PENDING_CHANGE -> pending = change(user, value);
      case UPLOAD -> upload(value);
      default -> inPlace(kind, user, (place, session) -> place.write(session, user, value));
    }
  }

  private void openView(long user, String value) {
    view.open(lease, user, value);
    view.scroll(lease);
    view.selectLastRow();
    view.closeCursor();
  }

  String read(StateKind kind, long user) {
    return switch (kind) {
      case VIEW_STATE -> view.current() == null ? null : view.value;
      case PENDING_CHANGE -> pending == null ? null : pending.newValues().get(NOTE);
      case UPLOAD ->
          locator == null
              ? null
              : query("read", sql.upload().get("read"), Map.of("locator", locator));
      default -> {
        String[] found = new String[1];
        inPlace(kind, user, (place, session) -> found[0] = place.read(session, user));
        yield found[0];
      }
    };
  }

  /** Rolls back, and removes the value from the module and this database session. */
  void clear(StateKind kind, long user) {
    rollbackTransaction();
    switch (kind) {
      case VIEW_STATE -> view.reset();
      case PENDING_CHANGE -> pending = null;
      case UPLOAD -> removeUpload();
      default -> inPlace(kind, user, (place, session) -> place.forget(session, user));
    }
  }

  private EntityChange change(long user, String value) {
    String read = query("read", StateKindSql.OWN_NOTE, Map.of("user", user));
    return EntityChange.modified(ENTITY, Long.toString(user), note(read), note(value));
  }

  private static Map<String, String> note(String value) {
    return Collections.singletonMap(NOTE, value); // null is possible
  }

  /** Uploads the value in two pieces, as if each came with a separate request. */
  private void upload(String value) {
    locator = query("upload", sql.upload().get("begin"), Map.of());
    int half = value.length() / 2;
    for (String piece : List.of(value.substring(0, half), value.substring(half))) {
      if (!piece.isEmpty()) {
        query("upload", sql.upload().get("append"), Map.of("locator", locator, "value", piece));
      }
    }
  }

  /** Removes the upload in case that a transaction with it was committed. */
  private void removeUpload() {
    if (locator != null) {
      query("clear", sql.upload().get("forget"), Map.of("locator", locator));
      inDatabase("clear", session -> session.jdbc().commit());
      locator = null;
    }
  }

  private interface PlaceWork {
    void on(DatabasePlace place, Lease session) throws SQLException;
  }

  private void inPlace(StateKind kind, long user, PlaceWork work) {
    try {
      inDatabase(kind.key(), session -> work.on(sql.places().get(kind), session));
    } catch (ConnectionException failure) {
      if (failure.kind() != ErrorClass.LOCK) {
        throw failure;
      }
      throw new ApplicationException(
          ApplicationException.Reason.CONFLICT,
          "JBO-26030: another transaction has locked row " + user + " of " + ENTITY,
          failure);
    }
  }

  private interface SessionWork {
    void on(Lease session) throws SQLException;
  }

  private void inDatabase(String doing, SessionWork work) {
    try {
      work.on(lease);
    } catch (SQLException e) {
      throw lease.failure(NAME + " " + doing, e);
    }
  }

  private String query(String doing, NamedSql statement, Map<String, Object> values) {
    String[] result = new String[1];
    inDatabase(doing, session -> result[0] = statement.query(session, values));
    return result[0];
  }
}
