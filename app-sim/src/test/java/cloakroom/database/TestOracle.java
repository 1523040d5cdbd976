package cloakroom.database;

import cloakroom.database.oracle.OracleServer;
import cloakroom.database.oracle.OracleSettings;
import cloakroom.database.script.Schema;
import cloakroom.database.url.UrlDatabase;
import cloakroom.platform.Passwords;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One Oracle for all tests of this virtual machine: that of {@code -Doracle.url} and {@code
 * -Doracle.user}, or else one in a container. Its schema is ours: tests drop and fill the tables.
 */
public final class TestOracle {
  private static Database database;
  private static String failure;

  private TestOracle() {}

  private static Database open() {
    String url = System.getProperty("oracle.url", "");
    String user = System.getProperty("oracle.user", "");
    Database database =
        url.isEmpty() ? container() : UrlDatabase.open(url, user, Passwords.here().of(user));
    install(database);
    return database;
  }

  private static Database container() {
    return OracleServer.start(
        OracleSettings.here(0), new CompletableFuture<>(), System.out::println);
  }

  private static void install(Database database) {
    try (Connection connection = database.connect()) {
      Schema schema = Schema.forUrl(database.url());
      schema.drop(connection);
      schema.install(connection, TestDatabase.SCALE);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** With the schema installed, and the rows of {@link TestDatabase#SCALE}. */
  public static synchronized Database database() {
    if (failure != null) {
      throw new EnvironmentException(failure); // the first test has waited long enough
    }
    try {
      database = database == null ? open() : database;
      return database;
    } catch (RuntimeException e) {
      failure = String.valueOf(e.getMessage());
      throw e;
    }
  }

  /** Somebody who may look at all sessions and end them: SYS, where the Oracle is our own. */
  public static Connection administratorOrUser() throws SQLException {
    Optional<OracleServer> own =
        Optional.of(database())
            .filter(OracleServer.class::isInstance)
            .map(OracleServer.class::cast);
    return own.isPresent() ? own.get().connectAsAdministrator() : database().connect();
  }

  /** Runs statements outside of what a test measures. */
  public static void execute(String... statements) {
    TestDatabase.execute(database(), statements);
  }
}
