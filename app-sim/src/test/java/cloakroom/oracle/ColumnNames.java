package cloakroom.oracle;

import com.oceanbase.tools.sqlparser.oracle.PlSqlParser;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;

/**
 * Names of tables, views and columns in the statements of a parsed text. A name without a table is
 * right if one of the tables around it has it, or the text declares it.
 */
final class ColumnNames {
  private static final Set<String> WITHOUT_TABLE =
      Set.of(
          "sysdate", "systimestamp", "user", "uid", "rownum", "rowid", "level", "null", "sqlcode");
  private static final Set<String> OF_EVERY_ROW = Set.of("rowid", "rownum", "nextval", "currval");
  private static final Set<String> SCOPES =
      Set.of(
          "select_statement",
          "update_statement",
          "delete_statement",
          "insert_statement",
          "merge_statement");
  private static final Set<String> DECLARING =
      Set.of(
          "variable_declaration",
          "cursor_declaration",
          "exception_declaration",
          "parameter_name",
          "index_name",
          "record_name",
          "column_alias");

  private final Map<String, Set<String>> tables;
  private final Consumer<Finding> findings;
  private final Set<String> declared = new HashSet<>();

  private ColumnNames(Map<String, Set<String>> tables, Consumer<Finding> findings) {
    this.tables = tables;
    this.findings = findings;
  }

  /**
   * Checks a text.
   *
   * @param tables columns of each table and view that there is
   */
  static void check(
      ParserRuleContext text, Map<String, Set<String>> tables, Consumer<Finding> findings) {
    ColumnNames names = new ColumnNames(tables, findings);
    names.declare(text);
    names.visit(text, null);
  }

  static String rule(ParseTree node) {
    return node instanceof ParserRuleContext context
        ? PlSqlParser.ruleNames[context.getRuleIndex()]
        : "";
  }

  static String name(ParseTree node) {
    return node.getText().toLowerCase(Locale.ROOT);
  }

  private void declare(ParseTree node) {
    if (DECLARING.contains(rule(node))) {
      ParseTree last = node;
      for (int i = 0; i < node.getChildCount(); i++) {
        last = node.getChild(i);
        if (rule(last).equals("identifier")) {
          break;
        }
      }
      declared.add(name(last));
      reserved(last);
    }
    for (int i = 0; i < node.getChildCount(); i++) {
      declare(node.getChild(i));
    }
  }

  private void reserved(ParseTree node) {
    if (OracleNames.isReserved(name(node)) && node instanceof ParserRuleContext context) {
      report(context, name(node) + " is a reserved word");
    }
  }

  private void visit(ParseTree node, Scope around) {
    Scope scope = around;
    if (beginsScope(node)) {
      scope = new Scope(around);
      collect(node, scope, true);
    }
    switch (rule(node)) {
      case "variable_name", "general_element", "column_name" -> {
        if (scope != null) {
          check((ParserRuleContext) node, scope);
        }
      }
      default -> {
        // the names are further down
      }
    }
    for (int i = 0; i < node.getChildCount(); i++) {
      visit(node.getChild(i), scope);
    }
  }

  private static boolean beginsScope(ParseTree node) {
    return SCOPES.contains(rule(node))
        || (rule(node).equals("subquery")
            && !rule(node.getParent()).equals("select_only_statement"));
  }

  private void collect(ParseTree node, Scope scope, boolean first) {
    if (!first && beginsScope(node)) {
      return;
    }
    if (rule(node).equals("tableview_name")) {
      enter((ParserRuleContext) node, scope);
    }
    for (int i = 0; i < node.getChildCount(); i++) {
      collect(node.getChild(i), scope, false);
    }
  }

  private void enter(ParserRuleContext table, Scope scope) {
    String name = name(table);
    if (DynamicSql.isPutIn(name)) {
      scope.hasUnknown = true;
    } else if (!tables.containsKey(name)) {
      scope.hasUnknown = true;
      report(table, "no table or view " + name + " in our scripts or in " + OracleNames.VIEWS);
    } else {
      scope.put(name, tables.get(name));
      ParseTree above = table.getParent().getParent();
      for (ParseTree place : List.of(table.getParent(), above, above.getParent())) {
        for (int i = 0; i < place.getChildCount(); i++) {
          if (rule(place.getChild(i)).equals("table_alias")) {
            scope.put(name(place.getChild(i)), tables.get(name));
          }
        }
      }
    }
  }

  private void check(ParserRuleContext reference, Scope scope) {
    String text = name(reference);
    String[] parts = text.split("\\.", -1);
    if (text.contains("(") || parts.length > 2 || DynamicSql.isPutIn(text)) {
      return; // a call: what is in its brackets is looked at apart
    }
    if (parts.length == 2) {
      Set<String> columns = scope.find(parts[0]);
      if (columns != null && !columns.contains(parts[1]) && !OF_EVERY_ROW.contains(parts[1])) {
        report(
            reference, parts[0] + " has no column " + parts[1] + ": " + scope.describe(parts[0]));
      }
    } else if (!WITHOUT_TABLE.contains(text)
        && !declared.contains(text)
        && !scope.hasColumn(text)
        && !isLiteralOrSpecial(text)) {
      report(reference, "no column " + text + " in " + scope);
    }
  }

  private static boolean isLiteralOrSpecial(String text) {
    return text.startsWith("'") || text.startsWith(":") || Character.isDigit(text.charAt(0));
  }

  private void report(ParserRuleContext at, String problem) {
    findings.accept(new Finding(at.getStart().getLine(), problem));
  }
}
