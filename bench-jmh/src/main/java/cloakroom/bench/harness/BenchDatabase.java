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
 * Database of a run: an existing one, or an embedded PostgreSQL or an Oracle in a container that is
 * stopped by {@link #close}. Child processes get its address from environment variables.
 *
 * @param latency round-trip time that the relay adds
 */
public record BenchDatabase(Database database, Optional<RelayProcess> relay, Duration latency)
    implements AutoCloseable {
  public static final String URL = "CLOAKROOM_DB_URL";
  public static final String USER = "CLOAKROOM_DB_USER";
  public static final String PASSWORD = Variables.PASSWORD;

  /** Environment variable: whether it is the embedded server. */
  private static final String EMBEDDED = "CLOAKROOM_DB_EMBEDDED";

  /** Environment variable: round-trip time that the relay adds; not set without a relay. */
  private static final String LATENCY = "CLOAKROOM_DB_RTT";

  /** Environment variable: URL without the relay. */
  private static final String DIRECT_URL = "CLOAKROOM_DB_NEAR_URL";

  static final Set<String> VARIABLES = Set.of(URL, USER, PASSWORD, EMBEDDED, LATENCY, DIRECT_URL);

  /** Adds latency by a relay, which is closed with the database. */
  public BenchDatabase withLatency(Duration roundTrip) {
    try {
      RelayProcess started = RelayProcess.start(database.url(), roundTrip, Duration.ZERO);
      return new BenchDatabase(database, Optional.of(started), roundTrip);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

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

  /** Opens an existing database; its password comes from the environment or a prompt. */
  public static BenchDatabase open(String url, Optional<String> givenUser) {
    UrlDatabase.requireNoCredentials(url);
    String user = givenUser.orElseGet(BenchDatabase::environmentUser);
    return withTables(UrlDatabase.open(url, user, Passwords.here().of(user)));
  }

  private static BenchDatabase withTables(Database database) {
    try (Connection connection = database.connect()) {
      Schema.forUrl(database.url()).install(connection, 1);
      return new BenchDatabase(database, Optional.empty(), Duration.ZERO);
    } catch (SQLException e) {
      database.close();
      throw new EnvironmentException("cannot create the tables: " + e.getMessage(), e);
    }
  }

  /** Opens the database that the environment names, which connects once. */
  public static Database fromEnvironment() {
    return fromEnvironment(environmentUrl());
  }

  /** Opens the same without the added latency, for a process next to the server. */
  public static Database withoutLatency() {
    return fromEnvironment(System.getenv().getOrDefault(DIRECT_URL, environmentUrl()));
  }

  private static Database fromEnvironment(String url) {
    String password = System.getenv().getOrDefault(PASSWORD, "");
    return UrlDatabase.open(url, environmentUser(), Password.of(password));
  }

  /** Returns the round-trip time that the run adds; empty without a relay. */
  public static Optional<Duration> environmentLatency() {
    return Optional.ofNullable(System.getenv(LATENCY)).map(Duration::parse);
  }

  /** Returns a URL with the latency of the run; its relay ends with this process. */
  public static String withLatency(String url) {
    return environmentLatency()
        .map(time -> RelayProcess.start(url, time, Duration.ZERO).url())
        .orElse(url);
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

  /** Returns whether the database that the environment names is the embedded server. */
  public static boolean isEmbedded() {
    return Boolean.parseBoolean(System.getenv(EMBEDDED));
  }

  public Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>();
    environment.put(URL, relay.map(RelayProcess::url).orElse(database.url()));
    environment.put(USER, database.user());
    environment.put(PASSWORD, database.password().reveal());
    environment.put(EMBEDDED, Boolean.toString(database instanceof EmbeddedPostgres));
    if (relay.isPresent()) {
      environment.put(LATENCY, latency.toString());
      environment.put(DIRECT_URL, database.url());
    }
    return environment;
  }

  @Override
  public void close() {
    relay.ifPresent(RelayProcess::close);
    database.close();
  }
}
