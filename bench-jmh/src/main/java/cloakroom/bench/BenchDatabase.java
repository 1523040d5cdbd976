package cloakroom.bench;

import cloakroom.database.Database;
import cloakroom.database.EmbeddedPostgres;
import cloakroom.database.EnvironmentException;
import cloakroom.database.Password;
import cloakroom.database.Schema;
import cloakroom.database.UrlDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;

/**
 * The database that the benchmarks run on: the one that {@code CLOAKROOM_DB_URL} names, or else an
 * embedded PostgreSQL that lives as long as this object. Processes below find it in their
 * environment.
 */
public final class BenchDatabase implements AutoCloseable {
  /** Environment variable with the JDBC URL. */
  public static final String URL = "CLOAKROOM_DB_URL";

  /** Environment variable with the user's name. */
  public static final String USER = "CLOAKROOM_DB_USER";

  /** Environment variable with the password. */
  public static final String PASSWORD = "CLOAKROOM_DB_PASSWORD";

  /** Environment variable that is set where the server is our own. */
  private static final String EMBEDDED = "CLOAKROOM_DB_EMBEDDED";

  private final Database database;

  private BenchDatabase(Database database) {
    this.database = database;
  }

  /**
   * Starts an embedded server, unless the arguments or the environment name one; the tables are
   * there afterwards.
   *
   * @param url the JDBC URL that a user gave, which counts before the environment's
   * @param user the user's name, likewise
   * @throws EnvironmentException in one line, if that cannot be
   */
  static BenchDatabase startOrFind(Optional<String> url, Optional<String> user) {
    BenchDatabase found =
        url.or(() -> Optional.ofNullable(System.getenv(URL)))
            .map(address -> new BenchDatabase(find(address, user)))
            .orElseGet(() -> new BenchDatabase(EmbeddedPostgres.start()));
    found.installSchema();
    return found;
  }

  /**
   * The database that the environment names; for a benchmark in its fork.
   *
   * @throws EnvironmentException if the environment names none, or it is out of reach
   */
  public static Database named() {
    return find(urlNamed(), Optional.empty());
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

  private static Database find(String url, Optional<String> user) {
    String name = user.orElseGet(() -> System.getenv().getOrDefault(USER, EmbeddedPostgres.ROLE));
    return UrlDatabase.open(url, name, Password.of(System.getenv().getOrDefault(PASSWORD, "")));
  }

  /** Whether the database that the environment names is our own embedded server. */
  public static boolean isEmbedded() {
    return Boolean.parseBoolean(System.getenv(EMBEDDED));
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
