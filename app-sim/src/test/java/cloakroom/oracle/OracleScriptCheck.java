package cloakroom.oracle;

import cloakroom.contract.DatabaseKind;
import cloakroom.database.script.SqlScript;
import cloakroom.database.script.SqlScript.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.antlr.v4.runtime.tree.ParseTree;

/**
 * What can be said of texts for Oracle without an Oracle: whether they parse, also what they keep
 * in literals, and whether the tables and columns exist, of our own scripts and of Oracle's views.
 * Whether Oracle then does what is meant only Oracle knows.
 */
public final class OracleScriptCheck {
  private final Map<String, Set<String>> tables;

  private OracleScriptCheck(Map<String, Set<String>> views) {
    this.tables = new HashMap<>(views);
  }

  /**
   * A check that knows the tables of these scripts.
   *
   * @param scripts texts by name
   * @param views columns of each view of Oracle's
   */
  static OracleScriptCheck knowing(Map<String, String> scripts, Map<String, Set<String>> views) {
    OracleScriptCheck check = new OracleScriptCheck(views);
    scripts.forEach(
        (name, text) -> statements(name, text).forEach(statement -> check.learn(statement.text())));
    return check;
  }

  private void learn(String statement) {
    OracleGrammar parsed = OracleGrammar.parse(statement, problem -> {});
    learn(parsed.tree());
    parsed.dynamic().forEach(this::learn);
  }

  private void learn(ParseTree node) {
    List<ParseTree> children = OracleGrammar.children(node);
    switch (OracleGrammar.rule(node)) {
      case "create_table" ->
          children.stream()
              .filter(child -> OracleGrammar.rule(child).equals("tableview_name"))
              .forEach(name -> tables.put(ColumnNames.name(name), columns(node)));
      case "create_sequence" ->
          tables.put(ColumnNames.name(children.get(2)), Set.of("nextval", "currval"));
      default -> children.forEach(this::learn);
    }
  }

  private static Set<String> columns(ParseTree node) {
    Set<String> columns = new HashSet<>();
    if (OracleGrammar.rule(node).equals("column_definition")) {
      columns.add(ColumnNames.name(node.getChild(0)));
    }
    OracleGrammar.children(node).forEach(child -> columns.addAll(columns(child)));
    return columns;
  }

  static List<Statement> statements(String name, String script) {
    return SqlScript.parse(name, script, DatabaseKind.ORACLE).statements();
  }

  /** What is wrong with a script, each with the line where its statement begins. */
  List<String> script(String name, String script) {
    List<String> problems = new ArrayList<>();
    for (Statement statement : statements(name, script)) {
      check(statement.text())
          .forEach(problem -> problems.add(name + ":" + statement.line() + ": " + problem));
    }
    return problems;
  }

  /** What is wrong with a statement that code sends; empty if nothing is. */
  public List<String> statement(String sql) {
    return check(sql).stream().map(problem -> problem + " in: " + sql).toList();
  }

  private List<String> check(String statement) {
    List<String> problems = new ArrayList<>();
    OracleGrammar parsed = OracleGrammar.parse(statement, problems::add);
    if (problems.isEmpty()) {
      ColumnNames.check(parsed.tree(), tables, problems::add);
      parsed.dynamic().forEach(inside -> problems.addAll(check(inside)));
    }
    return problems;
  }
}
