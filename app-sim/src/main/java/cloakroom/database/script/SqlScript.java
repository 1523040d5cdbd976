package cloakroom.database.script;

import cloakroom.contract.DatabaseKind;
import cloakroom.database.EnvironmentException;
import cloakroom.database.Resources;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.postgresql.core.NativeQuery;
import org.postgresql.core.Parser;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/**
 * A script of ours for {@code psql} or SQL*Plus, cut into its statements so that it also runs over
 * JDBC. Our scripts keep to a few of the rules of these clients.
 *
 * @param name how messages call the script
 */
public record SqlScript(String name, List<Statement> statements) {
  /**
   * One statement without its terminator.
   *
   * @param line the line of the script on which it begins, from 1
   */
  public record Statement(String text, int line) {}

  /** Lines before and between Oracle's statements: empty, comments, and words to SQL*Plus. */
  private static final Pattern NO_STATEMENT = Pattern.compile("(?i)\\s*(--.*)?|(whenever|set) .*");

  /** What ends at a line with nothing but a slash, because it has semicolons in it. */
  private static final Pattern BLOCK =
      Pattern.compile("(?i)(begin|declare|create or replace)\\b.*");

  private static final Pattern TERMINATOR = Pattern.compile("\\s*(\\R/|;)\\s*$");

  public SqlScript {
    statements = List.copyOf(statements);
  }

  /**
   * Cuts the text of a script.
   *
   * @param kind the database that it is for
   */
  public static SqlScript parse(String name, String text, DatabaseKind kind) {
    return new SqlScript(
        name,
        switch (kind) {
          case POSTGRESQL -> postgresql(text);
          case ORACLE -> oracle(text);
        });
  }

  /** A script of ours from the class path. */
  public static SqlScript resource(String path, DatabaseKind kind) {
    return parse(path, Resources.text(path), kind);
  }

  /**
   * Runs the statements one after another and stops at the first that fails.
   *
   * @throws EnvironmentException naming the line and what the database said
   */
  public void run(Connection connection) {
    for (Statement statement : statements) {
      run(connection, statement);
    }
  }

  private void run(Connection connection, Statement statement) {
    try (java.sql.Statement jdbc = connection.createStatement()) {
      jdbc.setEscapeProcessing(false);
      jdbc.execute(statement.text());
    } catch (SQLException e) {
      throw new EnvironmentException(
          name + ", line " + line(statement, e) + ": " + e.getMessage(), e);
    }
  }

  /** The line that the server points at, or else the statement's first. */
  private static int line(Statement statement, SQLException failure) {
    int end = Math.min(position(failure).orElse(1) - 1, statement.text().length());
    return statement.line() + lineEnds(statement.text().substring(0, end));
  }

  private static Optional<Integer> position(SQLException failure) {
    return failure instanceof PSQLException e
        ? Optional.ofNullable(e.getServerErrorMessage())
            .map(ServerErrorMessage::getPosition)
            .filter(position -> position > 0)
        : Optional.empty();
  }

  /** By the driver's own knowledge of quotes, comments and bodies. */
  private static List<Statement> postgresql(String script) {
    List<Statement> statements = new ArrayList<>();
    int end = 0;
    for (NativeQuery query : parsed(script)) {
      String text = query.nativeSql.strip();
      int start = script.indexOf(text, end);
      statements.add(new Statement(text, 1 + lineEnds(script.substring(0, start))));
      end = start + text.length();
    }
    return statements;
  }

  private static List<NativeQuery> parsed(String script) {
    try {
      return Parser.parseJdbcSql(script, true, false, true, false, false);
    } catch (SQLException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** By lines: a block ends at a line with nothing but a slash, any other at a semicolon's line. */
  private static List<Statement> oracle(String script) {
    List<String> lines = script.lines().toList();
    List<Statement> statements = new ArrayList<>();
    for (int start = 0; start < lines.size(); start++) {
      if (!NO_STATEMENT.matcher(lines.get(start)).matches()) {
        boolean block = BLOCK.matcher(lines.get(start)).matches();
        int end = start;
        while (end < lines.size() - 1 && !isLast(lines.get(end), block)) {
          end++;
        }
        String text = String.join("\n", lines.subList(start, end + 1));
        statements.add(new Statement(TERMINATOR.matcher(text).replaceFirst(""), start + 1));
        start = end;
      }
    }
    return statements;
  }

  private static boolean isLast(String line, boolean block) {
    String text = line.stripTrailing();
    return block ? text.equals("/") : text.endsWith(";");
  }

  private static int lineEnds(String text) {
    return (int) text.chars().filter(c -> c == '\n').count();
  }
}
