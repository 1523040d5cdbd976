package cloakroom.database.oracle;

import cloakroom.contract.DatabaseKind;
import cloakroom.database.EnvironmentException;
import cloakroom.database.script.SqlScript;
import cloakroom.platform.OneLine;
import cloakroom.platform.Password;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Consumer;

/**
 * Creates the application's user and the objects for metrics and server-side pools. In a reused
 * container only the user is kept. The repeated steps end other commands' shared-server sessions.
 */
record OracleProvision(Connection connection, Consumer<String> notes) {
  static final String USER = "cloakroom";
  private static final int USER_EXISTS = 1920; // user name conflicts with another user or role name

  private interface SqlAction {
    void run() throws SQLException;
  }

  void run(Password password) throws SQLException {
    try {
      String sql = "create user %s identified by \"%s\" quota unlimited on users";
      execute(sql.formatted(USER, password.reveal()));
    } catch (SQLException e) {
      if (e.getErrorCode() != USER_EXISTS) {
        throw e;
      }
    }
    execute("grant create session, create table, create sequence, create procedure to " + USER);
    attempt(
        "the server's metrics",
        () -> {
          runScript("04-monitoring");
          execute("grant cloakroom_monitor to " + USER);
        });
    attempt("connects of type pooled", () -> runInRoot("01-drcp"));
    attempt("connects of type shared", () -> runInRoot("02-shared-servers"));
  }

  private void attempt(String purpose, SqlAction work) {
    try {
      work.run();
    } catch (SQLException | EnvironmentException e) {
      notes.accept("without " + purpose + ": " + OneLine.of(e.getMessage()));
    }
  }

  private void runInRoot(String script) throws SQLException {
    execute("alter session set container = CDB$ROOT");
    runScript(script);
  }

  private void runScript(String name) {
    SqlScript.resource("sql/oracle/admin/" + name + ".sql", DatabaseKind.ORACLE).run(connection);
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setEscapeProcessing(false);
      statement.execute(sql);
    }
  }
}
