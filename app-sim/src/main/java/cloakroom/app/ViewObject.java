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
 * Query of a module, with the visible range of rows and the current row. Each fetch reads one
 * range. The cursor stays open (jbo.fetch.mode as.needed) until the transaction ends or the
 * connection is released. A fetch without an open cursor executes the query again.
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
  boolean active; // the query has been executed for this state, here or before its passivation
  boolean fetched; // the rows are complete; after a restore, a commit may add one without a query
  long user;
  String value; // second bind of the query; null for a query without one
  int rangeStart;
  final List<Page.PageRow> rows = new ArrayList<>();

  /**
   * Creates a view object, which is a query with its current range of rows.
   *
   * @param query query that returns a key and a value; the first bind is the user's number
   */
  ViewObject(String module, String name, String query, int rangeSize) {
    this.module = module;
    this.name = name;
    this.query = query;
    this.rangeSize = rangeSize;
  }

  Page.PageRow current() {
    for (Page.PageRow row : rows) {
      if (currentKey != null && row.key() == currentKey) {
        return row;
      }
    }
    return null;
  }

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

  int scroll(Lease lease) {
    int executed = cursor == null ? 1 : 0;
    if (executed == 1) {
      execute(lease);
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
      int skipped = 0;
      while (skipped < rangeStart && cursor.next()) {
        skipped++;
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
      // The connection is dead, so close() failed and the cursor no longer exists.
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

  /**
   * Restores the query parameters, the range and the current row from a snapshot. {@link #execute}
   * then fetches the rows, which a snapshot does not contain.
   */
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
