package cloakroom.stress.process;

import static cloakroom.stress.process.StressFailure.refuseIf;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import cloakroom.contract.FaultCommand;
import cloakroom.contract.ReadyEvent;
import cloakroom.platform.Daemons;
import cloakroom.platform.OneLine;
import cloakroom.platform.Variables;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Child process that reports events: one JSON object per line of its output.
 *
 * <p>The child ends when its standard input does, so it also ends when this process crashes. It
 * ignores SIGINT, so Ctrl-C in a terminal reaches this process only, which then stops its children
 * in order.
 */
public final class ChildProcess implements AutoCloseable {
  /**
   * Child process to start.
   *
   * @param name name in messages: "tier", "database", "engine"
   * @param command command line without secrets, because every user of the machine can read it
   * @param environment additional variables, which may be secret
   * @param log file for the error stream and every output line that is no event
   * @param folder working directory; null for that of this process
   */
  public record Launch(
      String name, List<String> command, Map<String, String> environment, Path log, Path folder) {
    public Launch(String name, List<String> command, Map<String, String> environment, Path log) {
      this(name, command, environment, log, null);
    }

    public Launch with(String... arguments) {
      List<String> longer = Stream.concat(command.stream(), Stream.of(arguments)).toList();
      return new Launch(name, longer, environment, log, folder);
    }

    /** Returns a text without the environment, which may contain a password. */
    @Override
    public String toString() {
      return name + " " + command;
    }
  }

  /** Event of a process that cannot continue; {@code message} is the reason. */
  public static final String FAILED = "failed";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration SIGNAL_TIMEOUT = Duration.ofSeconds(3);

  /** Maximum time of a fault command; a server that was killed may need a long recovery. */
  private static final Duration FAULT_TIMEOUT = Duration.ofSeconds(90);

  /** Lines that are no message: stack frames, and lines that JVMs add to the actual message. */
  private static final List<String> NO_MESSAGES =
      List.of(
          "at ",
          "... ",
          "Picked up ",
          "NOTE: Picked up ",
          "Error: Could not create the Java Virtual Machine.",
          "Error: A fatal exception has occurred. Program will exit.");

  private final Launch launch;
  private final Process process;
  private final Consumer<JsonNode> listener;

  /** Log file; ignores write errors, so that a full disk does not end the run. */
  private final PrintWriter log;

  private final Map<String, CompletableFuture<JsonNode>> firstEvents = new HashMap<>();
  private final CompletableFuture<Integer> exited = new CompletableFuture<>();
  private final Object requestLock = new Object();
  private boolean ended;
  private volatile boolean stopping;
  private volatile String failed = "";
  private volatile String lastError = "";
  private volatile String lastText = "";

  /** First failure to handle a line; empty if there was none. */
  private volatile String unhandled = "";

  private ChildProcess(
      Launch launch, Process process, PrintWriter log, Consumer<JsonNode> listener) {
    this.launch = launch;
    this.process = process;
    this.log = log;
    this.listener = listener;
  }

  /** Starts the process; a dedicated thread passes all events to the listener, in order. */
  public static ChildProcess start(Launch launch, Consumer<JsonNode> listener) {
    try {
      Files.createDirectories(launch.log().toAbsolutePath().getParent());
      PrintWriter log = new PrintWriter(Files.newBufferedWriter(launch.log()), true);
      ProcessBuilder builder = Variables.withoutSecrets(ignoringSigint(launch.command()));
      builder.environment().putAll(launch.environment());
      builder.directory(launch.folder() == null ? null : launch.folder().toFile());
      ChildProcess child = new ChildProcess(launch, builder.start(), log, listener);
      child.readOutput();
      return child;
    } catch (IOException e) {
      throw StressFailure.wrongUse("cannot start the " + launch.name() + ": " + e.getMessage());
    }
  }

