package cloakroom.app;

import cloakroom.app.StateKindSql.NamedSql;
import cloakroom.application.ModuleDefinition;
import cloakroom.application.ModuleDefinition.AttributeDefinition;
import cloakroom.application.ModuleDefinition.AttributeType;
import cloakroom.application.ModuleDefinition.ViewDefinition;
import cloakroom.connection.ConnectionException;
import cloakroom.connection.Lease;
import cloakroom.contract.ErrorClass;
import cloakroom.contract.StateKind;
import cloakroom.state.ModuleState;
import cloakroom.state.ModuleState.EntityChange;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Root application module for requests that check whether session state survives. Its snapshots
 * contain the query's state, the pending change and the locator of the upload. As in ADF
 * (SM10-009), they cannot contain test values that are in the database session.
 */
final class StateKindsModule extends RootModule {
  static final String NAME = "StateKindsModule";
  private static final String ENTITY = "StateKinds";
  private static final String NOTE = "note";
  private static final String LOCATOR = "upload";

  private static final ViewQuery QUERY =
      ViewQuery.of(
          new ModuleDefinition(NAME, Map.of(), Map.of()),
          new ViewDefinition(
              "StateKindsView",
              null,
              "select user_id, note from cloakroom.state_kinds where user_id >= :user"
                  + " and (note is null or note <> :value) order by user_id",
              0,
              "user_id",
              List.of(new AttributeDefinition(NOTE, AttributeType.TEXT, 60)),
              Map.of(),
              3,
              List.of()));

  private final ViewObject view = views.get(QUERY.view().name());
  private EntityChange pending;
  private String locator;
  private StateKindSql sql;

  /**
   * Creates a module without state. A state check later sets the query's parameter, scrolls to the
   * second range and selects the last row of that range. No cursor stays open.
   */
  StateKindsModule(boolean setsContext) {
    super(List.of(QUERY), setsContext);
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
    return new ModuleState(
        view.active ? List.of(view.state()) : List.of(),
        pending == null ? List.of() : List.of(pending),
        locator == null ? Map.of() : Map.of(LOCATOR, locator));
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

  boolean visit(long user) {
    return query("visit", StateKindSql.OWN_ROW, Map.of("user", user)) != null;
  }

  void write(StateKind kind, long user, String value) {
    switch (kind) {
      case VIEW_STATE -> {
        view.open(lease, user, value);
        view.scroll(lease);
        view.selectLastRow();
        view.closeCursor();
      }
      case PENDING_CHANGE -> {
        String read = query("read", StateKindSql.OWN_NOTE, Map.of("user", user));
        pending = EntityChange.modified(ENTITY, Long.toString(user), note(read), note(value));
      }
      case UPLOAD -> upload(value);
      default -> inPlace(kind, user, session -> sql.places().get(kind).write(session, user, value));
    }
  }

  String read(StateKind kind, long user) {
    return switch (kind) {
      case VIEW_STATE -> view.current() == null ? null : (String) view.bind(1);
      case PENDING_CHANGE -> pending == null ? null : pending.newValues().get(NOTE);
      case UPLOAD ->
          locator == null
              ? null
              : query("read", sql.upload().get("read"), Map.of("locator", locator));
      default -> {
        String[] found = new String[1];
        inPlace(kind, user, session -> found[0] = sql.places().get(kind).read(session, user));
        yield found[0];
      }
    };
  }

  void clear(StateKind kind, long user) {
    rollbackTransaction();
    switch (kind) {
      case VIEW_STATE -> view.reset();
      case PENDING_CHANGE -> pending = null;
      case UPLOAD -> {
        if (locator != null) { // a transaction with the upload may have been committed
          query("clear", sql.upload().get("forget"), Map.of("locator", locator));
          inDatabase("clear", session -> session.jdbc().commit());
          locator = null;
        }
      }
      default -> inPlace(kind, user, session -> sql.places().get(kind).forget(session, user));
    }
  }

  private static Map<String, String> note(String value) {
    return Collections.singletonMap(NOTE, value); // null is possible
  }

  /** Writes the value to a large object in two pieces, as a file upload with two requests would. */
  private void upload(String value) {
    locator = query("upload", sql.upload().get("begin"), Map.of());
    int half = value.length() / 2;
    for (String piece : List.of(value.substring(0, half), value.substring(half))) {
      if (!piece.isEmpty()) {
        query("upload", sql.upload().get("append"), Map.of("locator", locator, "value", piece));
      }
    }
  }

  private void inPlace(StateKind kind, long user, SessionWork work) {
    try {
      inDatabase(kind.key(), work);
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
