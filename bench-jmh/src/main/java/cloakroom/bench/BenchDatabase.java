package cloakroom.bench;

import cloakroom.database.Database;
import cloakroom.database.DatabasePassword;
import cloakroom.database.EnvironmentException;
import cloakroom.database.Password;
import cloakroom.database.oracle.OracleServer;
import cloakroom.database.oracle.OracleSettings;
import cloakroom.database.oracle.OracleStart;
import cloakroom.database.postgres.EmbeddedPostgres;
import cloakroom.database.script.Schema;
import cloakroom.database.url.UrlDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * The database that the benchmarks run on: the one that {@code CLOAKROOM_DB_URL} names, or else one
 * that lives as long as this object, an embedded PostgreSQL or an Oracle in a container. Processes
 * below find it in their environment.
 */
public final class BenchDatabase implements AutoCloseable {
  /** Environment variable with the JDBC URL. */
  public static final String URL = "CLOAKROOM_DB_URL";

  /** Environment variable with the user's name. */
  public static final String USER = "CLOAKROOM_DB_USER";

  /** Environment variable with the password. */
  public static final String PASSWORD = DatabasePassword.VARIABLE;

  /** Environment variable that is set where the server is our own. */
  private static final String EMBEDDED = "CLOAKROOM_DB_EMBEDDED";

  private static final Set<String> VARIABLES = Set.of(URL, USER, PASSWORD, EMBEDDED);

  private final Database database;

  private BenchDatabase(Database database) {
    this.database = database;
  }

  /**
   * Starts a server, unless the choice or the environment names one; the tables are there
   * afterwards.
   *
   * @param choice what a user asked for, which counts before the environment
   * @throws EnvironmentException in one line, if that cannot be
   */
  static BenchDatabase startOrFind(DatabaseChoice choice) {
    BenchDatabase found = new BenchDatabase(database(choice));
    try {
      found.installSchema();
      return found;
    } catch (EnvironmentException e) {
      found.close();
      throw e;
    }
  }

  private static Database database(DatabaseChoice choice) {
    Optional<String> url = choice.address();
    if (url.isEmpty()) {
      return choice.isOracle() ? startOracle() : EmbeddedPostgres.start();
    }
    UrlDatabase.requireNoCredentials(url.get());
    String user = user(choice.user());
    return UrlDatabase.open(url.get(), user, DatabasePassword.givenOrAsked(user));
  }

  private static Database startOracle() {
    return OracleServer.start(
        new OracleStart(
            OracleSettings.here(),
            DatabasePassword.given(),
            new CompletableFuture<>(),
            line -> System.err.println("benchmarks.jar: " + line)));
  }

  /**
   * The database that the environment names; for a benchmark in its fork.
   *
   * @throws EnvironmentException if the environment names none, or it is out of reach
   */
  public static Database named() {
    String password = System.getenv().getOrDefault(PASSWORD, "");
    return UrlDatabase.open(urlNamed(), user(Optional.empty()), Password.of(password));
  }

  /**
   * The JDBC URL that the environment names.
   *
   * @throws EnvironmentException if it names none
   */
  public static String urlNamed() {
    String url = System.getenv(URL);
    if (url == null) {
      throw new EnvironmentException(
          URL + " is not set: start benchmarks through benchmarks.jar, which sets it", null);
    }
    return url;
  }

  private static String user(Optional<String> given) {
    return given.orElseGet(() -> System.getenv().getOrDefault(USER, EmbeddedPostgres.ROLE));
  }

  /** Whether the database that the environment names is our own embedded server. */
  public static boolean isEmbedded() {
    return Boolean.parseBoolean(System.getenv(EMBEDDED));
  }

  /** A builder whose child knows of no database, whatever this process was told. */
  public static ProcessBuilder child(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeAll(VARIABLES);
    return builder;
  }

  private void installSchema() {
    try (Connection connection = database.connect()) {
      Schema.forUrl(database.url()).install(connection);
    } catch (SQLException e) {
      throw new EnvironmentException("the database refuses: " + e.getMessage(), e);
    }
  }

  Map<String, String> environment() {
    return Map.of(
        URL,
        database.url(),
        USER,
        database.user(),
        PASSWORD,
        database.password().reveal(),
        EMBEDDED,
        Boolean.toString(database instanceof EmbeddedPostgres));
  }

  @Override
  public void close() {
    database.close();
  }
}
