package cloakroom.cli;

import cloakroom.database.EmbeddedPostgres;
import cloakroom.database.EnvironmentException;
import cloakroom.database.Schema;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the embedded PostgreSQL until it is told to stop. */
@Command(
    name = "database",
    description = "Runs an embedded PostgreSQL with the schema installed, until it is stopped.",
    footer =
        "The password of its role comes from CLOAKROOM_DB_PASSWORD; without that it is random.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class DatabaseCommand implements Callable<Integer> {
  private static final int LAST_PORT = 65_535;
  private static final int MOST_USERS = 200_000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "Port on 127.0.0.1; 0, the default, takes a free one.")
  private int port;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Keep the data in this folder; without it they go when the server stops.")
  private Path data;

  @Option(
      names = "--users",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Rows for so many users, in a database that has none yet (default: 1000).")
  private int users;

  @Option(names = "--json", description = "Print one JSON object for each event.")
  private boolean json;

  @Option(names = "--with-parent", description = "Stop when standard input ends.")
  private boolean withParent;

  @Override
  public Integer call() {
    check();
    DatabaseEvents events =
        json ? new DatabaseEvents.JsonLines(out()) : new DatabaseEvents.Plain(out());
    try (StopRequest stop = StopRequest.listen(withParent)) {
      return serve(stop, events);
    }
  }

  private int serve(StopRequest stop, DatabaseEvents events) {
    try (EmbeddedPostgres server = start()) {
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

  private PrintStream out() {
    return System.out;
  }

  private void check() {
    if (port < 0 || port > LAST_PORT) {
      throw OneLine.wrongValue(spec, "--port", port, "a port is a number from 0 to " + LAST_PORT);
    }
    if (users < 1 || users > MOST_USERS) {
      throw OneLine.wrongValue(spec, "--users", users, "a number from 1 to " + MOST_USERS);
    }
  }

  private EmbeddedPostgres start() {
    EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder().port(port);
    DatabasePassword.given().ifPresent(builder::password);
    return data == null ? builder.start() : builder.data(data).start();
  }

  private void install(EmbeddedPostgres server) {
    try (Connection connection = server.connect()) {
      Schema.forUrl(server.url()).installFor(connection, users);
    } catch (SQLException e) {
      throw new EnvironmentException("cannot install the schema: " + e.getMessage(), e);
    }
  }

  private static void awaitEnd(StopRequest stop, EmbeddedPostgres server) {
    CompletableFuture<String> ended = server.onUnexpectedEnd();
    CompletableFuture.anyOf(stop.requested(), ended).join();
    if (!stop.isRequested()) {
      throw new EnvironmentException("PostgreSQL ended by itself: " + ended.join());
    }
  }
}
