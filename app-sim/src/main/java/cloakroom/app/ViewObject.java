package cloakroom.app;

import cloakroom.app.ViewQuery.Bind;
import cloakroom.application.ModuleDefinition.AttributeDefinition;
import cloakroom.connection.ConnectionException;
import cloakroom.connection.Lease;
import cloakroom.state.ModuleState.EntityChange;
import cloakroom.state.ModuleState.ViewState;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Query of a module, with the visible range of rows and the current row. Each fetch reads one
 * range. The cursor stays open (jbo.fetch.mode as.needed) until the transaction ends or the
 * connection is released. A fetch without an open cursor executes the query again.
 */
final class ViewObject {
  private static final String SOUGHT = "?"; // name of the criterion's bind in a state
  private static final String EQUALS = " = " + SOUGHT;
  final ViewQuery query;
  private final int rangeSize;
  private final List<AttributeDefinition> attributes;
  private String sql; // null before the first execution of generated rows
  private PreparedStatement statement;
  private ResultSet cursor;
  private Object[] binds = {};
  private String criterion; // attribute of the view criterion (query by example); null for none
  private String sought; // value of the criterion
  private Map<String, Map<String, String>> transients = Map.of(); // by key of the visible range
  boolean active; // the query has been executed for this state, here or before its passivation
  boolean fetched; // the rows are complete; after a restore, a commit may add one without a query
  int rangeStart;
  Long currentKey; // null without rows
  final List<ViewRow> rows = new ArrayList<>();

  /** Row with the values of the attributes, in their order. */
  @SuppressWarnings("ArrayRecordComponent") // rows are compared by key only
  record ViewRow(long key, String[] values) {}

  ViewObject(ViewQuery query) {
    this.query = query;
    this.sql = query.sql();
    this.rangeSize = query.view().range();
    this.attributes = query.view().attributes();
  }

  ViewRow current() {
    for (ViewRow row : rows) {
      if (currentKey != null && row.key() == currentKey) {
        return row;
      }
    }
    return null;
  }

  /** Executes the query with values of its binds. The first row becomes the current row. */
  void open(Lease lease, Object... values) {
    criterion = null;
    binds = values;
    executeFromStart(lease);
  }

  /** Executes the query with the same binds, for the rows whose attribute has the value. */
  void find(Lease lease, String attribute, String value) {
    criterion = attribute;
    sought = value;
    executeFromStart(lease);
  }

  private void executeFromStart(Lease lease) {
    rangeStart = 0;
    active = true;
    transients = Map.of();
    execute(lease);
    currentKey = rows.isEmpty() ? null : rows.get(0).key();
  }

  Object bind(int position) {
    return binds[position];
  }

  void selectLastRow() {
    currentKey = rows.isEmpty() ? null : rows.get(rows.size() - 1).key();
  }

  int scroll(Lease lease) {
    int executed = cursor == null ? 1 : 0;
    if (executed == 1) {
      execute(lease);
    }
    List<ViewRow> next = fetch(lease, rangeStart + rows.size());
    if (!next.isEmpty()) {
      rangeStart += rows.size();
      show(next);
      currentKey = rows.get(0).key();
    }
    return executed;
  }

  void execute(Lease lease) {
    closeCursor();
    try {
      if (sql == null) {
        sql = query.generated(ViewQuery.kind(lease));
      }
      String text = criterion == null ? sql : query.filtered(criterion);
      statement = lease.jdbc().prepareStatement(lease.sql(text));
      statement.setFetchSize(rangeSize);
      if (query.sql() != null) { // generated rows have no parameters
        for (int i = 0; i < binds.length; i++) {
          AttributeValues.set(statement, i + 1, binds[i]);
        }
        if (criterion != null) {
          statement.setString(binds.length + 1, sought);
        }
      }
      cursor = statement.executeQuery();
      int skipped = 0;
      while (skipped < rangeStart && cursor.next()) {
        skipped++;
      }
    } catch (SQLException e) {
      throw failure(lease, e);
    }
    show(fetch(lease, rangeStart));
    fetched = true;
  }

