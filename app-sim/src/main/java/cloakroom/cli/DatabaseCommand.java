package cloakroom.cli;

import static cloakroom.tier.CommandErrors.refuseIf;
import static cloakroom.tier.CommandErrors.refuseValueIf;

import cloakroom.contract.CommitDelay;
import cloakroom.contract.FaultCommand;
import cloakroom.contract.FaultKind;
import cloakroom.contract.ReadyEvent;
import cloakroom.contract.StoppedEvent;
import cloakroom.contract.TierOptions;
import cloakroom.database.EnvironmentException;
import cloakroom.database.StartedDatabase;
import cloakroom.database.oracle.OracleServer;
import cloakroom.database.oracle.OracleSettings;
import cloakroom.database.postgres.EmbeddedPostgres;
import cloakroom.database.script.Schema;
import cloakroom.http.JsonText;
import cloakroom.platform.Password;
import cloakroom.platform.Passwords;
import cloakroom.platform.ProgressLine;
import cloakroom.tier.CommandErrors;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "database",
    description = "Runs a database with the schema installed, until it is stopped.",
    footer =
        "CLOAKROOM_DB_PASSWORD sets the password of its user; without it the password is random.")
final class DatabaseCommand extends TextOrJsonCommand {
  private static final Duration STOP_TIMEOUT = Duration.ofMinutes(2); // to write dirty pages
  private static final int MAX_USERS = 200_000;

  private final OracleStarter oracle;

  @Option(names = TierOptions.DB, paramLabel = "KIND", defaultValue = TierOptions.EMBEDDED)
  private String db;

  @Option(names = TierOptions.PORT, paramLabel = "N")
  private int port;

  @Option(names = TierOptions.USERS, paramLabel = "N", defaultValue = "1000")
  private int users;

  @Option(names = TierOptions.COMMIT_DELAY, paramLabel = "TIME", defaultValue = "0ms")
  private Duration commitDelay;

  @Option(names = TierOptions.EXIT_WITH_PARENT)
  private boolean withParent;

  @Option(names = TierOptions.NO_AUTOVACUUM)
  private boolean noAutovacuum;

  @Option(names = TierOptions.VALIDATE_ONLY)
  private boolean check;

  private final CompletableFuture<StartedDatabase> running = new CompletableFuture<>();
  private final CompletableFuture<String> broken = new CompletableFuture<>();

  interface OracleStarter {
    StartedDatabase start(
        OracleSettings settings, CompletableFuture<Void> unwanted, Consumer<String> progress);
  }

  DatabaseCommand() {
    this(OracleServer::start);
  }

  DatabaseCommand(OracleStarter oracle) {
    this.oracle = oracle;
  }

  @Override
  public Integer call() {
    checkOptions();
    if (check) {
      OracleServer.requireDocker();
      return 0;
    }
    try (StopRequest stop = new StopRequest(withParent, STOP_TIMEOUT, this::receive)) {
      serve(stop);
    }
    return 0;
  }

  private void serve(StopRequest stop) {
    try (StartedDatabase server = start(stop)) {
      install(server, stop);
      if (!commitDelay.isZero()) {
        delayCommits(server, commitDelay);
      }
      printReady(server);
      running.complete(server);
      awaitEnd(stop, server);
    } catch (EnvironmentException e) {
      if (!stop.requested.isDone()) {
        throw e;
      }
    }
    print("Stopped.", Map.of("event", StoppedEvent.EVENT));
  }

  private void receive(String line) {
    var unused = running.thenAccept(server -> handle(server, line));
  }

  private void handle(StartedDatabase server, String line) {
    try {
      CommitDelay.parse(line)
          .ifPresent(
              micros -> {
                delayCommits(server, Duration.of(micros, ChronoUnit.MICROS));
                print("Commits wait for " + micros + " µs.", new CommitDelay(micros));
              });
      FaultCommand.of(line)
          .map(fault -> new FaultCommand.Done(fault, apply(server, fault)))
          .ifPresent(done -> print(done.line(), done));
    } catch (EnvironmentException e) {
      broken.complete(e.getMessage());
    }
  }

