package cloakroom.database.script;

import cloakroom.contract.DatabaseKind;
import cloakroom.database.EnvironmentException;
import cloakroom.platform.Resources;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

public record SqlScript(String name, List<Statement> statements) {
  public record Statement(String text, int line) {}

  // Lines skipped between statements: empty lines, comments and SQL*Plus commands.
  private static final Pattern SKIPPED = Pattern.compile("(?i)\\s*(--.*)?|(whenever|set) .*|exit");
  // Start of an Oracle statement with inner semicolons, which ends at a line with only a slash.
  private static final Pattern BLOCK =
      Pattern.compile("(?is)(begin|declare|create or replace|create package)\\b.*");
  private static final Pattern TERMINATOR = Pattern.compile("\\s*(\\R/|;)\\s*$");

  public static SqlScript parse(String name, String text, DatabaseKind kind) {
    List<String> lines = text.lines().toList();
    List<Statement> statements = new ArrayList<>();
    for (int start = 0; start < lines.size(); start++) {
      if (!SKIPPED.matcher(lines.get(start)).matches()) {
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

  public void run(Connection connection) {
    for (Statement statement : statements) {
      try (java.sql.Statement jdbc = connection.createStatement()) {
        jdbc.setEscapeProcessing(false);
        jdbc.execute(statement.text());
      } catch (SQLException e) {
        String place = name + ", line " + statement.line() + ": ";
        throw new EnvironmentException(place + e.getMessage(), e);
      }
    }
  }
}