  private List<ViewRow> fetch(Lease lease, int start) {
    List<ViewRow> range = new ArrayList<>(rangeSize);
    boolean hasKey = query.view().key() != null;
    try {
      while (range.size() < rangeSize && cursor.next()) {
        long key = hasKey ? cursor.getLong(1) : start + range.size() + 1L;
        String[] values = new String[attributes.size()];
        for (int i = 0; i < values.length; i++) {
          values[i] = cursor.getString(i + (hasKey ? 2 : 1));
        }
        range.add(new ViewRow(key, values));
      }
    } catch (SQLException e) {
      throw failure(lease, e);
    }
    return range;
  }

  private void show(List<ViewRow> range) {
    rows.clear();
    rows.addAll(range);
    List<AttributeDefinition> without = query.view().transients();
    if (!without.isEmpty()) {
      Map<String, Map<String, String>> visible = new HashMap<>();
      for (ViewRow row : range) {
        String key = Long.toString(row.key());
        visible.put(key, transients.containsKey(key) ? transients.get(key) : generated(row.key()));
      }
      transients = visible;
    }
  }

  private Map<String, String> generated(long seed) {
    Map<String, String> values = new HashMap<>();
    for (AttributeDefinition attribute : query.view().transients()) {
      values.put(attribute.name(), AttributeValues.generated(attribute, seed + values.size()));
    }
    return values;
  }

  private ConnectionException failure(Lease lease, SQLException e) {
    closeCursor();
    return lease.failure(query.module() + " query", e);
  }

  /** Returns the values of a row by attribute. */
  Map<String, String> named(ViewRow row) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < row.values().length; i++) {
      values.put(attributes.get(i).name(), row.values()[i]);
    }
    return values;
  }

  /** Applies a committed change of a row. Adds the row if its query is not yet executed again. */
  void replace(long key, EntityChange change) {
    boolean found = false;
    for (int i = 0; i < rows.size(); i++) {
      if (rows.get(i).key() == key) {
        rows.set(i, changed(key, named(rows.get(i)), change));
        found = true;
      }
    }
    if (active && !fetched && !found && currentKey != null && currentKey == key) {
      ViewRow row = changed(key, change.oldValues(), change);
      if (row != null) {
        rows.add(row);
      }
    }
  }

  /** Returns the row after a change; null if the values do not contain all attributes. */
  private ViewRow changed(long key, Map<String, String> before, EntityChange change) {
    String[] values = new String[attributes.size()];
    for (int i = 0; i < values.length; i++) {
      String name = attributes.get(i).name();
      Map<String, String> from = change.newValues().containsKey(name) ? change.newValues() : before;
      if (!from.containsKey(name)) {
        return null;
      }
      values[i] = from.get(name);
    }
    return new ViewRow(key, values);
  }

  /** Removes a deleted row. If it is the current row, the first row becomes the current one. */
  void remove(long key) {
    rows.removeIf(row -> row.key() == key);
    if (currentKey != null && currentKey == key) {
      currentKey = rows.isEmpty() ? null : rows.get(0).key();
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
    Map<String, String> texts = new HashMap<>();
    for (int i = 0; i < binds.length; i++) {
      texts.put(query.binds().get(i).name(), binds[i] == null ? null : binds[i].toString());
    }
    String where = null;
    if (criterion != null) {
      where = criterion + EQUALS;
      texts.put(SOUGHT, sought);
    }
    String current = currentKey == null ? null : currentKey.toString();
    String name = query.view().name();
    return new ViewState(
        name, true, where, null, texts, rangeStart, rangeSize, current, transients);
  }

  /**
   * Restores the query parameters, the range and the current row from a snapshot. {@link #execute}
   * then fetches the rows, which a snapshot does not contain.
   */
  void restore(ViewState state) {
    List<Bind> all = query.binds();
    binds = new Object[all.size()];
    for (int i = 0; i < binds.length; i++) {
      Bind bind = all.get(i);
      binds[i] = AttributeValues.parse(bind.type(), state.binds().get(bind.name()));
    }
    criterion = criterion(state);
    sought = state.binds().get(SOUGHT);
    rangeStart = state.rangeStart();
    currentKey = state.currentKey() == null ? null : Long.valueOf(state.currentKey());
    transients = state.transients();
    active = true;
  }

  /** Returns the attribute of a state's view criterion; null for none. */
  static String criterion(ViewState state) {
    return state.where() == null ? null : state.where().replace(EQUALS, "");
  }

  void reset() {
    closeCursor();
    criterion = null;
    rows.clear();
    active = false;
    fetched = false;
    binds = new Object[0];
    transients = Map.of();
    rangeStart = 0;
    currentKey = null;
  }
}
