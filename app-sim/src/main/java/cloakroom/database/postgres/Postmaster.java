package cloakroom.database.postgres;

import cloakroom.database.EnvironmentException;
import cloakroom.database.Polling;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The server process: started, and stopped in order. */
record Postmaster(Path data, Process child, PostmasterFile file) {
  /** The settings of a server of which nobody wants others. */
  static final Map<String, String> USUAL =
      Map.ofEntries(
          Map.entry("cluster_name", "cloakroom"),
          Map.entry("listen_addresses", "127.0.0.1"),
          Map.entry("unix_socket_directories", ""),
          Map.entry("max_connections", "600"),
          Map.entry("shared_buffers", "256MB"),
          // a commit is on the disk, as it would be in production; said here so that no build of
          // PostgreSQL, no environment and no reader has to guess
          Map.entry("fsync", "on"),
          Map.entry("synchronous_commit", "on"),
          Map.entry("full_page_writes", "on"),
          Map.entry("jit", "off"),
          // a container's /dev/shm may hold 64 MB, and what a killed server leaves there stays;
          // files in the data directory go with it
          Map.entry("dynamic_shared_memory_type", "mmap"),
          Map.entry("log_line_prefix", "%m [%p] %q%a "));

  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration REAP_LIMIT = Duration.ofSeconds(10);

  /** A backend that was forked in the moment its parent was killed takes a second to notice. */
  private static final Duration CHILDREN_LIMIT = Duration.ofSeconds(15);

  private static final String CHILDREN_LEFT = "pre-existing shared memory block";

  /**
   * Starts a server on the instance's data and waits until it accepts connections; nothing if
   * somebody else uses the port.
   */
  static Optional<Postmaster> start(
      Path home,
      InstanceDirectory instance,
      PrivilegeDrop drop,
      int port,
      Map<String, String> settings) {
    Path data = instance.data();
    List<String> command = new ArrayList<>();
    command.add(home.resolve("bin").resolve("postgres").toString());
    command.addAll(List.of("-D", data.toString(), "-p", Integer.toString(port)));
    settings.forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
    List<String> ownSession = Processes.inOwnSession(drop.command(command));
    long end = System.nanoTime() + CHILDREN_LIMIT.toNanos();
    String log;
    do {
      Process child = launch(ownSession, instance);
      Polling.until(() -> !child.isAlive() || ready(child, data).isPresent(), START_LIMIT);
      Optional<PostmasterFile> file = ready(child, data);
      if (child.isAlive() && file.isPresent()) {
        return Optional.of(new Postmaster(data, child, file.get()));
      }
      if (child.isAlive()) {
        Processes.end(child.pid());
      }
      log = instance.readLog();
    } while (log.contains(CHILDREN_LEFT) && System.nanoTime() - end < 0);
    if (!log.contains("Address already in use")) {
      throw new EnvironmentException("PostgreSQL did not start: " + reason(log));
    }
    return Optional.empty();
  }

  private static Process launch(List<String> command, InstanceDirectory instance) {
    try {
      Process child =
          Processes.builder(instance.path(), command)
              .redirectErrorStream(true)
              .redirectOutput(instance.log().toFile())
              .start();
      child.getOutputStream().close();
      return child;
    } catch (IOException e) {
      throw new EnvironmentException("cannot start PostgreSQL (" + e.getMessage() + ")", e);
    }
  }

  /** The file may still be that of a server killed before, so its process must be our child. */
  private static Optional<PostmasterFile> ready(Process child, Path data) {
    return PostmasterFile.read(data)
        .filter(PostmasterFile::isReady)
        .filter(
            file ->
                file.pid() == child.pid()
                    || child.descendants().anyMatch(below -> below.pid() == file.pid()));
  }

  static String reason(String log) {
    return log.lines()
        .filter(line -> line.matches(".*\\b(FATAL|PANIC|ERROR|error):.*"))
        .map(line -> line.replaceFirst("^.*?\\b(FATAL|PANIC|ERROR|error): *", ""))
        .findFirst()
        .orElseGet(() -> lastLine(log));
  }

  static String lastLine(String log) {
    return log.lines().reduce((first, second) -> second).orElse("it wrote no log");
  }

  long pid() {
    return file.pid();
  }

  /** Completes when the server process has ended, for whatever reason. */
  CompletableFuture<Process> onExit() {
    return child.onExit();
  }

  /**
   * Ends the server, if it still runs: clients are cut, everything is written; then harder and
   * harder. Removes what a killed one leaves in the system.
   */
  void stop() {
    if (Processes.isRunning(pid())) {
      Processes.end(pid(), "INT", "QUIT");
    }
    reap();
    if (PostmasterFile.read(data).filter(left -> left.pid() == pid()).isPresent()) {
      Processes.run(List.of("ipcrm", "-m", file.segment()));
    }
  }

  /** Ends all its processes as a crash of their machine would: nothing is written or told. */
  void kill() {
    Processes.end(pid());
    reap();
  }

  /** A tool that stands between us and the server ends with it. */
  private void reap() {
    if (!Polling.until(() -> !child.isAlive(), REAP_LIMIT)) {
      child.destroyForcibly();
    }
  }
}
