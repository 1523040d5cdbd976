package cloakroom.app.file;

import cloakroom.application.ApplicationDefinition.TableDefinition;
import cloakroom.application.ModuleDefinition.EntityDefinition;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Tables of the entities of an application, collected during reading. */
final class Tables {
  static final Pattern COLUMN = Pattern.compile("[A-Za-z][A-Za-z0-9_$#]{0,59}");
  static final String COLUMN_RULE = "must begin with a letter and have letters, digits, _, $ and #";
  private static final Pattern OBJECT = Pattern.compile("(" + COLUMN + "\\.)?" + COLUMN);

  private final Map<String, TableDefinition> tables = new LinkedHashMap<>();
  private final Set<String> allowed = new HashSet<>();

  /** Returns the name with its schema, by default {@code cloakroom}. */
  static String qualified(YamlValue value, String kind) {
    String name = value.text(OBJECT, kind, "must be NAME or SCHEMA.NAME; NAME " + COLUMN_RULE);
    return name.contains(".") ? name : "cloakroom." + name;
  }

  /** Adds an entity's table and returns its name with schema. */
  String add(YamlValue value, String key) {
    String name = qualified(value, "table");
    String[] parts = value.text().split("\\.", 2);
    String schema = parts.length == 1 ? null : parts[0];
    TableDefinition table = new TableDefinition(schema, parts[parts.length - 1], key, null, false);
    TableDefinition before = tables.putIfAbsent(name, table);
    if (before != null && !before.key().equals(key)) {
      throw value.error(
          "table \"%s\" has key %s in another entity, but %s in this one",
          value.text(), before.key(), key);
    }
    return name;
  }

  void allowWrites(YamlValue writes) {
    List<String> own =
        tables.entrySet().stream()
            .filter(table -> table.getValue().schema() != null)
            .map(Map.Entry::getKey)
            .toList();
    writes.list().forEach(each -> allowed.add(each.requireOneOf("table", each.text(), own)));
  }

  /**
   * Marks a table as written.
   *
   * @param watched column that a page watches; null for a change of another column
   */
  void write(YamlValue action, EntityDefinition entity, String watched) {
    TableDefinition table = tables.get(entity.table());
    action.requireThat(
        table.schema() == null || allowed.contains(entity.table()),
        "table %1$s is read-only; to change its rows, add at the top level: writes: [%1$s]",
        entity.table());
    String before = table.watched();
    action.requireThat(
        before == null || watched == null || before.equals(watched),
        "table %s is watched by column %s in another page; show the same column in both",
        entity.table(),
        before);
    tables.put(
        entity.table(),
        new TableDefinition(
            table.schema(), table.name(), table.key(), before == null ? watched : before, true));
  }

  List<TableDefinition> all() {
    return List.copyOf(tables.values());
  }
}
