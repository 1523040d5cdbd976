package cloakroom.cli;

import cloakroom.contract.TierOptions;
import cloakroom.database.DatabasePassword;
import cloakroom.database.EnvironmentException;
import cloakroom.database.StartedDatabase;
import cloakroom.database.oracle.OracleServer;
import cloakroom.database.oracle.OracleStart;
import cloakroom.database.postgres.EmbeddedPostgres;
import cloakroom.database.script.Schema;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs a database until it is told to stop: the embedded PostgreSQL, or Oracle in a container. */
@Command(
    name = "database",
    description = "Runs a database with the schema installed, until it is stopped.",
    footer =
        "The password of its user comes from CLOAKROOM_DB_PASSWORD; without that it is random.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class DatabaseCommand implements Callable<Integer> {
  private static final int LAST_PORT = 65_535;

  /** A database may take long to write out what it has. */
  private static final Duration STOP_LIMIT = Duration.ofMinutes(2);

  private static final int MOST_USERS = 200_000;

  private final Function<OracleStart, StartedDatabase> oracle;

  @Spec private CommandSpec spec;

  @Option(
      names = TierOptions.DB,
      paramLabel = "KIND",
      defaultValue = TierOptions.EMBEDDED,
      description = "embedded, a PostgreSQL (default), or oracle, in a container.")
  private String db;

  @Option(
      names = TierOptions.PORT,
      paramLabel = "N",
      description = "Port on 127.0.0.1; 0, the default, takes a free one.")
  private int port;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Keep the data in this folder; without it they go when the server stops.")
  private Path data;

  @Option(
      names = TierOptions.USERS,
      paramLabel = "N",
      defaultValue = "1000",
      description = "Rows for so many users, in a database that has none yet (default: 1000).")
  private int users;

  @Mixin private OracleOptions oracleOptions;

  @Option(names = TierOptions.JSON, description = "Print one JSON object for each event.")
  private boolean json;

  @Option(names = TierOptions.WITH_PARENT, description = "Stop when standard input ends.")
  private boolean withParent;

  @Option(
      names = "--check",
      description = "With --db oracle: only find out whether a container can be started here.")
  private boolean check;

  DatabaseCommand() {
    this(OracleServer::start);
  }

  /** With something in the place of Oracle in its container. */
  DatabaseCommand(Function<OracleStart, StartedDatabase> oracle) {
    this.oracle = oracle;
  }

  @Override
  public Integer call() {
    check();
    if (check) {
      OracleServer.requireDocker();
      return 0;
    }
    DatabaseEvents events =
        json ? new DatabaseEvents.JsonLines(out()) : new DatabaseEvents.Plain(out());
    try (StopRequest stop = StopRequest.listen(withParent, STOP_LIMIT)) {
      return serve(stop, events);
    }
  }

  private int serve(StopRequest stop, DatabaseEvents events) {
    try (StartedDatabase server = start(stop, events)) {
      install(server);
      events.ready(server);
      awaitEnd(stop, server);
    } catch (EnvironmentException e) {
      if (!stop.isRequested()) {
        throw e;
      }
    }
    events.stopped();
    return 0;
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private void check() {
    if (port < 0 || port > LAST_PORT) {
      throw CommandErrors.wrongValue(
          spec, "--port", port, "a port is a number from 0 to " + LAST_PORT);
    }
    if (users < 1 || users > MOST_USERS) {
      throw CommandErrors.wrongValue(spec, "--users", users, "a number from 1 to " + MOST_USERS);
    }
    if (!TierOptions.DATABASES.contains(db)) {
      throw CommandErrors.wrongValue(
          spec, "--db", db, "choose one of " + String.join(", ", TierOptions.DATABASES));
    }
    checkKind();
  }

  private void checkKind() {
    if (db.equals(TierOptions.ORACLE)) {
      if (data != null) {
        throw CommandErrors.wrongValue(
            spec, "--data", data, "goes with --db embedded; Oracle's container is kept by --reuse");
      }
      return;
    }
    oracleOptions.requireNone(spec);
    if (check) {
      throw new ParameterException(spec.commandLine(), "--check goes with --db oracle");
    }
  }

  private StartedDatabase start(StopRequest stop, DatabaseEvents events) {
    return db.equals(TierOptions.ORACLE) ? startOracle(stop, events) : startPostgres();
  }

  private EmbeddedPostgres startPostgres() {
    EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder().port(port);
    DatabasePassword.given().ifPresent(builder::password);
    return data == null ? builder.start() : builder.data(data).start();
  }

  private StartedDatabase startOracle(StopRequest stop, DatabaseEvents events) {
    return oracle.apply(
        new OracleStart(
            oracleOptions.settings(port),
            DatabasePassword.given(),
            stop.requested(),
            events::progress));
  }

  private void install(StartedDatabase server) {
    try (Connection connection = server.connect()) {
      Schema.forUrl(server.url()).installFor(connection, users);
    } catch (SQLException e) {
      throw new EnvironmentException("cannot install the schema: " + e.getMessage(), e);
    }
  }

  private static void awaitEnd(StopRequest stop, StartedDatabase server) {
    CompletableFuture<String> ended = server.onUnexpectedEnd();
    CompletableFuture.anyOf(stop.requested(), ended).join();
    if (!stop.isRequested()) {
      throw new EnvironmentException(server.product() + " ended by itself: " + ended.join());
    }
  }
}
