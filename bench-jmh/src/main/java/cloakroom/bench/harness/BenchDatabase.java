package cloakroom.bench.harness;

import cloakroom.database.Database;
import cloakroom.database.EnvironmentException;
import cloakroom.database.oracle.OracleServer;
import cloakroom.database.oracle.OracleSettings;
import cloakroom.database.postgres.EmbeddedPostgres;
import cloakroom.database.script.Schema;
import cloakroom.database.url.UrlDatabase;
import cloakroom.link.RelayProcess;
import cloakroom.platform.Password;
import cloakroom.platform.Passwords;
import cloakroom.platform.Variables;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * The database that the benchmarks run on: one that exists, or one that lives as long as this
 * object, an embedded PostgreSQL or an Oracle in a container. Processes below find it in their
 * environment.
 */
public final class BenchDatabase implements AutoCloseable {
  /** Environment variables. */
  public static final String URL = "CLOAKROOM_DB_URL";

  public static final String USER = "CLOAKROOM_DB_USER";
  public static final String PASSWORD = Variables.PASSWORD;

  /** Environment variable that is set where the server is our own. */
  private static final String EMBEDDED = "CLOAKROOM_DB_EMBEDDED";

  /** Environment variable with the round trip that a relay adds, if there is one. */
  private static final String DISTANCE = "CLOAKROOM_DB_RTT";

  /** Environment variable with the URL without that relay. */
  private static final String NEAR = "CLOAKROOM_DB_NEAR_URL";

  static final Set<String> VARIABLES = Set.of(URL, USER, PASSWORD, EMBEDDED, DISTANCE, NEAR);

  private final Database database;
  private final Optional<RelayProcess> relay;
  private final Duration distance;

  private BenchDatabase(Database database, Optional<RelayProcess> relay, Duration distance) {
    this.database = database;
    this.relay = relay;
    this.distance = distance;
  }

  /** The same so far away: by way of a relay, which this closes with the database. */
  public BenchDatabase at(Duration roundTrip) {
    try {
      RelayProcess way = RelayProcess.start(database.url(), roundTrip, Duration.ZERO);
      return new BenchDatabase(database, Optional.of(way), roundTrip);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Starts an embedded PostgreSQL; the tables are there afterwards. */
  public static BenchDatabase startPostgres() {
    return withTables(EmbeddedPostgres.start());
  }

  public static BenchDatabase startOracle() {
    return withTables(
        OracleServer.start(
            OracleSettings.here(0),
            new CompletableFuture<>(),
            line -> System.err.println("benchmarks: " + line)));
  }

  /** The same with a database that exists; its password is given or asked for. */
  public static BenchDatabase at(String url, Optional<String> givenUser) {
    UrlDatabase.requireNoCredentials(url);
    String user = user(givenUser);
    return withTables(UrlDatabase.open(url, user, Passwords.here().of(user)));
  }

  private static BenchDatabase withTables(Database database) {
    try (Connection connection = database.connect()) {
      Schema.forUrl(database.url()).install(connection);
      return new BenchDatabase(database, Optional.empty(), Duration.ZERO);
    } catch (SQLException e) {
      database.close();
      throw new EnvironmentException("the database refuses: " + e.getMessage(), e);
    }
  }

  /** The database that the environment names; for a benchmark in its fork. */
  public static Database named() {
    return named(urlNamed());
  }

  private static Database named(String url) {
    String password = System.getenv().getOrDefault(PASSWORD, "");
    return UrlDatabase.open(url, user(Optional.empty()), Password.of(password));
  }

  /** The same for what stands beside it: without the distance that the run adds. */
  public static Database withoutLatency() {
    return named(System.getenv().getOrDefault(NEAR, urlNamed()));
  }

  /** The round trip that the run adds; empty without a relay. */
  public static Optional<Duration> distance() {
    return Optional.ofNullable(System.getenv(DISTANCE)).map(Duration::parse);
  }

  /** A way as long as the run's to what stands beside the database; it ends with this process. */
  public static String wayTo(String url) {
    return distance().map(time -> RelayProcess.start(url, time, Duration.ZERO).url()).orElse(url);
  }

  /** The JDBC URL that the environment names. */
  static String urlNamed() {
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

  /** What a process below is told of it. */
  public Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>();
    environment.put(URL, relay.map(RelayProcess::url).orElse(database.url()));
    environment.put(USER, database.user());
    environment.put(PASSWORD, database.password().reveal());
    environment.put(EMBEDDED, Boolean.toString(database instanceof EmbeddedPostgres));
    if (relay.isPresent()) {
      environment.put(DISTANCE, distance.toString());
      environment.put(NEAR, database.url());
    }
    return environment;
  }

  @Override
  public void close() {
    relay.ifPresent(RelayProcess::close);
    database.close();
  }
}
