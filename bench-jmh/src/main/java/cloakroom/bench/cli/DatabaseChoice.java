package cloakroom.bench.cli;

import cloakroom.bench.lab.BenchDatabase;
import cloakroom.cli.DurationConverter;
import cloakroom.connection.link.RelayProcess;
import cloakroom.contract.TierOptions;
import cloakroom.database.EnvironmentException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Which database the benchmarks are to run on: as options ask for it, else the environment. */
final class DatabaseChoice {
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
  void check(CommandSpec spec) {
    if (db != null && !List.of(EMBEDDED, ORACLE).contains(db)) {
      throw wrong(spec, "--db " + db + " is unknown; choose from " + EMBEDDED + ", " + ORACLE);
    }
    if (db != null && url != null) {
      throw wrong(
          spec, "--db " + db + " starts a database, --url names one: leave one of them out");
    }
    try {
      Optional<Duration> added = added();
      added.ifPresent(
          time -> address().ifPresent(to -> RelayProcess.check(to, time, Duration.ZERO)));
    } catch (EnvironmentException | IllegalArgumentException e) {
      throw wrong(spec, e.getMessage());
    }
    if (user != null && address().isEmpty()) {
      throw wrong(
          spec,
          "--user " + user + " was given without --url: a database that is started has its own");
    }
  }

  private static ParameterException wrong(CommandSpec spec, String line) {
    return new ParameterException(spec.commandLine(), line);
  }

  /** How much longer the way is made; empty where it stays as it is. */
  private Optional<Duration> added() {
    return distance.equals(TierOptions.DIRECT)
        ? Optional.empty()
        : Optional.of(DurationConverter.distance(TierOptions.DB_RTT, distance));
  }

  /** The URL of a database that exists; a kind to start counts before the environment's. */
  private Optional<String> address() {
    return db != null
        ? Optional.empty()
        : Optional.ofNullable(url).or(() -> Optional.ofNullable(System.getenv(BenchDatabase.URL)));
  }

  /** Starts or finds it. */
  BenchDatabase open() {
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