  /** A JVM that starts with SIGINT ignored keeps ignoring it. */
  private static List<String> ignoringSigint(List<String> command) {
    if (File.separatorChar != '/') {
      return command;
    }
    Stream<String> shell = Stream.of("sh", "-c", "trap '' INT; exec \"$@\"", "sh");
    return Stream.concat(shell, command.stream()).toList();
  }

  private void readOutput() {
    CompletableFuture<Void> drained =
        CompletableFuture.allOf(
            read("out", process.inputReader(UTF_8), this::onOutput),
            read("err", process.errorReader(UTF_8), this::onError));
    var unused =
        process
            .onExit()
            .thenCompose(
                p -> drained.completeOnTimeout(null, DRAIN_TIMEOUT.toMillis(), MILLISECONDS))
            .whenComplete((nothing, failure) -> onExit());
  }

  private CompletableFuture<Void> read(String what, BufferedReader in, Consumer<String> sink) {
    return CompletableFuture.runAsync(
        () -> {
          try (in) {
            in.lines().forEach(line -> handle(line, sink));
          } catch (IOException | UncheckedIOException e) {
            // the stream ends with its process
          }
        },
        Daemons.each(launch.name() + "-" + what));
  }

  /** Keeps reading after a line that cannot be handled: a full pipe would block the child. */
  private void handle(String line, Consumer<String> sink) {
    try {
      sink.accept(line);
    } catch (RuntimeException | Error e) {
      unhandled = unhandled.isEmpty() ? OneLine.of(e) : unhandled;
      log.println("cannot handle " + line);
      e.printStackTrace(log);
    }
  }

  private void onOutput(String line) {
    JsonNode event = event(line);
    if (event == null) {
      lastText = lastMessage(Stream.of(lastText, line));
      log.println(line);
      return;
    }
    try {
      listener.accept(event);
    } finally {
      if (event.path("event").asText().equals(FAILED)) {
        failed = event.path("message").asText();
      }
      future(event.path("event").asText()).complete(event);
    }
  }

  private static JsonNode event(String line) {
    try {
      JsonNode node = line.startsWith("{") ? JSON.readTree(line) : null;
      return node != null && node.hasNonNull("event") ? node : null;
    } catch (JsonProcessingException e) {
      return null;
    }
  }

  private void onError(String line) {
    lastError = lastMessage(Stream.of(lastError, line));
    log.println(line);
  }

  private void onExit() {
    List<CompletableFuture<JsonNode>> waiting;
    synchronized (this) {
      ended = true;
      waiting = List.copyOf(firstEvents.values());
      log.close();
    }
    waiting.forEach(f -> f.completeExceptionally(failure()));
    exited.complete(process.exitValue());
  }

  private synchronized CompletableFuture<JsonNode> future(String event) {
    CompletableFuture<JsonNode> first =
        firstEvents.computeIfAbsent(event, e -> new CompletableFuture<>());
    if (ended) {
      first.completeExceptionally(failure());
    }
    return first;
  }

  private StressFailure failure() {
    String exit = "the " + launch.name() + " ended with exit code " + process.exitValue();
    return StressFailure.wrongUse(lastOutput().isEmpty() ? exit : lastOutput());
  }

  public long pid() {
    return process.pid();
  }

  /** Completes with the exit code once the process has ended and all its output was read. */
  public CompletableFuture<Integer> exited() {
    return exited.copy();
  }

  /**
   * Waits until the process is ready, and stops it if it does not get ready. Raises the signal if
   * the process ends later and was not stopped.
   */
  public JsonNode ready(Duration limit, StopSignal stop) {
    JsonNode ready;
    try {
      ready = await(ReadyEvent.EVENT, limit, stop);
    } catch (StressFailure e) {
      close();
      throw e;
    }
    var unused =
        exited.thenAccept(
            exitCode -> {
              if (!stopping) {
                String reason = lastOutput().isEmpty() ? "" : ": " + lastOutput();
                String ended = "the %s ended during the run (exit code %d)%s";
                stop.raise(ended.formatted(launch.name(), exitCode, reason));
              }
            });
    return ready;
  }

