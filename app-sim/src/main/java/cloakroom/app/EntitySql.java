package cloakroom.app;

import cloakroom.application.ModuleDefinition.AttributeDefinition;
import cloakroom.application.ModuleDefinition.AttributeType;
import cloakroom.application.ModuleDefinition.EntityDefinition;
import cloakroom.connection.Lease;
import cloakroom.contract.DatabaseKind;
import cloakroom.passivation.PiggybackWrite;
import cloakroom.state.ModuleState.EntityChange;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** SQL statements that lock and write the rows of an entity. */
final class EntitySql {
  final String name;
  final String inserted; // name of the last inserted row's key in a state
  final List<AttributeDefinition> attributes;
  private final EntityDefinition definition;
  private final Map<String, AttributeType> types = new HashMap<>();
  private final String read; // returns the attributes of one row by key
  private final String lock; // as read; locks the row, or fails at once
  private final String delete;
  private final String onlyUpdate; // null for an entity with several attributes

  EntitySql(EntityDefinition definition) {
    this.definition = definition;
    this.name = definition.name();
    this.inserted = "inserted." + name;
    this.attributes = definition.attributes();
    attributes.forEach(attribute -> types.put(attribute.name(), attribute.type()));
    List<String> columns = attributes.stream().map(AttributeDefinition::name).toList();
    String row = " where " + definition.key() + " = ?";
    this.read = "select " + String.join(", ", columns) + " from " + definition.table() + row;
    this.lock = read + " for update nowait";
    this.delete = "delete from " + definition.table() + row;
    this.onlyUpdate = columns.size() == 1 ? updateOf(columns) : null;
  }

  private String updateOf(Collection<String> columns) {
    String set = columns.stream().map(column -> column + " = ?").collect(Collectors.joining(", "));
    return "update " + definition.table() + " set " + set + " where " + definition.key() + " = ?";
  }

  /** Returns the SQL texts for a change of all attributes, and for the other kinds of changes. */
  List<String> texts() {
    return List.of(
        read,
        lock,
        delete,
        updateOf(types.keySet()),
        definition.sequence() == null ? lock : insert(true));
  }

  /** Reads a row by key, and locks it or fails at once. Returns null if there is none. */
  Map<String, String> read(Lease lease, String key, boolean locks) throws SQLException {
    String sql = locks ? lock : read;
    try (PreparedStatement statement = lease.jdbc().prepareStatement(lease.sql(sql))) {
      statement.setLong(1, Long.parseLong(key));
      try (ResultSet row = statement.executeQuery()) {
        if (!row.next()) {
          return null;
        }
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < attributes.size(); i++) {
          values.put(attributes.get(i).name(), row.getString(i + 1));
        }
        return values;
      }
    }
  }

  /** Locks the changed row. Returns whether it still has the values that the session read. */
  boolean lock(Lease lease, EntityChange change) throws SQLException {
    Map<String, String> now = read(lease, change.key(), true);
    return now != null
        && change.oldValues().entrySet().stream()
            .allMatch(
                old ->
                    AttributeValues.same(
                        types.get(old.getKey()), now.get(old.getKey()), old.getValue()));
  }

  /**
   * Updates a row.
   *
   * @param snapshot snapshot write and commit to execute in the same round trip; null for none
   * @return whether the snapshot was written
   */
  boolean update(Lease lease, EntityChange change, PiggybackWrite snapshot) throws SQLException {
    Map<String, String> values = change.newValues();
    String text = onlyUpdate == null ? updateOf(values.keySet()) : onlyUpdate;
    String sql = snapshot == null ? text : snapshot.appendTo(text);
    try (PreparedStatement update = lease.jdbc().prepareStatement(lease.sql(sql))) {
      int next = set(update, values);
      update.setLong(next, Long.parseLong(change.key()));
      if (snapshot != null) {
        return snapshot.execute(update, next + 1);
      }
      update.executeUpdate();
      return false;
    }
  }

  /** Sets the parameters of the values in the order of their names. Returns the next position. */
  private int set(PreparedStatement statement, Map<String, String> values) throws SQLException {
    int next = 1;
    for (Map.Entry<String, String> each : values.entrySet()) {
      AttributeValues.set(statement, next++, types.get(each.getKey()), each.getValue());
    }
    return next;
  }

  /** Inserts a row with a key of the sequence. Returns the key. */
  long insert(Lease lease, EntityChange change) throws SQLException {
    boolean oracle = ViewQuery.kind(lease) == DatabaseKind.ORACLE;
    String key = oracle ? definition.key() : definition.key().toLowerCase(Locale.ROOT);
    String sql = lease.sql(insert(oracle));
    try (PreparedStatement insert = lease.jdbc().prepareStatement(sql, new String[] {key})) {
      set(insert, change.newValues());
      insert.executeUpdate();
      try (ResultSet keys = insert.getGeneratedKeys()) {
        keys.next();
        return keys.getLong(1);
      }
    }
  }

  private String insert(boolean oracle) {
    List<String> columns = new ArrayList<>(types.keySet());
    columns.sort(null);
    String sequence = definition.sequence();
    return "insert into %s (%s, %s) values (%s%s)"
        .formatted(
            definition.table(),
            definition.key(),
            String.join(", ", columns),
            oracle ? sequence + ".nextval" : "nextval('" + sequence + "')",
            ", ?".repeat(columns.size()));
  }

  void delete(Lease lease, EntityChange change) throws SQLException {
    try (PreparedStatement statement = lease.jdbc().prepareStatement(lease.sql(delete))) {
      statement.setLong(1, Long.parseLong(change.key()));
      statement.executeUpdate();
    }
  }
}
