package cloakroom.bench.harness;

import cloakroom.command.Durations;
import cloakroom.contract.TierOptions;
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
 * Opener of the benchmarks' database: an existing server, an embedded PostgreSQL or an Oracle
 * container. Closing the database stops a server that this program started. Child processes read
 * the database's address from environment variables.
 */
public final class BenchDatabase {
  public static final String URL = "CLOAKROOM_DB_URL";
  public static final String USER = "CLOAKROOM_DB_USER";
  public static final String PASSWORD = Variables.PASSWORD;
  private static final String EMBEDDED = "CLOAKROOM_DB_EMBEDDED";

  /**
   * Variable for the round-trip time that a relay adds. Set only if the run uses such a relay.
   * {@code DIRECT_URL} then names the database's URL without the relay.
   */
  private static final String LATENCY = "CLOAKROOM_DB_RTT";

  private static final String DIRECT_URL = "CLOAKROOM_DB_NEAR_URL";
  static final Set<String> VARIABLES = Set.of(URL, USER, PASSWORD, EMBEDDED, LATENCY, DIRECT_URL);

  private BenchDatabase() {}

  public static Database startPostgres() {
    return withTables(EmbeddedPostgres.start());
  }

  public static Database startOracle() {
    return withTables(
        OracleServer.start(
            OracleSettings.here(0),
            new CompletableFuture<>(),
            line -> System.err.println("benchmarks: " + line)));
  }

  /** Opens an existing database with the password from the environment or from a prompt. */
  public static Database open(String url, Optional<String> givenUser) {
    UrlDatabase.requireNoCredentials(url);
    String user = givenUser.orElseGet(BenchDatabase::environmentUser);
    return withTables(UrlDatabase.open(url, user, Passwords.here().of(user)));
  }

  private static Database withTables(Database database) {
    try (Connection connection = database.connect()) {
      Schema.forUrl(database.url()).install(connection, 1);
      return database;
    } catch (SQLException e) {
      database.close();
      throw new EnvironmentException("cannot create the tables: " + e.getMessage(), e);
    }
  }

  /** Opens the database that the environment variables name, and checks that a connect succeeds. */
  public static Database fromEnvironment() {
    return fromEnvironment(environmentUrl());
  }

  /** Opens the database of the environment variables, without the relay that adds latency. */
  public static Database withoutLatency() {
    return fromEnvironment(directUrl());
  }

  private static String directUrl() {
    return System.getenv().getOrDefault(DIRECT_URL, environmentUrl());
  }

  private static Database fromEnvironment(String url) {
    String password = System.getenv().getOrDefault(PASSWORD, "");
    return UrlDatabase.open(url, environmentUser(), Password.of(password));
  }

  public static Optional<Duration> environmentLatency() {
    return Optional.ofNullable(System.getenv(LATENCY)).map(Duration::parse);
  }

  /** Opens the database with this added latency; {@link TierOptions#DIRECT} for the run's own. */
  static Database withLatency(String rtt) {
    return rtt.equals(TierOptions.DIRECT)
        ? fromEnvironment()
        : fromEnvironment(withLatency(directUrl(), rtt));
  }

  /**
   * Starts a relay and returns its URL if there is latency to add; otherwise returns {@code url}.
   *
   * @param rtt latency of a row; {@link TierOptions#DIRECT} for that of the run
   */
  public static String withLatency(String url, String rtt) {
    Optional<Duration> latency =
        rtt.equals(TierOptions.DIRECT)
            ? environmentLatency()
            : Optional.of(Durations.distance(StudyState.RTT, rtt));
    return latency.map(time -> RelayProcess.start(url, time, Duration.ZERO).url()).orElse(url);
  }

  static String environmentUrl() {
    String url = System.getenv(URL);
    if (url == null) {
      throw new EnvironmentException(
          URL + " is not set: start benchmarks through benchmarks.jar, which sets it", null);
    }
    return url;
  }

  private static String environmentUser() {
    return System.getenv().getOrDefault(USER, EmbeddedPostgres.ROLE);
  }

  public static boolean isEmbedded() {
    return Boolean.parseBoolean(System.getenv(EMBEDDED));
  }

  public static Map<String, String> environment(
      Database database, RelayProcess relay, Optional<Duration> latency) {
    Map<String, String> environment = new HashMap<>();
    environment.put(URL, relay == null ? database.url() : relay.url());
    environment.put(USER, database.user());
    environment.put(PASSWORD, database.password().reveal());
    environment.put(EMBEDDED, Boolean.toString(database instanceof EmbeddedPostgres));
    latency.ifPresent(time -> environment.put(LATENCY, time.toString()));
    latency.ifPresent(time -> environment.put(DIRECT_URL, database.url()));
    return environment;
  }
}
