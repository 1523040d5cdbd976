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

/** PostgreSQL's main server process. */
record Postmaster(Path data, Process child, PidFile file) {
  static final String SUPERUSER = "postgres";

  static final Map<String, String> DEFAULTS =
      Map.ofEntries(
          Map.entry("cluster_name", "cloakroom"),
          Map.entry("listen_addresses", "127.0.0.1"),
          Map.entry("unix_socket_directories", ""),
          Map.entry("max_connections", "600"),
          Map.entry("shared_buffers", "256MB"),
          // Commits must reach the disk as in production, even if a PostgreSQL build has other
          // defaults.
          Map.entry("fsync", "on"),
          Map.entry("synchronous_commit", "on"),
          Map.entry("full_page_writes", "on"),
          Map.entry("jit", "off"),
          // not /dev/shm, which is small in containers and would keep the memory of a killed server
          Map.entry("dynamic_shared_memory_type", "mmap"),
          Map.entry("log_line_prefix", "%m [%p] %q%a "));

  private static final Duration CHILDREN_LIMIT = Duration.ofSeconds(15); // of a killed server
  private static final String CHILDREN_LEFT = "pre-existing shared memory block";

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
            "--pgdata=" + instance.data(),
            "--username=" + SUPERUSER,
            "--pwfile=" + passwordFile,
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--locale=C",
            "--no-instructions",
            "--no-sync"); // the server syncs what it writes; an empty cluster needs no sync
    CommandResult result = Processes.run(instance.path(), drop.command(initdb));
    if (!result.succeeded()) {
      String reason = reason(result.output());
      // A frequent cause of a failed start is a temporary folder mounted with noexec.
      String hint =
          " (if the folder forbids programs, choose another with " + WorkDirectory.OPTION + ")";
      throw new EnvironmentException(
          "initdb failed: " + reason + (reason.contains("ermission denied") ? hint : ""));
    }
  }

  static Optional<Postmaster> start(
      Path home, InstanceDirectory dir, PrivilegeDrop drop, int port, Map<String, String> config) {
    Path data = dir.data();
    String program = home.resolve("bin/postgres").toString();
    List<String> command = new ArrayList<>(List.of(program, "-D", "" + data, "-p", "" + port));
    config.forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
    List<String> ownSession = Processes.inNewSession(drop.command(command));
    long end = System.nanoTime() + CHILDREN_LIMIT.toNanos();
    String log;
    do {
      Process child =
          Processes.start(
              Processes.builder(dir.path(), ownSession)
                  .redirectErrorStream(true)
                  .redirectInput(new File("/dev/null"))
                  .redirectOutput(dir.log().toFile()));
      Polling.until(
          () -> !child.isAlive() || ready(child, data).isPresent(), Duration.ofSeconds(60));
      Optional<PidFile> file = ready(child, data);
      if (child.isAlive() && file.isPresent()) {
        return Optional.of(new Postmaster(data, child, file.get()));
      }
      if (child.isAlive()) {
        Processes.end(child.pid());
      }
      log = dir.readLog();
    } while (log.contains(CHILDREN_LEFT) && System.nanoTime() - end < 0);
    if (!log.contains("Address already in use")) {
      throw new EnvironmentException("PostgreSQL did not start: " + reason(log));
    }
    return Optional.empty();
  }

  /**
   * Returns the content of postmaster.pid if the server is ready. Checks that the file contains
   * this server's process id, because a killed server leaves its file.
   */
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

  /** Stops the server with SIGINT (PostgreSQL's fast shutdown), or else with stronger signals. */
  void stop() {
    if (Processes.isRunning(pid())) {
      Processes.end(pid(), "INT", "QUIT");
    }
    reap();
    if (PidFile.read(data).filter(left -> left.pid() == pid()).isPresent()) {
      Processes.run(List.of("ipcrm", "-m", file.segment()));
    }
  }

  void kill() {
    Processes.end(pid());
    reap();
  }

  /**
   * Waits for the end of the child process: the server, or the tool that started it, such as
   * setpriv. Kills the child after 10 s.
   */
  private void reap() {
    if (!Polling.until(() -> !child.isAlive(), Duration.ofSeconds(10))) {
      child.destroyForcibly();
    }
  }
}
