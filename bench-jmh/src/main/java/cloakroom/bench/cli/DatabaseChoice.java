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

/** Which database the benchmarks are to run on: as options ask for it, else the environment. */
final class DatabaseChoice {
  /** Exit code for wrong use, or for no database to work on. */
  private static final int WRONG_USE = 2;

  private static final String EMBEDDED = "embedded";
  private static final String ORACLE = "oracle";

  @Option(names = "--url", paramLabel = "JDBC_URL")
  private String url;

  @Option(names = "--user")
  private String user;

  @Option(names = "--db", paramLabel = "KIND")
  private String db;

  @Option(names = TierOptions.DB_RTT, paramLabel = "TIME", defaultValue = TierOptions.DIRECT)
  private String distance = TierOptions.DIRECT;

  /** Looks at what no single option of the command can tell. */
  void check() {
    if (db != null && !List.of(EMBEDDED, ORACLE).contains(db)) {
      throw new IllegalArgumentException(
          "--db " + db + " is unknown; choose from " + EMBEDDED + ", " + ORACLE);
    }
    if (db != null && url != null) {
      throw new IllegalArgumentException(
          "--db " + db + " starts a database, --url names one: leave one of them out");
    }
    Optional<Duration> added = added();
    added.ifPresent(time -> address().ifPresent(to -> RelayProcess.check(to, time, Duration.ZERO)));
    if (user != null && address().isEmpty()) {
      throw new IllegalArgumentException(
          "--user " + user + " was given without --url: a database that is started has its own");
    }
  }

  /** How much longer the way is made; empty where it stays as it is. */
  private Optional<Duration> added() {
    return distance.equals(TierOptions.DIRECT)
        ? Optional.empty()
        : Optional.of(Durations.distance(TierOptions.DB_RTT, distance));
  }

  /** The URL of a database that exists; a kind to start counts before the environment's. */
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
    BenchDatabase database = near();
    return added().map(database::at).orElse(database);
  }

  private BenchDatabase near() {
    return address()
        .map(existing -> BenchDatabase.at(existing, Optional.ofNullable(user)))
        .orElseGet(
            () -> ORACLE.equals(db) ? BenchDatabase.startOracle() : BenchDatabase.startPostgres());
  }
}
