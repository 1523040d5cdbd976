package cloakroom.database.postgres;

import cloakroom.database.Password;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.postgresql.PGConnection;

/** Makes the role and the database that a new server is for; a kept one has them already. */
final class Provision {
  private final Connection connection;
  private final String role;

  private Provision(Connection connection, String role) {
    this.connection = connection;
    this.role = role;
  }

  /**
   * Works as the superuser.
   *
   * @param role the role, which is no superuser, and the database of the same name that it owns
   */
  static void run(Connection connection, String role, Password password) throws SQLException {
    Provision provision = new Provision(connection, role);
    provision.makeRole();
    // hashed on this side: neither the server nor its log sees the password
    connection
        .unwrap(PGConnection.class)
        .alterUserPassword(role, password.reveal().toCharArray(), "scram-sha-256");
    provision.makeDatabase();
  }

  private void makeRole() throws SQLException {
    if (!exists("select from pg_roles where rolname = '" + role + "'")) {
      execute("create role " + role + " login");
      execute("grant pg_monitor, pg_checkpoint to " + role);
    }
  }

  private void makeDatabase() throws SQLException {
    if (!exists("select from pg_database where datname = '" + role + "'")) {
      execute("create database " + role + " owner " + role);
    }
  }

  private boolean exists(String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      return rows.next();
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
