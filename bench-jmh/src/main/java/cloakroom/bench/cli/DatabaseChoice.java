package cloakroom.bench.cli;

import cloakroom.bench.harness.BenchDatabase;
import cloakroom.bench.harness.ChildJvm;
import cloakroom.command.Durations;
import cloakroom.contract.TierOptions;
import cloakroom.database.Database;
import cloakroom.database.EnvironmentException;
import cloakroom.link.RelayProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Option;

/** Database of the benchmarks, chosen by command-line options or environment variables. */
final class DatabaseChoice {
  static final int WRONG_USE = 2; // or the database is not available

  @Option(names = "--url", paramLabel = "JDBC_URL")
  private String url;

  @Option(names = "--user")
  private String user;

  @Option(names = "--db", paramLabel = "KIND")
  private String db;

  @Option(names = TierOptions.DB_RTT, paramLabel = "TIME", defaultValue = TierOptions.DIRECT)
  private String rtt = TierOptions.DIRECT;

  void check() {
    if (db != null && !Set.of("embedded", "oracle").contains(db)) {
      throw new IllegalArgumentException(
          "--db " + db + " is unknown; choose from embedded, oracle");
    }
    if (db != null && url != null) {
      throw new IllegalArgumentException(
          "--db " + db + " starts a database, --url names one: remove one of them");
    }
    latency()
        .ifPresent(time -> address().ifPresent(to -> RelayProcess.check(to, time, Duration.ZERO)));
    if (user != null && address().isEmpty()) {
      throw new IllegalArgumentException(
          "--user " + user + " requires --url: a database that is started has its own user");
    }
  }

  private Optional<Duration> latency() {
    return rtt.equals(TierOptions.DIRECT)
        ? Optional.empty()
        : Optional.of(Durations.distance(TierOptions.DB_RTT, rtt));
  }

  /** Returns the URL of an existing database from --url or the environment; empty with --db. */
  private Optional<String> address() {
    return db != null
        ? Optional.empty()
        : Optional.ofNullable(url).or(() -> Optional.ofNullable(System.getenv(BenchDatabase.URL)));
  }

  /** Runs a class in a child process that uses this database. Returns the child's exit code. */
  int run(Class<?> main, List<String> arguments) throws IOException, InterruptedException {
    try (Database database =
            address()
                .map(existing -> BenchDatabase.open(existing, Optional.ofNullable(user)))
                .orElseGet(
                    "oracle".equals(db)
                        ? BenchDatabase::startOracle
                        : BenchDatabase::startPostgres);
        RelayProcess relay =
            latency()
                .map(time -> RelayProcess.start(database.url(), time, Duration.ZERO))
                .orElse(null)) {
      Map<String, String> environment = BenchDatabase.environment(database, relay, latency());
      return ChildJvm.run(main, arguments, environment);
    } catch (EnvironmentException | IllegalArgumentException e) {
      System.err.println("benchmarks: " + e.getMessage());
      return WRONG_USE;
    }
  }
}
