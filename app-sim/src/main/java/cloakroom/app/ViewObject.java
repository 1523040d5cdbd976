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
 * A query, the range of its rows that the user sees, and the current row. Rows are fetched a range
 * at a time and the cursor stays open for the next one (jbo.fetch.mode as.needed) until the
 * transaction ends or the connection goes; then fetching further executes the query again.
 */
final class ViewObject {
  static final int RANGE_SIZE = 10;
  private static final String USER = "user";

  private static final String VALUE = "value";

  private final String module;
  private final String name;
  private final String query;
  private final int rangeSize;
  private final boolean takesValue;
  private boolean active;

  /** Whether the rows are all of the range; after a restore one may be known without a query. */
  private boolean fetched;

  private long user;
  private String value;
  private int rangeStart;
  private Long currentKey;
  private final List<Page.PageRow> rows = new ArrayList<>();
  private PreparedStatement statement;
  private ResultSet cursor;

  ViewObject(Page page) {
    this(page.module, page.entity, page.query, RANGE_SIZE, false);
  }

  /**
   * A view object.
   *
   * @param module in which it is, for messages
   * @param query for keys and values, with a user's number as its first bind
   * @param takesValue whether its second bind is a value
   */
  ViewObject(String module, String name, String query, int rangeSize, boolean takesValue) {
    this.module = module;
    this.name = name;
    this.query = query;
    this.rangeSize = rangeSize;
    this.takesValue = takesValue;
  }

  /** Whether the query was executed for this state, so that the rows can be shown. */
  boolean isFetched() {
    return fetched;
  }

  boolean isActive() {
    return active;
  }

  long user() {
    return user;
  }

  int rangeStart() {
    return rangeStart;
  }

  /** The rows of the current range as the database last gave them. */
  List<Page.PageRow> rows() {
    return rows;
  }

  /** The current row, or null when the range is empty. */
  Page.PageRow current() {
    if (currentKey != null) {
      for (Page.PageRow row : rows) {
        if (row.key() == currentKey) {
          return row;
        }
      }
    }
    return null;
  }

  String value() {
    return value;
  }

  /** Executes the query for a user, and a value if it takes one; makes the first row current. */
  void open(Lease lease, long forUser, String forValue) {
    user = forUser;
    value = forValue;
    rangeStart = 0;
    active = true;
    execute(lease);
    currentKey = rows.isEmpty() ? null : rows.get(0).key();
  }

  void toLastRow() {
    currentKey = rows.isEmpty() ? null : rows.get(rows.size() - 1).key();
  }

  /**
   * Goes to the next range; at the last one it stays.
   *
   * @return number of queries that had to be executed again: 0 while the cursor is open
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

  /** Executes the query again and goes back to where the range was. */
  void execute(Lease lease) {
    closeCursor();
    try {
      statement = lease.jdbc().prepareStatement(lease.sql(query));
      statement.setFetchSize(rangeSize);
      statement.setLong(1, user);
      if (takesValue) {
        statement.setString(2, value);
      }
      cursor = statement.executeQuery();
      for (int skipped = 0; skipped < rangeStart && cursor.next(); skipped++) {
        // the rows before the range are of no interest
      }
    } catch (SQLException e) {
      throw failure(lease, e);
    }
    rows.clear();
    rows.addAll(fetch(lease));
    fetched = true;
  }

  private List<Page.PageRow> fetch(Lease lease) {
    List<Page.PageRow> fetched = new ArrayList<>(rangeSize);
    try {
      while (fetched.size() < rangeSize && cursor.next()) {
        fetched.add(new Page.PageRow(cursor.getLong(1), cursor.getString(2)));
      }
    } catch (SQLException e) {
      throw failure(lease, e);
    }
    return fetched;
  }

  private ConnectionException failure(Lease lease, SQLException e) {
    closeCursor();
    return lease.failure(module + " query", e);
  }

  /** The database has another value for a row now. */
  void replace(long key, String value) {
    Page.PageRow now = new Page.PageRow(key, value);
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
      // a statement that cannot be closed is gone with its connection
    }
    statement = null;
    cursor = null;
  }

  ViewState state() {
    String number = Long.toString(user);
    return new ViewState(
        name,
        takesValue ? Map.of(USER, number, VALUE, value) : Map.of(USER, number),
        rangeStart,
        rangeSize,
        currentKey == null ? null : currentKey.toString());
  }

  /** The query is not executed: see {@link #execute}. */
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
