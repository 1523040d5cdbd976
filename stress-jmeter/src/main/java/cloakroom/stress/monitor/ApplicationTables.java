package cloakroom.stress.monitor;

import static cloakroom.stress.process.StressFailure.refuseIf;

import cloakroom.application.ApplicationDefinition;
import cloakroom.application.ApplicationDefinition.TableDefinition;
import cloakroom.application.ModuleDefinition;
import cloakroom.application.ModuleDefinition.EntityDefinition;
import cloakroom.application.PageDefinition;
import cloakroom.application.PageDefinition.Verb;
import cloakroom.contract.SchemaName;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Tables of an application, and the monitor's statements for them. A statement is a template in
 * {@code sql/…/watch}; its names come from the definition and have to match a pattern.
 */
public record ApplicationTables(ApplicationDefinition application) {
  /** Names with commas between them; each may have a schema, or be set to null. */
  private static final Pattern NAMES =
      Pattern.compile(
          "(?:(?:^|,)[A-Za-z][A-Za-z0-9_$#]*(?:\\.[A-Za-z][A-Za-z0-9_$#]*)?(?: = null)?)*");

  /** Returns the name of a table in files and reports: with its schema, if it is a user's own. */
  public static String label(TableDefinition table) {
    return isOwn(table) ? table.qualified() : table.name();
  }

  /** Returns whether a table is a user's own, which Cloakroom neither creates nor maintains. */
  static boolean isOwn(TableDefinition table) {
    return !table.qualified().startsWith(SchemaName.DEFAULT + ".");
  }

  List<TableDefinition> written() {
    return application.tables().stream().filter(TableDefinition::written).toList();
  }

  /** Returns the labels of the tables that the application writes. */
  public List<String> writtenLabels() {
    return written().stream().map(ApplicationTables::label).toList();
  }

  /** Returns the written tables with a column whose values a trial with faults compares. */
  List<TableDefinition> watched() {
    return written().stream().filter(table -> table.watched() != null).toList();
  }

  /** Returns the label of the watched table that each page changes, by page. */
  public Map<String, String> watchedByPage() {
    Map<String, String> labels = new LinkedHashMap<>();
    for (PageDefinition page : application.pages().values()) {
      Stream<TableDefinition> tables = watched().stream();
      tables
          .filter(table -> shows(page, page.view(), table))
          .forEach(table -> labels.put(page.name(), label(table)));
    }
    return labels;
  }

  /**
   * Returns the table of the first page with an entity. Its number of rows is an upper bound of the
   * number of users, of which each needs a row.
   */
  Optional<TableDefinition> first() {
    return application.pages().values().stream()
        .flatMap(page -> application.tables().stream().filter(t -> shows(page, page.view(), t)))
        .findFirst();
  }

  private boolean shows(PageDefinition page, String view, TableDefinition table) {
    ModuleDefinition module = application.modules().get(page.module());
    String entity = module.views().get(view).entity();
    return entity != null && module.entities().get(entity).table().equals(table.qualified());
  }

  private List<EntityDefinition> entities(TableDefinition table) {
    return application.modules().values().stream()
        .flatMap(module -> module.entities().values().stream())
        .filter(entity -> entity.table().equals(table.qualified()))
        .toList();
  }

  private List<String> changedColumns(TableDefinition table) {
    Set<String> columns = new LinkedHashSet<>();
    for (PageDefinition page : application.pages().values()) {
      page.steps().values().stream()
          .flatMap(step -> step.actions().stream())
          .filter(action -> action.verb() == Verb.SET && shows(page, action.view(), table))
          .forEach(action -> columns.add(action.attribute()));
    }
    return List.copyOf(columns);
  }

  /** Returns the sequence for keys of rows that the application inserts into a table. */
  Optional<String> sequence(TableDefinition table) {
    Stream<String> all = entities(table).stream().map(EntityDefinition::sequence);
    return table.written() ? all.filter(Objects::nonNull).findFirst() : Optional.empty();
  }

  /** Returns the statements of the application on a table, as templates without rows. */
  List<String> statements(MonitorDialect access, TableDefinition table) {
    boolean updates = !changedColumns(table).isEmpty();
    boolean inserts = sequence(table).isPresent();
    return Stream.of(access.text("table-rights").split(";\\s*\\n", -1))
        .filter(
            sql ->
                sql.startsWith("update") ? updates : inserts || sql.startsWith("select {columns}"))
        .map(sql -> in(sql, table))
        .toList();
  }

  /** Returns a template with the names of a table. Throws StressFailure if a name is not valid. */
  String in(String template, TableDefinition table) {
    Set<String> columns = new LinkedHashSet<>(Set.of(table.key()));
    entities(table).forEach(entity -> entity.attributes().forEach(a -> columns.add(a.name())));
    List<String> changes = changedColumns(table).stream().map(name -> name + " = null").toList();
    Map<String, String> names =
        Map.of(
            "table", table.qualified(),
            "label", label(table),
            "key", table.key(),
            "watched", Objects.requireNonNullElse(table.watched(), table.key()),
            "sequence", sequence(table).orElse("none"),
            "columns", String.join(",", columns),
            "changes", String.join(",", changes));
    String sql = template;
    for (Map.Entry<String, String> name : names.entrySet()) {
      refuseIf(
          !NAMES.matcher(name.getValue()).matches(),
          "name %s: is not supported; use letters, digits, _, $ and #",
          name.getValue());
      sql = sql.replace("{" + name.getKey() + "}", name.getValue());
    }
    return sql;
  }
}
