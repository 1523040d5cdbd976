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
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
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
 * Child process that writes events, one JSON object per line, to standard output. The child ends
 * when its standard input closes, for example because the parent crashed. It ignores Ctrl-C,
 * because the parent stops its children in order.
 */
public final class ChildProcess implements AutoCloseable {
  /**
   * Process to start.
   *
   * @param command command line without secrets, because all users of the machine can read it
   * @param log file for standard error, and for lines of standard output that are no events
   * @param folder working directory; null for the working directory of this process
   */
  public record Launch(
      String name, List<String> command, Map<String, String> environment, Path log, Path folder) {
    public Launch with(String... arguments) {
      List<String> longer = Stream.concat(command.stream(), Stream.of(arguments)).toList();
      return new Launch(name, longer, environment, log, folder);
    }

    /** Returns name and command. Omits the environment, which may contain a password. */
    @Override
    public String toString() {
      return name + " " + command;
    }
  }

  /** Event by which a child reports that it cannot continue; {@code message} is the reason. */
  public static final String FAILED = "failed";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration SIGNAL_TIMEOUT = Duration.ofSeconds(3);
  // Long, because the database must recover after an injected kill.
  private static final Duration FAULT_TIMEOUT = Duration.ofSeconds(90);
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
  // A PrintWriter ignores write errors, so a full disk does not end the run.
  private final PrintWriter log;
  private final Map<String, CompletableFuture<JsonNode>> firstEvents = new HashMap<>();
  private final CompletableFuture<Integer> exited = new CompletableFuture<>();
  private final Object requestLock = new Object();
  private boolean ended;
  private volatile boolean stopping;
  private volatile String failed = "";
  private volatile String lastError = "";
  private volatile String lastText = "";
  private volatile String unhandled = "";

  private ChildProcess(
      Launch launch, Process process, PrintWriter log, Consumer<JsonNode> listener) {
    this.launch = launch;
    this.process = process;
    this.log = log;
    this.listener = listener;
    CompletableFuture<Void> drained =
        CompletableFuture.allOf(
            read(process.getInputStream(), this::onOutput),
            read(process.getErrorStream(), this::onError));
    long limit = DRAIN_TIMEOUT.toMillis();
    var unused =
        process
            .onExit()
            .thenCompose(p -> drained.completeOnTimeout(null, limit, MILLISECONDS))
            .whenComplete((nothing, failure) -> onExit());
  }

  public static ChildProcess start(Launch launch, Consumer<JsonNode> listener) {
    try {
      Files.createDirectories(launch.log().toAbsolutePath().getParent());
      PrintWriter log = new PrintWriter(Files.newBufferedWriter(launch.log()), true);
      // The shell ignores SIGINT (Ctrl-C), and the JVM that it starts inherits this setting.
      Stream<String> shell = Stream.of("sh", "-c", "trap '' INT; exec \"$@\"", "sh");
      Stream<String> first = File.separatorChar == '/' ? shell : Stream.empty();
      List<String> command = Stream.concat(first, launch.command().stream()).toList();
      ProcessBuilder builder = Variables.withoutSecrets(command);
      builder.environment().putAll(launch.environment());
      builder.directory(launch.folder() == null ? null : launch.folder().toFile());
      return new ChildProcess(launch, builder.start(), log, listener);
    } catch (IOException e) {
      throw StressFailure.wrongUse("cannot start the " + launch.name() + ": " + e.getMessage());
    }
  }

  private CompletableFuture<Void> read(InputStream in, Consumer<String> sink) {
    CompletableFuture<Void> ended = new CompletableFuture<>();
    Daemons.readLines(in, line -> handle(line, sink), () -> ended.complete(null));
    return ended;
  }

  /**
   * Handles one line of output and logs exceptions. An exception would end the reading thread, and
   * the child would then block on a full pipe.
   */
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
    String name = event.path("event").asText();
    try {
      listener.accept(event);
    } finally {
      failed = name.equals(FAILED) ? event.path("message").asText() : failed;
      future(name).complete(event);
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

  /** Completes with the exit code after the process has ended and its output was read. */
  public CompletableFuture<Integer> exited() {
    return exited.copy();
  }

  /**
   * Waits until the process reports that it is ready; stops the process on failure. Later, raises
   * {@code stop} if the process ends unexpectedly.
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

  /** Completes with the first event of this name; fails if the process ends without the event. */
  public CompletableFuture<JsonNode> first(String event) {
    return future(event).copy();
  }

  /** Returns the first event of this name; empty if it has not arrived. */
  public Optional<JsonNode> received(String event) {
    return Optional.ofNullable(future(event).exceptionally(e -> null).getNow(null));
  }

  public void requireSuccess() {
    refuseIf(!failed.isEmpty(), "%s", failed);
    if (!unhandled.isEmpty()) {
      String form = "%s: cannot handle its output: %s (its log: %s)";
      throw StressFailure.invalid(form.formatted(launch.name(), unhandled, launch.log()));
    }
  }

  /**
   * Returns why the process failed; "" if unknown. Uses the message of the {@link #FAILED} event,
   * else the last message on standard error, else the last one on standard output, where a JVM
   * reports that it cannot start.
   */
  public String lastOutput() {
    Stream<String> texts = Stream.of(failed, lastError, lastText);
    return texts.filter(text -> !text.isEmpty()).findFirst().orElse("");
  }

  /** Returns the last line that is no stack frame or JVM notice; "" if there is no such line. */
  public static String lastMessage(Stream<String> lines) {
    return lines
        .map(String::strip)
        .filter(line -> !line.isEmpty() && NO_MESSAGES.stream().noneMatch(line::startsWith))
        .reduce("", (earlier, later) -> later);
  }

  /** Waits for the first event with this name. Throws StressFailure on timeout or stop signal. */
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

  /** Writes a line to the child's input and waits for the next event with this name. */
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
   * Sends a command that starts or ends a fault. Returns the child's error message; "" on success
   * or if the child is being stopped.
   */
  public String sendFault(FaultCommand command) {
    String event = FaultCommand.Done.EVENT;
    try {
      JsonNode done = request(command.line(), event, FAULT_TIMEOUT, new StopSignal());
      return done.path("failure").asText();
    } catch (StressFailure e) {
      if (stopping) {
        return "";
      }
      throw e;
    }
  }

  public void send(String line) {
    try {
      process.getOutputStream().write((line + "\n").getBytes(UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      // The process has ended, as its exit code shows.
    }
  }

  /**
   * Closes the child's standard input, which ends the child. If the child still runs after {@code
   * grace}, terminates and then kills it. Returns the exit code, or -1 if it is unknown.
   */
  public int stop(Duration grace) {
    stopping = true;
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // The process has ended, so its input is closed already.
    }
    if (!endsWithin(grace)) {
      process.destroy();
    }
    if (!endsWithin(SIGNAL_TIMEOUT)) {
      kill();
    }
    return endsWithin(SIGNAL_TIMEOUT) ? exited.join() : -1;
  }

  public boolean endsWithin(Duration limit) {
    return StopSignal.completes(exited(), limit);
  }

  public void kill() {
    stopping = true;
    process.destroyForcibly();
  }

  @Override
  public void close() {
    stop(Duration.ofSeconds(10));
  }
}
