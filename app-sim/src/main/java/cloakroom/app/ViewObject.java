package cloakroom.app;

import cloakroom.connection.ConnectionException;
import cloakroom.connection.Lease;
import cloakroom.state.ModuleState.ViewState;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Query with the visible range of its rows and the current row. Each fetch reads one range. The
 * cursor stays open for the next one (jbo.fetch.mode as.needed) until the transaction ends or the
 * connection is released; a later fetch executes the query again.
 */
final class ViewObject {
  static final int RANGE_SIZE = 10;
  private static final String USER = "user";
  private static final String VALUE = "value";

  private final String module;
  private final String name;
  private final String query;
  private final int rangeSize;
  private Long currentKey;
  private PreparedStatement statement;
  private ResultSet cursor;

  /** Whether the query has been executed for this state, here or before its passivation. */
  boolean active;

  /** Whether the rows are complete; after a restore, a commit may add one without a query. */
  boolean fetched;

  long user;

  /** Second bind of the query; null for a query without one. */
  String value;

  int rangeStart;

  /** Rows of the current range as last read. */
  final List<Page.PageRow> rows = new ArrayList<>();

  /**
   * Creates a view object.
   *
   * @param module name of its module, for messages
   * @param query query for keys and values, whose first bind is a user's number
   */
  ViewObject(String module, String name, String query, int rangeSize) {
    this.module = module;
    this.name = name;
    this.query = query;
    this.rangeSize = rangeSize;
  }

  /** Returns the current row; null if the range is empty. */
  Page.PageRow current() {
    for (Page.PageRow row : rows) {
      if (currentKey != null && row.key() == currentKey) {
        return row;
      }
    }
    return null;
  }

  /** Executes the query for a user, and a value if it has that bind; selects the first row. */
  void open(Lease lease, long forUser, String forValue) {
    user = forUser;
    value = forValue;
    rangeStart = 0;
    active = true;
    execute(lease);
    currentKey = rows.isEmpty() ? null : rows.get(0).key();
  }

  void selectLastRow() {
    currentKey = rows.isEmpty() ? null : rows.get(rows.size() - 1).key();
  }

  /**
   * Scrolls to the next range, if there is one.
   *
   * @return number of queries executed: 0 while the cursor is open
   */
  int scroll(Lease lease) {
    int executed = 0;
    if (cursor == null) {
      execute(lease);
      executed = 1;
    }
    List<Page.PageRow> next = fetch(lease);
    if (!next.isEmpty()) {
      rangeStart += rows.size();
      rows.clear();
      rows.addAll(next);
      currentKey = rows.get(0).key();
    }
    return executed;
  }

  /** Executes the query and fetches the current range again. */
  void execute(Lease lease) {
    closeCursor();
    try {
      statement = lease.jdbc().prepareStatement(lease.sql(query));
      statement.setFetchSize(rangeSize);
      statement.setLong(1, user);
      if (value != null) {
        statement.setString(2, value);
      }
      cursor = statement.executeQuery();
      for (int skipped = 0; skipped < rangeStart && cursor.next(); skipped++) {
        // skips the rows before the range
      }
    } catch (SQLException e) {
      throw failure(lease, e);
    }
    rows.clear();
    rows.addAll(fetch(lease));
    fetched = true;
  }

  private List<Page.PageRow> fetch(Lease lease) {
    List<Page.PageRow> range = new ArrayList<>(rangeSize);
    try {
      while (range.size() < rangeSize && cursor.next()) {
        range.add(new Page.PageRow(cursor.getLong(1), cursor.getString(2)));
      }
    } catch (SQLException e) {
      throw failure(lease, e);
    }
    return range;
  }

  private ConnectionException failure(Lease lease, SQLException e) {
    closeCursor();
    return lease.failure(module + " query", e);
  }

  /** Records the new value of a row. */
  void replace(long key, String newValue) {
    Page.PageRow now = new Page.PageRow(key, newValue);
    rows.replaceAll(row -> row.key() == key ? now : row);
    if (!fetched && !rows.contains(now)) {
      rows.add(now);
    }
  }

  void closeCursor() {
    try {
      if (statement != null) {
        statement.close();
      }
    } catch (SQLException e) {
      // the connection is dead, and the statement with it
    }
    statement = null;
    cursor = null;
  }

  ViewState state() {
    String number = Long.toString(user);
    return new ViewState(
        name,
        value == null ? Map.of(USER, number) : Map.of(USER, number, VALUE, value),
        rangeStart,
        rangeSize,
        currentKey == null ? null : currentKey.toString());
  }

  /** Restores the state without the rows, which {@link #execute} fetches. */
  void restore(ViewState state) {
    user = Long.parseLong(state.binds().get(USER));
    value = state.binds().get(VALUE);
    rangeStart = state.rangeStart();
    currentKey = state.currentKey() == null ? null : Long.valueOf(state.currentKey());
    active = true;
  }

  void reset() {
    closeCursor();
    rows.clear();
    active = false;
    fetched = false;
    user = 0;
    value = null;
    rangeStart = 0;
    currentKey = null;
  }
}
