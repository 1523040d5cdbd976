package cloakroom.oracle;

import cloakroom.database.SqlScript.Statement;
import cloakroom.oracle.OracleTokens.Token;
import java.util.List;
import java.util.function.Consumer;

/**
 * What SQL*Plus does to a script that a run over JDBC does not: it asks for a value at {@code &},
 * ends a statement of SQL at an empty line or at a semicolon that ends a comment's line, and takes
 * a hyphen at the end of a line for a sign that the next one belongs to it.
 */
final class SqlPlusRules {
  private SqlPlusRules() {}

  static void check(String script, List<Statement> statements, Consumer<Finding> findings) {
    List<String> lines = script.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).contains("&")) {
        findings.accept(new Finding(i + 1, "SQL*Plus asks for a value at &"));
      }
      if (lines.get(i).matches("--.*;\\s*")) {
        findings.accept(new Finding(i + 1, "SQL*Plus wants no comment's line to end in ;"));
      }
    }
    statements.forEach(statement -> check(statement, findings));
  }

  private static void check(Statement statement, Consumer<Finding> findings) {
    List<String> lines = statement.text().lines().toList();
    boolean plsql = statement.text().endsWith(";"); // the splitter leaves it to PL/SQL alone
    for (int i = 0; i < lines.size(); i++) {
      int line = statement.line() + i;
      String text = lines.get(i).stripTrailing();
      if (!plsql && text.isEmpty()) {
        findings.accept(new Finding(line, "SQL*Plus ends a statement of SQL at an empty line"));
      }
      if (!plsql && text.endsWith(";") && i + 1 < lines.size()) {
        findings.accept(new Finding(line, "SQL*Plus ends a statement at a line that ends in ;"));
      }
      if (text.endsWith("-") && !text.stripLeading().startsWith("--")) {
        findings.accept(new Finding(line, "SQL*Plus joins a line that ends in - with the next"));
      }
    }
  }

  /** A bind that the database would refuse (ORA-01745). */
  static void checkBinds(String text, Consumer<Finding> findings) {
    List<Token> tokens = OracleTokens.of(text);
    for (int i = 0; i + 1 < tokens.size(); i++) {
      Token name = tokens.get(i + 1);
      if (tokens.get(i).is(":") && name.isWord() && OracleNames.isReserved(name.text())) {
        findings.accept(Finding.at(text, name.offset(), "a bind cannot be called " + name.text()));
      }
    }
  }
}
