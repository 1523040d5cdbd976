package cloakroom.database.postgres;

import cloakroom.database.Polling;
import cloakroom.platform.CommandResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Commands that are run, and what the system is asked about processes that are not ours. */
final class Processes {
  private static final Path TOP = Path.of("/");
  private static final Duration END_LIMIT = Duration.ofSeconds(30);
  private static final Duration COMMAND_LIMIT = Duration.ofSeconds(60);

  /** A class of its own, because trying the tools needs this one whole. */
  private static final class ProcessSession {
    /** Makes a session; none where neither of the two exists: then Ctrl-C reaches our children. */
    static final List<String> PREFIX =
        Stream.of(
                List.of("setsid"),
                List.of("perl", "-MPOSIX", "-e", "POSIX::setsid(); exec { $ARGV[0] } @ARGV"))
            .filter(tool -> run(joined(tool, List.of("sh", "-c", ":"))).succeeded())
            .findFirst()
            .orElse(List.of());
  }

  private Processes() {}

  /**
   * The command that runs in a session of its own, so that Ctrl-C in our terminal does not reach it
   * and we decide when it stops.
   */
  static List<String> inOwnSession(List<String> command) {
    return joined(ProcessSession.PREFIX, command);
  }

  static List<String> joined(List<String> prefix, List<String> command) {
    return Stream.concat(prefix.stream(), command.stream()).toList();
  }

  /** Runs a command to its end; a command that cannot be started counts as failed. */
  static CommandResult run(List<String> command) {
    return run(TOP, command);
  }

  static CommandResult run(Path directory, List<String> command) {
    ProcessBuilder builder = builder(directory, command).redirectErrorStream(true);
    return CommandResult.of(builder, "", COMMAND_LIMIT);
  }

  /** A builder whose child inherits neither our database password nor libpq's settings. */
  static ProcessBuilder builder(Path directory, List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder
        .environment()
        .keySet()
        .removeIf(name -> name.startsWith("PG") || name.startsWith("CLOAKROOM_"));
    return builder;
  }

  /** Sends a signal by name; a process that is gone is no error. */
  static void signal(String name, long pid) {
    run(List.of("sh", "-c", "kill -s \"$0\" \"$1\"", name, Long.toString(pid)));
  }

  /** Sends a signal to a process and then to all below it, which is all at once if it is STOP. */
  static void signalTree(String name, long pid) {
    signal(name, pid);
    List<String> below =
        ProcessHandle.of(pid).stream()
            .flatMap(ProcessHandle::descendants)
            .map(process -> Long.toString(process.pid()))
            .toList();
    if (!below.isEmpty()) {
      run(joined(List.of("sh", "-c", "kill -s \"$0\" \"$@\"", name), below));
    }
  }

  /** Whether the process still does something; one that only waits to be reaped does not. */
  static boolean isRunning(long pid) {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent() && !isZombie(pid);
  }

  private static boolean isZombie(long pid) {
    try {
      Path file = Path.of("/proc", Long.toString(pid), "stat");
      String stat = Files.readString(file, StandardCharsets.ISO_8859_1);
      return stat.startsWith("Z", stat.lastIndexOf(") ") + 2);
    } catch (IOException e) {
      return false; // this system has no such file
    }
  }

  /** The command line with its arguments separated by blanks; empty when it cannot be known. */
  static String commandLine(long pid) {
    return ProcessHandle.of(pid).flatMap(handle -> handle.info().commandLine()).orElse("");
  }

  /** Ends a process by one signal after the other, and at last with all that is below it. */
  static void end(long pid, String... signals) {
    for (String signal : signals) {
      signal(signal, pid);
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
