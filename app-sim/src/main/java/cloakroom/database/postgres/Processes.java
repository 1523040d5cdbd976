package cloakroom.database.postgres;

import cloakroom.database.EnvironmentException;
import cloakroom.database.Polling;
import cloakroom.platform.CommandResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Utility that runs external commands and that inspects and signals processes. */
final class Processes {
  private static final Duration END_LIMIT = Duration.ofSeconds(30);
  private static final Duration COMMAND_LIMIT = Duration.ofSeconds(60);

  // Command prefix that starts a program in a new process session, which Ctrl-C does not reach.
  private static final List<String> NEW_SESSION =
      Stream.of(
              List.of("setsid"),
              List.of("perl", "-MPOSIX", "-e", "POSIX::setsid(); exec { $ARGV[0] } @ARGV"))
          .filter(tool -> run(joined(tool, List.of("sh", "-c", ":"))).succeeded())
          .findFirst()
          .orElse(List.of());

  private Processes() {}

  static List<String> inNewSession(List<String> command) {
    return joined(NEW_SESSION, command);
  }

  static List<String> joined(List<String> prefix, List<String> command) {
    return Stream.concat(prefix.stream(), command.stream()).toList();
  }

  static CommandResult run(List<String> command) {
    return run(Path.of("/"), command);
  }

  static CommandResult run(Path directory, List<String> command) {
    ProcessBuilder builder = builder(directory, command).redirectErrorStream(true);
    return CommandResult.of(builder, "", COMMAND_LIMIT);
  }

  static ProcessBuilder builder(Path directory, List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().keySet().removeIf(name -> name.matches("(PG|CLOAKROOM_).*"));
    return builder;
  }

  static Process start(ProcessBuilder builder) {
    try {
      return builder.start();
    } catch (IOException e) {
      throw new EnvironmentException("cannot start PostgreSQL (" + e.getMessage() + ")", e);
    }
  }

  private static void signal(String name, List<String> pids) {
    run(joined(List.of("sh", "-c", "kill -s \"$0\" \"$@\"", name), pids));
  }

  /**
   * Sends a signal to a process, then to its descendants. In this order, a process stopped by STOP
   * cannot create a descendant that misses the signal.
   */
  static void signalTree(String name, long pid) {
    signal(name, List.of(Long.toString(pid)));
    List<String> below =
        ProcessHandle.of(pid).stream()
            .flatMap(ProcessHandle::descendants)
            .map(process -> Long.toString(process.pid()))
            .toList();
    if (!below.isEmpty()) {
      signal(name, below);
    }
  }

  static boolean isRunning(long pid) {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent() && !isZombie(pid);
  }

  private static boolean isZombie(long pid) {
    try {
      Path file = Path.of("/proc", Long.toString(pid), "stat");
      String stat = Files.readString(file, StandardCharsets.ISO_8859_1);
      return stat.startsWith("Z", stat.lastIndexOf(") ") + 2);
    } catch (IOException e) {
      return false; // not Linux
    }
  }

  static String commandLine(long pid) {
    return ProcessHandle.of(pid).flatMap(handle -> handle.info().commandLine()).orElse("");
  }

  static void end(long pid, String... signals) {
    for (String signal : signals) {
      signal(signal, List.of(Long.toString(pid)));
      if (Polling.until(() -> !isRunning(pid), END_LIMIT)) {
        return;
      }
    }
    List<ProcessHandle> all =
        ProcessHandle.of(pid).stream()
            .flatMap(top -> Stream.concat(Stream.of(top), top.descendants()))
            .toList();
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(process -> Polling.until(() -> !isRunning(process.pid()), END_LIMIT));
  }
}
