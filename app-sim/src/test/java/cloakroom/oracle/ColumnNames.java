package cloakroom.oracle;

import static cloakroom.oracle.OracleGrammar.children;
import static cloakroom.oracle.OracleGrammar.rule;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;

/**
 * Names of tables, views and columns in one statement, its subqueries included. A name without a
 * table is right if any of the tables has it, or the text around declares it.
 */
final class ColumnNames {
  private static final Set<String> STATEMENTS =
      Set.of("select_statement", "update_statement", "delete_statement", "insert_statement");
  private static final Set<String> REFERENCES =
      Set.of("variable_name", "general_element", "column_name");
  private static final Set<String> DECLARING =
      Set.of(
          "variable_declaration",
          "cursor_declaration",
          "parameter_name",
          "index_name",
          "record_name",
          "column_alias");
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
    Set<String> declared = new HashSet<>();
    declare(text, declared);
    eachStatement(
        text,
        statement -> {
          ColumnNames names = new ColumnNames(tables, declared, problems);
          names.collect(statement);
          names.visit(statement);
        });
  }

  private static void eachStatement(ParseTree node, Consumer<ParseTree> check) {
    if (STATEMENTS.contains(rule(node))) {
      check.accept(node);
    } else {
      children(node).forEach(child -> eachStatement(child, check));
    }
  }

  static String name(ParseTree node) {
    return node.getText().toLowerCase(Locale.ROOT);
  }

  private static void declare(ParseTree node, Set<String> declared) {
    if (DECLARING.contains(rule(node))) {
      children(node).forEach(child -> declared.add(name(child)));
    }
    children(node).forEach(child -> declare(child, declared));
  }

  private void collect(ParseTree node) {
    if (rule(node).equals("tableview_name")) {
      Set<String> columns = tables.get(name(node));
      anyColumn |= columns == null;
      if (columns != null) {
        enter(node, columns);
      } else if (!name(node).equals(OracleGrammar.PUT_IN)) {
        report(node, "no table or view " + name(node) + " in our scripts or in oracle/views.txt");
      }
    }
    children(node).forEach(this::collect);
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

  private void visit(ParseTree node) {
    if (REFERENCES.contains(rule(node)) && !name(node).contains("(")) {
      check(node, name(node).split("\\.", -1));
    }
    children(node).forEach(this::visit);
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
