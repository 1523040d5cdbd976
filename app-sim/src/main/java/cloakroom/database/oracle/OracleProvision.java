package cloakroom.database.oracle;

import cloakroom.contract.DatabaseKind;
import cloakroom.contract.OneLine;
import cloakroom.contract.Password;
import cloakroom.database.EnvironmentException;
import cloakroom.database.script.SqlScript;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Makes the user that the schema is for, and what the studies and the metrics need besides. A
 * reused container has the user, and perhaps not all of the rest, because its first start may have
 * ended halfway: so all but the user is made again, which changes nothing that is as it should be.
 * But 02-shared-servers ends connects of type shared that another command has at the time.
 */
final class OracleProvision {
  static final String USER = "cloakroom";

  private static final String ADMIN = "sql/oracle/admin/";

  private final Connection connection;
  private final List<String> notes = new ArrayList<>();

  private OracleProvision(Connection connection) {
    this.connection = connection;
  }

  /**
   * Works as SYS in the pluggable database, and last in the root.
   *
   * @param password of the user that is made
   * @return a line for each thing that could not be had, and that only part of the work needs
   * @throws SQLException if there is no user with its rights then
   */
  static List<String> run(Connection connection, Password password) throws SQLException {
    OracleProvision provision = new OracleProvision(connection);
    if (!provision.isThere()) {
      provision.execute(
          "create user %s identified by \"%s\" quota unlimited on users"
              .formatted(USER, password.reveal()));
    }
    provision.execute(
        "grant create session, create table, create sequence, create procedure to " + USER);
    provision.attempt(
        "the server's metrics",
        () -> {
          provision.script("04-monitoring");
          provision.execute("grant cloakroom_monitor to " + USER);
        });
    provision.attempt("connects of type pooled", () -> provision.inRoot("01-drcp"));
    provision.attempt("connects of type shared", () -> provision.inRoot("02-shared-servers"));
    return provision.notes;
  }

  private boolean isThere() throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement("select u.username from all_users u where u.username = ?")) {
      query.setString(1, USER.toUpperCase(Locale.ROOT));
      try (ResultSet rows = query.executeQuery()) {
        return rows.next();
      }
    }
  }

  private void inRoot(String script) throws SQLException {
    execute("alter session set container = CDB$ROOT");
    script(script);
  }

  private interface Work {
    void run() throws SQLException;
  }

  private void attempt(String what, Work work) {
    try {
      work.run();
    } catch (SQLException | EnvironmentException e) {
      notes.add("without " + what + ": " + OneLine.of(e.getMessage()));
    }
  }

  private void script(String name) {
    SqlScript.resource(ADMIN + name + ".sql", DatabaseKind.ORACLE).run(connection);
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setEscapeProcessing(false);
      statement.execute(sql);
    }
  }
}
