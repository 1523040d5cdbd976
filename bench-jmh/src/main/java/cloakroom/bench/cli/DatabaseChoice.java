package cloakroom.bench.cli;

import cloakroom.bench.harness.BenchDatabase;
import cloakroom.bench.harness.ChildJvm;
import cloakroom.command.Durations;
import cloakroom.contract.TierOptions;
import cloakroom.database.EnvironmentException;
import cloakroom.link.RelayProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Database of the benchmarks, chosen by options or else by the environment. */
final class DatabaseChoice {
  /** Exit code for wrong use, or if the database is not available. */
  static final int WRONG_USE = 2;

  private static final List<String> KINDS = List.of("embedded", "oracle");

  @Option(names = "--url", paramLabel = "JDBC_URL")
  private String url;

  @Option(names = "--user")
  private String user;

  @Option(names = "--db", paramLabel = "KIND")
  private String db;

  @Option(names = TierOptions.DB_RTT, paramLabel = "TIME", defaultValue = TierOptions.DIRECT)
  private String rtt = TierOptions.DIRECT;

  void check() {
    if (db != null && !KINDS.contains(db)) {
      throw new IllegalArgumentException(
          "--db " + db + " is unknown; choose from " + String.join(", ", KINDS));
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

  /** Returns the round-trip time to add; empty without a relay. */
  private Optional<Duration> latency() {
    return rtt.equals(TierOptions.DIRECT)
        ? Optional.empty()
        : Optional.of(Durations.distance(TierOptions.DB_RTT, rtt));
  }

  /** Returns the URL of an existing database; --db takes precedence over the environment. */
  private Optional<String> address() {
    return db != null
        ? Optional.empty()
        : Optional.ofNullable(url).or(() -> Optional.ofNullable(System.getenv(BenchDatabase.URL)));
  }

  /** Runs a program in a child process that uses this database; returns its exit code. */
  int run(Class<?> main, List<String> arguments) throws IOException, InterruptedException {
    try (BenchDatabase database = open()) {
      return ChildJvm.run(main, arguments, database.environment());
    } catch (EnvironmentException | IllegalArgumentException e) {
      System.err.println("benchmarks: " + e.getMessage());
      return WRONG_USE;
    }
  }

  private BenchDatabase open() {
    BenchDatabase database =
        address()
            .map(existing -> BenchDatabase.open(existing, Optional.ofNullable(user)))
            .orElseGet(
                () ->
                    "oracle".equals(db)
                        ? BenchDatabase.startOracle()
                        : BenchDatabase.startPostgres());
    return latency().map(database::withLatency).orElse(database);
  }
}
