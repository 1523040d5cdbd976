package cloakroom.database.postgres;

import cloakroom.database.Await;
import cloakroom.database.Database;
import cloakroom.database.Password;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A server that a test kills and starts again on the same data, port and password. */
public final class MortalPostgres implements Database {
  private final Path folder;
  private EmbeddedPostgres server;

  /** Starts the server. */
  public MortalPostgres() throws IOException {
    folder = Files.createTempDirectory("cloakroom-mortal");
    FileTree.permissions(folder, "rwx--x--x"); // started by root, it runs as somebody else
    server = EmbeddedPostgres.builder().data(folder.resolve("data")).start();
  }

  /** Kills the server; its backends notice, and have ended when this returns. */
  public void kill() {
    ProcessHandle postmaster = ProcessHandle.of(server.processId()).orElseThrow();
    List<ProcessHandle> all =
        Stream.concat(Stream.of(postmaster), postmaster.descendants()).toList();
    postmaster.destroyForcibly();
    Await.until(
        "every process of the server has ended",
        () -> all.stream().noneMatch(process -> Processes.isRunning(process.pid())));
    server.close();
  }

  /** Starts it again. */
  public void revive() {
    server =
        EmbeddedPostgres.builder()
            .data(folder.resolve("data"))
            .port(server.port())
            .password(server.password())
            .start();
  }

  @Override
  public String url() {
    return server.url();
  }

  @Override
  public String user() {
    return server.user();
  }

  @Override
  public Password password() {
    return server.password();
  }

  @Override
  public void close() {
    server.close();
    FileTree.delete(folder);
  }
}
