package cloakroom.app;

import cloakroom.state.ModuleState.ViewState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A view object whose bind value is the probe's: the rows from the user's own on, but for those
 * that hold the value. It stands on the last row of its second range, or of the first when there is
 * no second. Rows are fetched a range at a time and no cursor stays open.
 */
final class ProbeView {
  private static final String NAME = "StateKindsView";
  private static final String QUERY =
      "select user_id from state_kinds where user_id >= ? and (note is null or note <> ?)"
          + " order by user_id";
  private static final int RANGE_SIZE = 3;
  private static final String USER = "user";
  private static final String VALUE = "value";

  private final List<Long> keys = new ArrayList<>();
  private long user;
  private String value;
  private int rangeStart;
  private Long currentKey;

  boolean isActive() {
    return value != null;
  }

  /** The bind value, as long as the current row is where the session left it; else null. */
  String value() {
    return currentKey != null && keys.contains(currentKey) ? value : null;
  }

  void open(Connection session, long forUser, String bind) throws SQLException {
    user = forUser;
    value = bind;
    rangeStart = RANGE_SIZE;
    execute(session);
    if (keys.isEmpty()) {
      rangeStart = 0;
      execute(session);
    }
    currentKey = keys.isEmpty() ? null : keys.get(keys.size() - 1);
  }

  /** Executes the query again and goes back to where the range was. */
  void execute(Connection session) throws SQLException {
    keys.clear();
    try (PreparedStatement query = session.prepareStatement(QUERY)) {
      query.setMaxRows(rangeStart + RANGE_SIZE);
      query.setLong(1, user);
      query.setString(2, value);
      try (ResultSet rows = query.executeQuery()) {
        for (int row = 0; rows.next(); row++) {
          if (row >= rangeStart) {
            keys.add(rows.getLong(1));
          }
        }
      }
    }
  }

  ViewState state() {
    return new ViewState(
        NAME,
        Map.of(USER, Long.toString(user), VALUE, value),
        rangeStart,
        RANGE_SIZE,
        currentKey == null ? null : currentKey.toString());
  }

  void restore(Connection session, ViewState state) throws SQLException {
    user = Long.parseLong(state.binds().get(USER));
    value = state.binds().get(VALUE);
    rangeStart = state.rangeStart();
    currentKey = state.currentKey() == null ? null : Long.valueOf(state.currentKey());
    execute(session);
  }

  void reset() {
    keys.clear();
    user = 0;
    value = null;
    rangeStart = 0;
    currentKey = null;
  }
}
