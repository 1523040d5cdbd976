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
 * Script of Cloakroom's for {@code psql} or SQL*Plus, split by lines into statements so that it
 * also runs over JDBC. These scripts use only a part of the clients' syntax.
 */
public record SqlScript(String name, List<Statement> statements) {
  /** One statement without its terminator, and its first line, from 1. */
  public record Statement(String text, int line) {}

  /** Lines before and between statements: empty, comments, and commands of SQL*Plus. */
  private static final Pattern NO_STATEMENT =
      Pattern.compile("(?i)\\s*(--.*)?|(whenever|set) .*|exit");

  /** Start of a statement that contains semicolons and ends, for Oracle, at a single slash. */
  private static final Pattern BLOCK =
      Pattern.compile("(?is)(begin|declare|create or replace|create package)\\b.*");

  private static final Pattern TERMINATOR = Pattern.compile("\\s*(\\R/|;)\\s*$");

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

  /** Returns whether the lines are a statement; a body between two {@code $$} belongs to one. */
  private static boolean isWhole(List<String> lines, DatabaseKind kind) {
    String last = lines.get(lines.size() - 1).stripTrailing();
    return switch (kind) {
      case POSTGRESQL ->
          last.endsWith(";") && lines.stream().filter(line -> line.contains("$$")).count() % 2 == 0;
      case ORACLE -> BLOCK.matcher(lines.get(0)).matches() ? last.equals("/") : last.endsWith(";");
    };
  }

  public static SqlScript resource(String path, DatabaseKind kind) {
    return parse(path, Resources.text(path), kind);
  }

  /** Runs the statements in order and stops at the first that fails. */
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
