package cloakroom.platform;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Result of an external command.
 *
 * @param output trimmed standard output; if the command did not start or did not end in time, the
 *     reason
 * @param errors trimmed standard error; empty if the caller redirected standard error
 */
public record CommandResult(int exitCode, String output, String errors) {
  /** Exit code of a command that could not be started; a shell returns the same code. */
  public static final int NOT_STARTED = 127;

  /** Exit code of a command killed at its time limit; the tool "timeout" returns the same code. */
  public static final int NOT_ENDED = 124;

  public boolean succeeded() {
    return exitCode == 0;
  }

  public static CommandResult of(ProcessBuilder command, String input, Duration limit) {
    Process process;
    try {
      process = command.start();
    } catch (IOException e) {
      return new CommandResult(NOT_STARTED, e.getMessage(), "");
    }
    CompletableFuture<String> output = readAll(process.getInputStream());
    CompletableFuture<String> errors = readAll(process.getErrorStream());
    Daemons.each("command-input").execute(() -> write(process, input));
    try {
      CompletableFuture.allOf(output, errors, process.onExit())
          .get(limit.toNanos(), TimeUnit.NANOSECONDS);
      return new CommandResult(process.exitValue(), output.join(), errors.join());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return killed(process, "interrupted");
    } catch (TimeoutException e) {
      return killed(process, "no end after " + limit.toSeconds() + " s");
    } catch (ExecutionException e) {
      return killed(process, OneLine.ofCause(e));
    }
  }

  private static CommandResult killed(Process process, String why) {
    process.destroyForcibly();
    return new CommandResult(NOT_ENDED, why, "");
  }

  private static CompletableFuture<String> readAll(InputStream stream) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8).strip();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        },
        Daemons.each("command-output"));
  }

  private static void write(Process process, String input) {
    try (OutputStream stream = process.getOutputStream()) {
      stream.write(input.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // The command ended without reading its input. Its exit code and output show the cause.
    }
  }
}
