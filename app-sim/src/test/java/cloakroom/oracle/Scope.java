package cloakroom.oracle;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The tables of one statement or subquery by name and alias, and those of the statement around. */
final class Scope {
  private final Map<String, Set<String>> tables = new LinkedHashMap<>();
  private final Scope around;

  /** Whether a table takes part of which nobody here knows the columns. */
  boolean hasUnknown;

  Scope(Scope around) {
    this.around = around;
  }

  void put(String nameOrAlias, Set<String> columns) {
    tables.put(nameOrAlias, columns);
  }

  /** The columns behind a name or alias, or null. */
  Set<String> find(String nameOrAlias) {
    Set<String> columns = tables.get(nameOrAlias);
    return columns == null && around != null ? around.find(nameOrAlias) : columns;
  }

  boolean hasColumn(String column) {
    return hasUnknown
        || tables.values().stream().anyMatch(columns -> columns.contains(column))
        || (around != null && around.hasColumn(column));
  }

  String describe(String nameOrAlias) {
    return "it has " + String.join(", ", new TreeSet<>(find(nameOrAlias)));
  }

  @Override
  public String toString() {
    return String.join(", ", tables.keySet()) + (around == null ? "" : ", " + around);
  }
}
