package cloakroom.database.script;

import cloakroom.contract.DatabaseKind;
import cloakroom.database.EnvironmentException;
import cloakroom.platform.Resources;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A script of ours for {@code psql} or SQL*Plus, cut by lines into its statements so that it also
 * runs over JDBC. Our scripts keep to a few of the rules of these clients.
 *
 * @param name how messages call the script
 */
public record SqlScript(String name, List<Statement> statements) {
  /** One statement without its terminator, and the line on which it begins, from 1. */
  public record Statement(String text, int line) {}

  /** Lines before and between statements: empty, comments, and words to SQL*Plus. */
  private static final Pattern NO_STATEMENT =
      Pattern.compile("(?i)\\s*(--.*)?|(whenever|set) .*|exit");

  /** What ends, for Oracle, at a line with nothing but a slash: it has semicolons in it. */
  private static final Pattern BLOCK =
      Pattern.compile("(?is)(begin|declare|create or replace|create package)\\b.*");

  private static final Pattern TERMINATOR = Pattern.compile("\\s*(\\R/|;)\\s*$");

  /** Cuts the text of a script for that kind of database. */
  public static SqlScript parse(String name, String text, DatabaseKind kind) {
    List<String> lines = text.lines().toList();
    List<Statement> statements = new ArrayList<>();
    for (int start = 0; start < lines.size(); start++) {
      if (!NO_STATEMENT.matcher(lines.get(start)).matches()) {
        int next = start + 1;
        while (next < lines.size() && !isWhole(lines.subList(start, next), kind)) {
          next++;
        }
        String statement = String.join("\n", lines.subList(start, next));
        statements.add(new Statement(TERMINATOR.matcher(statement).replaceFirst(""), start + 1));
        start = next - 1;
      }
    }
    return new SqlScript(name, List.copyOf(statements));
  }

  /** A body between two {@code $$} is one statement with what is around it. */
  private static boolean isWhole(List<String> lines, DatabaseKind kind) {
    String last = lines.get(lines.size() - 1).stripTrailing();
    return switch (kind) {
      case POSTGRESQL ->
          last.endsWith(";") && lines.stream().filter(line -> line.contains("$$")).count() % 2 == 0;
      case ORACLE -> BLOCK.matcher(lines.get(0)).matches() ? last.equals("/") : last.endsWith(";");
    };
  }

  /** A script of ours from the class path. */
  public static SqlScript resource(String path, DatabaseKind kind) {
    return parse(path, Resources.text(path), kind);
  }

  /** Runs the statements one after another and stops at the first that fails. */
  public void run(Connection connection) {
    for (Statement statement : statements) {
      try (java.sql.Statement jdbc = connection.createStatement()) {
        jdbc.setEscapeProcessing(false);
        jdbc.execute(statement.text());
      } catch (SQLException e) {
        throw new EnvironmentException(
            name + ", line " + statement.line() + ": " + e.getMessage(), e);
      }
    }
  }
}
