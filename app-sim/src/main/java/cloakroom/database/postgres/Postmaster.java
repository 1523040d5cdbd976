package cloakroom.database.postgres;

import cloakroom.database.EnvironmentException;
import cloakroom.database.Polling;
import cloakroom.database.postgres.InstanceDirectory.PidFile;
import cloakroom.platform.CommandResult;
import cloakroom.platform.Password;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Server process: initialised, started and stopped in order. */
record Postmaster(Path data, Process child, PidFile file) {
  static final String SUPERUSER = "postgres";

  static final Map<String, String> DEFAULTS =
      Map.ofEntries(
          Map.entry("cluster_name", "cloakroom"),
          Map.entry("listen_addresses", "127.0.0.1"),
          Map.entry("unix_socket_directories", ""),
          Map.entry("max_connections", "600"),
          Map.entry("shared_buffers", "256MB"),
          // commits reach the disk, as in production; explicit, whatever a build or the environment
          // of PostgreSQL defaults to
          Map.entry("fsync", "on"),
          Map.entry("synchronous_commit", "on"),
          Map.entry("full_page_writes", "on"),
          Map.entry("jit", "off"),
          // a container's /dev/shm may have only 64 MB, and what a killed server leaves there
          // stays;
          // files in the data directory are removed with it
          Map.entry("dynamic_shared_memory_type", "mmap"),
          Map.entry("log_line_prefix", "%m [%p] %q%a "));

  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration REAP_LIMIT = Duration.ofSeconds(10);

  /** A backend that was forked when its parent was killed takes a second to notice. */
  private static final Duration CHILDREN_LIMIT = Duration.ofSeconds(15);

  private static final String CHILDREN_LEFT = "pre-existing shared memory block";

  /** Creates the instance's data directory; returns how to start the server on it. */
  static PrivilegeDrop initialise(Path home, InstanceDirectory instance, Password superuser) {
    try {
      Path data = Files.createDirectories(instance.data());
      WorkDirectory.setPermissions(data, "rwx------");
      PrivilegeDrop drop = PrivilegeDrop.forDirectory(data);
      Path file = Password.writeFile(instance.path().resolve("initial"), superuser.reveal() + "\n");
      try {
        drop.give(file);
        initdb(home, instance, drop, file);
      } finally {
        Files.delete(file);
      }
      return drop;
    } catch (IOException e) {
      throw new EnvironmentException("cannot use " + instance.path() + " for data (" + e + ")", e);
    }
  }

  private static void initdb(
      Path home, InstanceDirectory instance, PrivilegeDrop drop, Path passwordFile) {
    List<String> initdb =
        List.of(
            home.resolve("bin/initdb").toString(),
            "-D",
            instance.data().toString(),
            "-U",
            SUPERUSER,
            "--pwfile=" + passwordFile,
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--locale=C",
            "--no-instructions",
            "--no-sync"); // the server syncs what it writes; an empty cluster needs no sync
    CommandResult result = Processes.run(instance.path(), drop.command(initdb));
    if (!result.succeeded()) {
      String reason = reason(result.output());
      // temporary folders are sometimes mounted with noexec
      String hint =
          reason.contains("ermission denied")
              ? " (if the folder forbids programs, choose another with "
                  + WorkDirectory.OPTION
                  + ")"
              : "";
      throw new EnvironmentException("initdb failed: " + reason + hint);
    }
  }

  /**
   * Starts a server on the instance's data and waits until it accepts connections; empty if the
   * port is in use.
   */
  static Optional<Postmaster> start(
      Path home,
      InstanceDirectory instance,
      PrivilegeDrop drop,
      int port,
      Map<String, String> settings) {
    Path data = instance.data();
    List<String> command = new ArrayList<>();
    command.add(home.resolve("bin/postgres").toString());
    command.addAll(List.of("-D", data.toString(), "-p", Integer.toString(port)));
    settings.forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
    List<String> ownSession = Processes.inNewSession(drop.command(command));
    long end = System.nanoTime() + CHILDREN_LIMIT.toNanos();
    String log;
    do {
      Process child =
          Processes.start(
              Processes.builder(instance.path(), ownSession)
                  .redirectErrorStream(true)
                  .redirectInput(new File("/dev/null"))
                  .redirectOutput(instance.log().toFile()));
      Polling.until(() -> !child.isAlive() || ready(child, data).isPresent(), START_LIMIT);
      Optional<PidFile> file = ready(child, data);
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

  /** The file may be that of a server killed before, so its process must be the child's. */
  private static Optional<PidFile> ready(Process child, Path data) {
    return PidFile.read(data)
        .filter(PidFile::isReady)
        .filter(
            file ->
                file.pid() == child.pid()
                    || child.descendants().anyMatch(below -> below.pid() == file.pid()));
  }

  private static String reason(String log) {
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

  /**
   * Ends the server, if it still runs: by SIGINT, which disconnects clients and writes all data,
   * then by stronger signals. Removes the shared memory that a killed one leaves.
   */
  void stop() {
    if (Processes.isRunning(pid())) {
      Processes.end(pid(), "INT", "QUIT");
    }
    reap();
    if (PidFile.read(data).filter(left -> left.pid() == pid()).isPresent()) {
      Processes.run(List.of("ipcrm", "-m", file.segment()));
    }
  }

  /** Kills all processes of the server, as a crash of their machine would. */
  void kill() {
    Processes.end(pid());
    reap();
  }

  /** Waits for the child, which may be a tool that runs the server and ends with it. */
  private void reap() {
    if (!Polling.until(() -> !child.isAlive(), REAP_LIMIT)) {
      child.destroyForcibly();
    }
  }
}