  private static String apply(StartedDatabase server, FaultCommand fault) {
    if (!(server instanceof EmbeddedPostgres postgres)) {
      return "requires the embedded PostgreSQL";
    }
    if (fault.kind() == FaultKind.DB_FREEZE) {
      postgres.freeze(fault.begins());
    } else if (fault.kind() != FaultKind.DB_RESTART) {
      return "is not a database fault";
    } else if (fault.begins()) {
      postgres.crash();
    } else {
      postgres.revive();
    }
    return "";
  }

  private static void delayCommits(StartedDatabase server, Duration delay) {
    if (server instanceof EmbeddedPostgres postgres) {
      postgres.delayCommits(delay);
    }
  }

  private void checkOptions() {
    CommandErrors.checkPort(TierOptions.PORT, port);
    boolean few = users >= 1 && users <= MAX_USERS;
    refuseValueIf(!few, "--users", users, "a number from 1 to " + MAX_USERS);
    String kinds = "choose one of " + String.join(", ", TierOptions.DATABASES);
    refuseValueIf(!TierOptions.DATABASES.contains(db), "--db", db, kinds);
    Duration max = Duration.of(CommitDelay.MAX_MICROS, ChronoUnit.MICROS);
    String delay = commitDelay.toMillis() + "ms";
    refuseValueIf(commitDelay.compareTo(max) > 0, TierOptions.COMMIT_DELAY, delay, "at most 100ms");
    boolean isOracle = db.equals(TierOptions.ORACLE);
    String rule = "requires --db embedded; Oracle has no such setting";
    refuseValueIf(isOracle && !commitDelay.isZero(), TierOptions.COMMIT_DELAY, delay, rule);
    refuseIf(check && !isOracle, "--validate-only requires --db oracle");
    refuseIf(noAutovacuum && isOracle, "--no-autovacuum requires --db embedded");
  }

  private StartedDatabase start(StopRequest stop) {
    if (db.equals(TierOptions.ORACLE)) {
      return oracle.start(
          OracleSettings.here(port), stop.requested, line -> print(line, new ProgressLine(line)));
    }
    Password password = Passwords.here().given().orElseGet(Password::random);
    Map<String, String> settings = noAutovacuum ? Map.of("autovacuum", "off") : Map.of();
    return EmbeddedPostgres.start(port, password, settings);
  }

  private void install(StartedDatabase server, StopRequest stop) {
    try (Connection connection = server.connect()) {
      var unused = stop.requested.thenRun(() -> abort(connection));
      Schema.forUrl(server.url()).installFor(connection, users);
    } catch (SQLException e) {
      throw new EnvironmentException("cannot install the schema: " + e.getMessage(), e);
    }
  }

  private static void abort(Connection connection) {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      // Abort failed because the database has already closed the connection.
    }
  }

  private void printReady(StartedDatabase server) {
    long pid = ProcessHandle.current().pid();
    Map.Entry<String, String> client = server.client();
    String row = "  %-" + Math.max("user".length(), client.getKey().length()) + "s  %s";
    String text =
        String.join(
            System.lineSeparator(),
            server.product() + " is ready, with the schema installed.",
            row.formatted("URL", server.url()),
            row.formatted("user", server.user()),
            row.formatted(client.getKey(), client.getValue()),
            "Stop it with Ctrl-C, or: kill " + pid);
    Map<String, Object> event =
        JsonText.object("event", ReadyEvent.EVENT, "url", server.url(), "user", server.user());
    event.putAll(server.facts());
    event.put("processId", pid);
    print(text, event);
  }

  private void awaitEnd(StopRequest stop, StartedDatabase server) {
    CompletableFuture<String> ended = server.onUnexpectedEnd();
    CompletableFuture.anyOf(stop.requested, ended, broken).join();
    if (broken.isDone()) {
      throw new EnvironmentException(broken.join());
    }
    if (!stop.requested.isDone()) {
      throw new EnvironmentException(server.product() + " ended unexpectedly: " + ended.join());
    }
  }
}
