package cloakroom.database.postgres;

import cloakroom.database.EnvironmentException;
import cloakroom.database.Waiting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The server process: started, and stopped in order. */
final class Postmaster {
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration FAST_LIMIT = Duration.ofSeconds(30);
  private static final Duration QUIT_LIMIT = Duration.ofSeconds(10);

  /** A backend that was forked in the moment its parent was killed takes a second to notice. */
  private static final Duration CHILDREN_LIMIT = Duration.ofSeconds(15);

  private static final String CHILDREN_LEFT = "pre-existing shared memory block";

  /** The port is in use by somebody else. */
  static final class PortTaken extends Exception {
    private static final long serialVersionUID = 1L;

    PortTaken(int port) {
      super("port " + port + " on 127.0.0.1 is in use");
    }
  }

  private final Path data;
  private final Process child;
  private final PostmasterFile file;
  private final long pid;

  private Postmaster(Path data, Process child, PostmasterFile file) {
    this.data = data;
    this.child = child;
    this.file = file;
    this.pid = file.pid();
  }

  /** Starts a server on the instance's data and waits until it accepts connections. */
  static Postmaster start(
      Path home,
      InstanceDirectory instance,
      PrivilegeDrop drop,
      int port,
      Map<String, String> settings)
      throws PortTaken {
    List<String> command = command(home, instance.data(), drop, port, settings);
    long end = System.nanoTime() + CHILDREN_LIMIT.toNanos();
    while (true) {
      long logged = size(instance.log());
      Optional<Postmaster> started = attempt(command, instance);
      if (started.isPresent()) {
        return started.get();
      }
      String log = tail(instance.log(), logged);
      if (!log.contains(CHILDREN_LEFT) || System.nanoTime() - end > 0) {
        throw failure(port, log);
      }
    }
  }

  private static Optional<Postmaster> attempt(List<String> command, InstanceDirectory instance) {
    Process child = launch(command, instance);
    Waiting.until(() -> !child.isAlive() || isReady(child, instance.data()), START_LIMIT);
    if (child.isAlive() && isReady(child, instance.data())) {
      return PostmasterFile.read(instance.data())
          .map(file -> new Postmaster(instance.data(), child, file));
    }
    if (child.isAlive()) {
      Processes.killWithChildren(child.pid());
    }
    return Optional.empty();
  }

  private static List<String> command(
      Path home, Path data, PrivilegeDrop drop, int port, Map<String, String> settings) {
    List<String> postgres =
        new ArrayList<>(
            List.of(
                home.resolve("bin").resolve("postgres").toString(),
                "-D",
                data.toString(),
                "-p",
                Integer.toString(port)));
    settings.forEach((name, value) -> postgres.addAll(List.of("-c", name + "=" + value)));
    return Stream.concat(Session.prefix().stream(), drop.command(postgres).stream()).toList();
  }

  private static Process launch(List<String> command, InstanceDirectory instance) {
    try {
      Process child =
          Processes.builder(instance.path(), command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(instance.log().toFile()))
              .start();
      child.getOutputStream().close();
      return child;
    } catch (IOException e) {
      throw new EnvironmentException("cannot start PostgreSQL (" + e.getMessage() + ")", e);
    }
  }

  /** The file may still be that of a server killed before, so its process must be our child. */
  private static boolean isReady(Process child, Path data) {
    return PostmasterFile.read(data)
        .filter(PostmasterFile::isReady)
        .filter(file -> belongs(file.pid(), child))
        .isPresent();
  }

  private static boolean belongs(long pid, Process child) {
    return pid == child.pid()
        || Processes.WINDOWS
        || child.descendants().anyMatch(handle -> handle.pid() == pid);
  }

  private static EnvironmentException failure(int port, String log) throws PortTaken {
    if (log.contains("Address already in use")) {
      throw new PortTaken(port);
    }
    return new EnvironmentException("PostgreSQL did not start: " + reason(log));
  }

  /** The line of a log that says why. */
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

  private static long size(Path log) {
    try {
      return Files.exists(log) ? Files.size(log) : 0;
    } catch (IOException e) {
      return 0;
    }
  }

  /** What was logged from this position on; empty when the log cannot be read. */
  static String tail(Path log, long from) {
    try {
      byte[] bytes = Files.readAllBytes(log);
      int start = (int) Math.min(from, bytes.length);
      return new String(bytes, start, bytes.length - start, StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return "";
    }
  }

  long pid() {
    return pid;
  }

  /** Completes when the server process has ended, for whatever reason. */
  CompletableFuture<Process> onExit() {
    return child.onExit();
  }

  /** Ends the server, if it still runs, and removes what a killed one leaves in the system. */
  void stop(Path home) {
    if (Processes.isRunning(pid)) {
      shutDown(home);
    }
    reap();
    if (PostmasterFile.read(data).filter(left -> left.pid() == pid).isPresent()) {
      Processes.run(Path.of("/"), List.of("ipcrm", "-m", file.segment()));
    }
  }

  /** Fast shutdown: clients are cut, everything is written; then harder and harder. */
  private void shutDown(Path home) {
    if (Processes.WINDOWS) {
      String pgCtl = home.resolve("bin").resolve("pg_ctl").toString();
      Processes.run(home, List.of(pgCtl, "stop", "-m", "fast", "-D", data.toString()));
    } else {
      Processes.signal("INT", pid);
    }
    if (!Processes.awaitEnd(pid, FAST_LIMIT)) {
      Processes.signal("QUIT", pid);
    }
    if (!Processes.awaitEnd(pid, QUIT_LIMIT)) {
      Processes.killWithChildren(pid);
    }
  }

  /** A tool that stands between us and the server ends with it. */
  private void reap() {
    try {
      if (!child.waitFor(QUIT_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        child.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