  /** Completes with the first event of that name; fails when the process ends without it. */
  public CompletableFuture<JsonNode> first(String event) {
    return future(event).copy();
  }

  /** Returns the first event of that name; empty if it was not received yet. */
  public Optional<JsonNode> received(String event) {
    return Optional.ofNullable(future(event).exceptionally(e -> null).getNow(null));
  }

  /**
   * Fails if the process reported a failure.
   *
   * @throws StressFailure also if a line of its output could not be handled
   */
  public void requireSuccess() {
    refuseIf(!failed.isEmpty(), "%s", failed);
    if (!unhandled.isEmpty()) {
      throw StressFailure.invalid(
          "%s: cannot handle its output: %s (its log: %s)"
              .formatted(launch.name(), unhandled, launch.log()));
    }
  }

  /**
   * Returns the reported failure; without one the last message on the error stream; without one
   * that of the output, where a JVM that cannot start writes the reason. Empty if there is none.
   */
  public String lastOutput() {
    return Stream.of(failed, lastError, lastText)
        .filter(text -> !text.isEmpty())
        .findFirst()
        .orElse("");
  }

  /** Returns the last line that is a message; empty without one. */
  public static String lastMessage(Stream<String> lines) {
    return lines
        .map(String::strip)
        .filter(line -> !line.isEmpty() && NO_MESSAGES.stream().noneMatch(line::startsWith))
        .reduce("", (earlier, later) -> later);
  }

  /**
   * Waits for the first event of that name.
   *
   * @throws StressFailure if the process ends without it, at the limit, or if the signal is raised
   */
  public JsonNode await(String event, Duration limit, StopSignal stop) {
    CompletableFuture<JsonNode> first = first(event);
    try {
      CompletableFuture.anyOf(first, stop.future()).get(limit.toMillis(), MILLISECONDS);
      if (!first.isDone()) {
        stop.check();
      }
      return first.join();
    } catch (ExecutionException | CompletionException e) {
      throw failure();
    } catch (TimeoutException e) {
      throw StressFailure.wrongUse(
          "the %s did not report \"%s\" within %d s (its log: %s)",
          launch.name(), event, limit.toSeconds(), launch.log());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw StressFailure.invalid("interrupted");
    }
  }

  /** Writes a line to its input and waits for the next event of that name. */
  public JsonNode request(String line, String event, Duration limit, StopSignal stop) {
    synchronized (requestLock) {
      synchronized (this) {
        firstEvents.remove(event);
      }
      send(line);
      return await(event, limit, stop);
    }
  }

  /**
   * Starts or ends a fault, also after the stop signal.
   *
   * @return reason for a failure; empty without one, or if the process is stopped concurrently
   */
  public String sendFault(FaultCommand command) {
    try {
      return request(command.line(), FaultCommand.Done.EVENT, FAULT_TIMEOUT, new StopSignal())
          .path("failure")
          .asText();
    } catch (StressFailure e) {
      if (stopping) {
        return "";
      }
      throw e;
    }
  }

  /** Writes one line to its input; does nothing if the process has ended. */
  public void send(String line) {
    try {
      process.getOutputStream().write((line + "\n").getBytes(UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      // the process has ended
    }
  }

  /** Closes its input, terminates it by a signal after the grace, then kills it. */
  public int stop(Duration grace) {
    stopping = true;
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // the process has ended
    }
    if (!endsWithin(grace)) {
      process.destroy();
    }
    if (!endsWithin(SIGNAL_TIMEOUT)) {
      kill();
    }
    return endsWithin(SIGNAL_TIMEOUT) ? exited.join() : -1;
  }

  /** Waits for the end of the process and returns whether it ended in time. */
  public boolean endsWithin(Duration limit) {
    return StopSignal.completes(exited(), limit);
  }

  public void kill() {
    stopping = true;
    process.destroyForcibly();
  }

  /** Stops it, with ten seconds of grace; does nothing if it has ended. */
  @Override
  public void close() {
    stop(Duration.ofSeconds(10));
  }
}
