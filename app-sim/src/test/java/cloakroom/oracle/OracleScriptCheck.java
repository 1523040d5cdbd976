package cloakroom.oracle;

import cloakroom.contract.DatabaseKind;
import cloakroom.database.script.SqlScript;
import cloakroom.database.script.SqlScript.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.tree.ParseTree;

/**
 * What can be said of texts for Oracle without an Oracle: whether they parse, also what they keep
 * in literals, and whether the tables and columns exist, of our own scripts and of Oracle's views.
 * Whether Oracle then does what is meant only Oracle knows.
 */
public final class OracleScriptCheck {
  /** Whoever has no such words makes nothing; to parse all of it takes seconds. */
  private static final Pattern MAKES = Pattern.compile("(?is)\\bcreate\\b.*\\b(table|sequence)\\b");

  private final Map<String, Set<String>> tables;

  /** What was found in each statement; tests send the same ones again and again. */
  private final Map<String, List<String>> asked = new ConcurrentHashMap<>();

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
    if (!MAKES.matcher(statement).find()) {
      return;
    }
    OracleGrammar parsed = OracleGrammar.parse(statement, problem -> {});
    OracleGrammar.all(parsed.tree(), "create_table")
        .forEach(
            table ->
                OracleGrammar.children(table).stream()
                    .filter(child -> OracleGrammar.rule(child).equals("tableview_name"))
                    .forEach(name -> tables.put(ColumnNames.name(name), columns(table))));
    OracleGrammar.all(parsed.tree(), "create_sequence")
        .forEach(
            sequence ->
                tables.put(ColumnNames.name(sequence.getChild(2)), Set.of("nextval", "currval")));
    parsed.dynamic().forEach(this::learn);
  }

  private static Set<String> columns(ParseTree table) {
    return OracleGrammar.all(table, "column_definition")
        .map(column -> ColumnNames.name(column.getChild(0)))
        .collect(Collectors.toSet());
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
    return asked.computeIfAbsent(
        sql, text -> check(text).stream().map(problem -> problem + " in: " + text).toList());
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
