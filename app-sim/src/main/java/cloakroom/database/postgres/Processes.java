package cloakroom.database.postgres;

import cloakroom.database.Waiting;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** What the operating system is asked about processes that are not ours to wait for. */
final class Processes {
  /** There are neither users by number, signals nor a shell (untested). */
  static final boolean WINDOWS =
      System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows");

  /** The exit code, also a shell's, of a command that could not be started. */
  static final int NOT_STARTED = 127;

  private static final Path PROC = Path.of("/proc");
  private static final Duration KILL_LIMIT = Duration.ofSeconds(10);
  private static final Duration COMMAND_LIMIT = Duration.ofSeconds(60);

  /** How a short command ended: its exit code and all it printed. */
  record Outcome(int exitCode, String output) {
    boolean succeeded() {
      return exitCode == 0;
    }
  }

  private Processes() {}

  /** Runs a command to its end; a command that cannot be started counts as failed. */
  static Outcome run(Path directory, List<String> command) {
    return run(directory, command, "");
  }

  static Outcome run(Path directory, List<String> command, String input) {
    try {
      Process process = builder(directory, command).redirectErrorStream(true).start();
      return finish(process, input);
    } catch (IOException e) {
      return new Outcome(NOT_STARTED, e.getMessage());
    }
  }

  /** A builder whose child inherits neither our database password nor libpq's settings. */
  static ProcessBuilder builder(Path directory, List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().keySet().removeIf(Processes::isPrivate);
    return builder;
  }

  private static boolean isPrivate(String variable) {
    return variable.startsWith("PG") || variable.startsWith("CLOAKROOM_");
  }

  private static Outcome finish(Process process, String input) {
    CompletableFuture<String> output =
        CompletableFuture.supplyAsync(() -> readAll(process), command -> daemon(command).start());
    write(process, input);
    try {
      String text = output.get(COMMAND_LIMIT.toSeconds(), TimeUnit.SECONDS).strip();
      return new Outcome(process.waitFor(), text);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return given(process, "interrupted");
    } catch (ExecutionException | TimeoutException e) {
      return given(process, "no end after " + COMMAND_LIMIT.toSeconds() + " s");
    }
  }

  private static Outcome given(Process process, String reason) {
    process.destroyForcibly();
    return new Outcome(124, reason);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "command-output");
    thread.setDaemon(true);
    return thread;
  }

  private static String readAll(Process process) {
    try (InputStream output = process.getInputStream()) {
      return new String(output.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Process process, String input) {
    try (OutputStream stdin = process.getOutputStream()) {
      stdin.write(input.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // it ended without reading; its output says why
    }
  }

  /** Sends a signal by name (INT, QUIT, KILL); a process that is gone is no error. */
  static void signal(String name, long pid) {
    if (name.equals("KILL")) {
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    } else {
      run(Path.of("/"), List.of("sh", "-c", "kill -s \"$0\" \"$1\"", name, Long.toString(pid)));
    }
  }

  /** Whether the process still does something; one that only waits to be reaped does not. */
  static boolean isRunning(long pid) {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent() && !isZombie(pid);
  }

  private static boolean isZombie(long pid) {
    String stat = read(PROC.resolve(Long.toString(pid)).resolve("stat"));
    int afterName = stat.lastIndexOf(") ") + 2;
    return afterName > 1 && stat.startsWith("Z", afterName);
  }

  /** The command line with its arguments separated by blanks; empty when it cannot be known. */
  static String commandLine(long pid) {
    String proc = read(PROC.resolve(Long.toString(pid)).resolve("cmdline")).replace('\0', ' ');
    return proc.isEmpty()
        ? ProcessHandle.of(pid).flatMap(handle -> handle.info().commandLine()).orElse("")
        : proc;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException | UncheckedIOException e) {
      return "";
    }
  }

  /** True when the process has ended within the limit. */
  static boolean awaitEnd(long pid, Duration limit) {
    return Waiting.until(() -> !isRunning(pid), limit);
  }

  /** Kills a process and all below it, and waits a while for their end. */
  static void killWithChildren(long pid) {
    List<Long> all = family(pid);
    all.forEach(process -> signal("KILL", process));
    all.forEach(process -> awaitEnd(process, KILL_LIMIT));
  }

  private static List<Long> family(long pid) {
    return Stream.concat(
            Stream.of(pid),
            ProcessHandle.of(pid).stream()
                .flatMap(ProcessHandle::descendants)
                .map(ProcessHandle::pid))
        .toList();
  }
}
