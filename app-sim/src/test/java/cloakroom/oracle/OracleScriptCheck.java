package cloakroom.oracle;

import cloakroom.database.EnvironmentException;
import cloakroom.database.SqlScript;
import cloakroom.database.SqlScript.Dialect;
import cloakroom.database.SqlScript.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;

/**
 * What can be said of texts for Oracle without an Oracle: whether SQL*Plus would cut them as we do,
 * whether the syntax is one of Oracle's, also inside the literals of dynamic SQL, and whether the
 * names exist, of Oracle's packages and views and of the tables that our own scripts make. Whether
 * Oracle then does what is meant only Oracle knows.
 */
public final class OracleScriptCheck {
  private final Map<String, Set<String>> tables = new HashMap<>(OracleNames.columns());

  private OracleScriptCheck() {}

  /**
   * A check that knows the tables of these scripts.
   *
   * @param scripts texts by name
   */
  public static OracleScriptCheck knowing(Map<String, String> scripts) {
    OracleScriptCheck check = new OracleScriptCheck();
    scripts.forEach(
        (name, text) -> {
          for (Statement statement : SqlScript.parse(name, text, Dialect.SQLPLUS).statements()) {
            List<DynamicSql> texts = new ArrayList<>(DynamicSql.in(statement.text()));
            texts.add(new DynamicSql(1, statement.text()));
            texts.forEach(
                each -> check.learn(OracleGrammar.parse(each.statement(), problem -> {})));
          }
        });
    return check;
  }

  private void learn(ParseTree node) {
    if (node == null) {
      return;
    }
    if (ColumnNames.rule(node).equals("create_table")) {
      Set<String> columns = new HashSet<>();
      addColumns(node, columns);
      for (int i = 0; i < node.getChildCount(); i++) {
        if (ColumnNames.rule(node.getChild(i)).equals("tableview_name")) {
          tables.put(ColumnNames.name(node.getChild(i)), columns);
        }
      }
    } else if (ColumnNames.rule(node).equals("create_sequence")) {
      ParseTree name = node.getChild(2);
      tables.put(ColumnNames.name(name), Set.of("nextval", "currval"));
    }
    for (int i = 0; i < node.getChildCount(); i++) {
      learn(node.getChild(i));
    }
  }

  private static void addColumns(ParseTree node, Set<String> columns) {
    if (ColumnNames.rule(node).equals("column_definition")) {
      columns.add(ColumnNames.name(node.getChild(0)));
    }
    for (int i = 0; i < node.getChildCount(); i++) {
      addColumns(node.getChild(i), columns);
    }
  }

  /**
   * What is wrong with a script, each with its name and line; empty if nothing is.
   *
   * @param script text for SQL*Plus
   */
  public List<String> script(String name, String script) {
    List<Finding> findings = new ArrayList<>();
    try {
      List<Statement> statements = SqlScript.parse(name, script, Dialect.SQLPLUS).statements();
      SqlPlusRules.check(script, statements, findings::add);
      for (Statement statement : statements) {
        findings.addAll(within(statement.line(), check(statement.text())));
      }
    } catch (EnvironmentException e) {
      return List.of(e.getMessage());
    }
    return findings.stream()
        .sorted(Comparator.comparing(Finding::line))
        .map(finding -> name + ", line " + finding.line() + ": " + finding.problem())
        .toList();
  }

  /** What is wrong with a statement that code sends; empty if nothing is. */
  public List<String> statement(String sql) {
    return check(sql).stream().map(finding -> finding.problem() + " in: " + sql).toList();
  }

  private List<Finding> check(String statement) {
    List<Finding> findings = new ArrayList<>();
    ParserRuleContext tree = OracleGrammar.parse(statement, findings::add);
    if (findings.isEmpty() && tree != null) {
      ColumnNames.check(tree, tables, findings::add);
    }
    PackageCalls.check(statement, findings::add);
    PrivilegedNames.check(statement, findings::add);
    RowNames.check(statement, findings::add);
    SqlPlusRules.checkBinds(statement, findings::add);
    for (DynamicSql dynamic : DynamicSql.in(statement)) {
      findings.addAll(within(dynamic.line(), check(dynamic.statement())));
    }
    return findings;
  }

  private static List<Finding> within(int line, List<Finding> findings) {
    return findings.stream().map(finding -> finding.within(line)).toList();
  }

  /** The tables known, with their columns; for messages and tests. */
  Map<String, Set<String>> tables() {
    return new TreeMap<>(tables);
  }
}
