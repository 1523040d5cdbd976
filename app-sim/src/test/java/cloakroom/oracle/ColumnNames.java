package cloakroom.oracle;

import static cloakroom.oracle.OracleGrammar.all;
import static cloakroom.oracle.OracleGrammar.children;
import static cloakroom.oracle.OracleGrammar.rule;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.antlr.v4.runtime.tree.Trees;

/**
 * Names of tables, views and columns in one statement, its subqueries included. A name without a
 * table is right if any of the tables has it, or the text around declares it.
 */
final class ColumnNames {
  private static final String[] STATEMENTS = {
    "select_statement", "update_statement", "delete_statement", "insert_statement"
  };
  private static final String[] REFERENCES = {"variable_name", "general_element", "column_name"};
  private static final String[] DECLARING = {
    "variable_declaration",
    "cursor_declaration",
    "parameter_name",
    "index_name",
    "record_name",
    "column_alias"
  };
  private static final Set<String> OF_EVERY_ROW =
      Set.of("sysdate", "user", "level", "null", "rowid", "rownum", "nextval", "currval");

  private final Map<String, Set<String>> tables;
  private final Set<String> declared;
  private final Consumer<String> problems;

  /** Columns of the tables that take part, by name and alias. */
  private final Map<String, Set<String>> named = new HashMap<>();

  private boolean anyColumn;

  private ColumnNames(
      Map<String, Set<String>> tables, Set<String> declared, Consumer<String> problems) {
    this.tables = tables;
    this.declared = declared;
    this.problems = problems;
  }

  /**
   * Checks every statement of a text.
   *
   * @param tables columns of each table and view that there is
   */
  static void check(ParseTree text, Map<String, Set<String>> tables, Consumer<String> problems) {
    Set<String> declared =
        all(text, DECLARING)
            .flatMap(node -> children(node).stream())
            .map(ColumnNames::name)
            .collect(Collectors.toSet());
    all(text, STATEMENTS)
        .filter(
            statement ->
                Trees.getAncestors(statement).stream()
                    .noneMatch(above -> List.of(STATEMENTS).contains(rule((ParseTree) above))))
        .forEach(statement -> new ColumnNames(tables, declared, problems).check(statement));
  }

  static String name(ParseTree node) {
    return node.getText().toLowerCase(Locale.ROOT);
  }

  private void check(ParseTree statement) {
    all(statement, "tableview_name").forEach(this::collect);
    all(statement, REFERENCES)
        .filter(reference -> !name(reference).contains("("))
        .forEach(reference -> check(reference, name(reference).split("\\.", -1)));
  }

  private void collect(ParseTree table) {
    Set<String> columns = tables.get(name(table));
    anyColumn |= columns == null;
    if (columns != null) {
      enter(table, columns);
    } else if (!name(table).equals(OracleGrammar.PUT_IN)) {
      report(table, "no table or view " + name(table) + " in our scripts or in oracle/views.txt");
    }
  }

  private void enter(ParseTree table, Set<String> columns) {
    named.put(name(table), columns);
    ParseTree above = table.getParent().getParent();
    for (ParseTree place : List.of(table.getParent(), above, above.getParent())) {
      children(place).stream()
          .filter(child -> rule(child).equals("table_alias"))
          .forEach(alias -> named.put(name(alias), columns));
    }
  }

  private void check(ParseTree reference, String... parts) {
    String column = parts[parts.length - 1];
    if (OF_EVERY_ROW.contains(column) || column.equals(OracleGrammar.PUT_IN)) {
      return;
    }
    if (parts.length == 2 && named.containsKey(parts[0])) {
      if (!named.get(parts[0]).contains(column)) {
        report(reference, parts[0] + " has no column " + column);
      }
    } else if (parts.length == 1
        && !anyColumn
        && !column.matches("['\\d:].*")
        && !declared.contains(column)
        && named.values().stream().noneMatch(columns -> columns.contains(column))) {
      report(reference, "no column " + column);
    }
  }

  private void report(ParseTree at, String problem) {
    problems.accept("line " + ((ParserRuleContext) at).getStart().getLine() + ": " + problem);
  }
}
