package cloakroom.database;

import cloakroom.database.oracle.OracleServer;
import cloakroom.database.oracle.OracleSettings;
import cloakroom.database.script.Schema;
import cloakroom.database.url.UrlDatabase;
import cloakroom.platform.Passwords;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;

/**
 * One Oracle for all tests of this virtual machine: that of {@code -Doracle.url} and {@code
 * -Doracle.user}, or else a container. Tests drop and fill the tables of its schema.
 */
public final class TestOracle {
  private static Database database;
  private static String failure;

  private TestOracle() {}

  private static Database open() {
    String url = System.getProperty("oracle.url", "");
    String user = System.getProperty("oracle.user", "");
    Database opened =
        url.isEmpty()
            ? OracleServer.start(
                OracleSettings.here(0), new CompletableFuture<>(), System.out::println)
            : UrlDatabase.open(url, user, Passwords.here().of(user));
    try (Connection connection = opened.connect()) {
      Schema schema = Schema.forUrl(opened.url());
      schema.drop(connection);
      schema.install(connection, TestDatabase.SCALE);
      return opened;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the database with the schema and the rows of {@link TestDatabase#SCALE}. */
  public static synchronized Database database() {
    if (failure != null) {
      throw new EnvironmentException(failure); // wait only once
    }
    try {
      database = database == null ? open() : database;
      return database;
    } catch (RuntimeException e) {
      failure = String.valueOf(e.getMessage());
      throw e;
    }
  }

  /** Opens a session of SYS in a container, else of the user, to query and end sessions. */
  public static Connection administratorOrUser() throws SQLException {
    return database() instanceof OracleServer container
        ? container.connectAsAdministrator()
        : database().connect();
  }
}
