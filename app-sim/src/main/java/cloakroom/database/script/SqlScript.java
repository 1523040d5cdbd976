package cloakroom.database.script;

import cloakroom.contract.DatabaseKind;
import cloakroom.database.EnvironmentException;
import cloakroom.database.Resources;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/**
 * A script of ours for {@code psql} or SQL*Plus, cut into its statements so that it also runs over
 * JDBC.
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
          case POSTGRESQL -> SqlSplitter.postgresql(text);
          case ORACLE -> SqlSplitter.oracle(text);
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
    return statement.line() + SqlSplitter.lineEnds(statement.text().substring(0, end));
  }

  private static Optional<Integer> position(SQLException failure) {
    return failure instanceof PSQLException e
        ? Optional.ofNullable(e.getServerErrorMessage())
            .map(ServerErrorMessage::getPosition)
            .filter(position -> position > 0)
        : Optional.empty();
  }
}
