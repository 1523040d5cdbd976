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
import java.time.Duration;
import java.util.ArrayList;
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
 * A process of ours that speaks in events: one JSON object a line on its output.
 *
 * <p>Its input stays open for as long as this process lives: when the parent dies, however it dies,
 * the child sees the end of its input and goes. A terminal's Ctrl-C reaches this process alone,
 * because the child ignores SIGINT: the parent decides in which order things end.
 */
public final class ChildProcess implements AutoCloseable {
  /** The event of a process that gives up, and {@code message} says why in one line. */
  public static final String FAILED = "failed";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration DRAIN = Duration.ofSeconds(2);
  private static final Duration INSIST = Duration.ofSeconds(3);

  /** A server that was killed may have much to recover. */
  private static final Duration OBEY = Duration.ofSeconds(90);

  private final Launch launch;
  private final Process process;
  private final Consumer<JsonNode> listener;

  /** Tells nobody of a full disk, which must not end the run through its log. */
  private final PrintWriter log;

  private final LastOutput errors = new LastOutput();
  private final LastOutput remarks = new LastOutput();
  private final Map<String, CompletableFuture<JsonNode>> firstOf = new HashMap<>();
  private final CompletableFuture<Integer> gone = new CompletableFuture<>();
  private final Object asking = new Object();
  private boolean ended;
  private volatile boolean ending;
  private volatile String failed = "";

  /** First failure to handle a line; empty if there was none. */
  private volatile String unhandled = "";

  private ChildProcess(
      Launch launch, Process process, PrintWriter log, Consumer<JsonNode> listener) {
    this.launch = launch;
    this.process = process;
    this.log = log;
    this.listener = listener;
  }

  /** Starts the process; the listener hears every event, in order, on a thread of its own. */
  public static ChildProcess start(Launch launch, Consumer<JsonNode> listener) {
    try {
      Files.createDirectories(launch.log().toAbsolutePath().getParent());
      PrintWriter log = new PrintWriter(Files.newBufferedWriter(launch.log()), true);
      ProcessBuilder builder = Variables.withoutSecrets(ignoringSigint(launch.command()));
      builder.environment().putAll(launch.environment());
      builder.directory(launch.folder() == null ? null : launch.folder().toFile());
      ChildProcess child = new ChildProcess(launch, builder.start(), log, listener);
      child.follow();
      return child;
    } catch (IOException e) {
      throw StressFailure.wrongUse("cannot start the " + launch.name() + ": " + e.getMessage());
    }
  }

  /** A JVM leaves an ignored SIGINT ignored, so that ignoring it here lasts. */
  private static List<String> ignoringSigint(List<String> command) {
    if (File.separatorChar != '/') {
      return command;
    }
    List<String> wrapped = new ArrayList<>(List.of("sh", "-c", "trap '' INT; exec \"$@\"", "sh"));
    wrapped.addAll(command);
    return wrapped;
  }

  private void follow() {
    CompletableFuture<Void> output = read("out", process.inputReader(UTF_8), this::output);
    CompletableFuture<Void> errors = read("err", process.errorReader(UTF_8), this::error);
    CompletableFuture<Void> drained = CompletableFuture.allOf(output, errors);
    var unused =
        process
            .onExit()
            .thenCompose(p -> drained.completeOnTimeout(null, DRAIN.toMillis(), MILLISECONDS))
            .whenComplete((nothing, failure) -> end());
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

  /** A line that cannot be handled does not end the reading: a full pipe would block the child. */
  private void handle(String line, Consumer<String> sink) {
    try {
      sink.accept(line);
    } catch (RuntimeException | Error e) {
      unhandled = unhandled.isEmpty() ? OneLine.of(e) : unhandled;
      log.println("cannot handle " + line);
      e.printStackTrace(log);
    }
  }

  private void output(String line) {
    JsonNode event = event(line);
    if (event == null) {
      remarks.add(line);
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

  private void error(String line) {
    errors.add(line);
    log.println(line);
  }

  private void end() {
    List<CompletableFuture<JsonNode>> waiting;
    synchronized (this) {
      ended = true;
      waiting = List.copyOf(firstOf.values());
      log.close();
    }
    waiting.forEach(f -> f.completeExceptionally(failure()));
    gone.complete(process.exitValue());
  }

  private synchronized CompletableFuture<JsonNode> future(String event) {
    CompletableFuture<JsonNode> first =
        firstOf.computeIfAbsent(event, e -> new CompletableFuture<>());
    if (ended) {
      first.completeExceptionally(failure());
    }
    return first;
  }

  private StressFailure failure() {
    String words = lastWords();
    return StressFailure.wrongUse(
        words.isEmpty()
            ? "the " + launch.name() + " ended with exit code " + process.exitValue()
            : words);
  }

  public long pid() {
    return process.pid();
  }

  /** Completes with the exit code once the process has ended and all it said was read. */
  public CompletableFuture<Integer> gone() {
    return gone.copy();
  }

  /**
   * Waits until it says that it is ready; should it then end before anybody here has ended it, the
   * signal is raised. One that does not get ready is ended.
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
        gone.thenAccept(
            exitCode -> {
              if (!ending) {
                String words = lastWords().isEmpty() ? "" : ": " + lastWords();
                String how = "the %s ended in mid-run (exit code %d)%s";
                stop.raise(how.formatted(launch.name(), exitCode, words));
              }
            });
    return ready;
  }

  /** Completes with the first event of that name; fails when the process ends without it. */
  public CompletableFuture<JsonNode> first(String event) {
    return future(event).copy();
  }

  /** The first event of that name, if it has come. */
  public Optional<JsonNode> told(String event) {
    CompletableFuture<JsonNode> first = future(event);
    return first.isDone() && !first.isCompletedExceptionally()
        ? Optional.of(first.join())
        : Optional.empty();
  }

  /**
   * Fails with its own word if it has given up.
   *
   * @throws StressFailure also if a line of it could not be handled here
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
   * What it said when it gave up, else the last line that it wrote to its error stream, or else, as
   * of a JVM that cannot start, the last one of its output that is no event; "" when there is
   * neither.
   */
  public String lastWords() {
    return Stream.of(failed, errors.line(), remarks.line())
        .filter(words -> !words.isEmpty())
        .findFirst()
        .orElse("");
  }

  /**
   * Waits for the first event of that name. Fails with the last words of a process that ends
   * without it, when it keeps silent for longer than the limit, and when the signal is raised
   * first.
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
  public JsonNode ask(String line, String event, Duration limit, StopSignal stop) {
    synchronized (asking) {
      synchronized (this) {
        firstOf.remove(event);
      }
      send(line);
      return await(event, limit, stop);
    }
  }

  /**
   * Has a fault of it begin or end, whoever wants to stop; returns why it does not, or nothing,
   * also when it is ended meanwhile.
   */
  public String order(FaultCommand order) {
    try {
      JsonNode done = ask(order.line(), FaultCommand.Done.EVENT, OBEY, new StopSignal());
      return done.path("failure").asText();
    } catch (StressFailure e) {
      if (ending) {
        return "";
      }
      throw e;
    }
  }

  /** Writes one line to its input; does nothing when it is gone. */
  public void send(String line) {
    try {
      process.getOutputStream().write((line + "\n").getBytes(UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      // it has ended already: there is nobody to tell
    }
  }

  /** Closes its input, asks by signal after that grace, then kills it; returns its exit code. */
  public int stop(Duration grace) {
    ending = true;
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // it is gone
    }
    if (!endsWithin(grace)) {
      process.destroy();
    }
    if (!endsWithin(INSIST)) {
      kill();
    }
    return endsWithin(INSIST) ? gone.join() : -1;
  }

  /** Waits for its end; true when it ended in time. */
  public boolean endsWithin(Duration limit) {
    return StopSignal.completes(gone.copy(), limit);
  }

  public void kill() {
    ending = true;
    process.destroyForcibly();
  }

  /** Ends it, with ten seconds of grace; does nothing when it has ended. */
  @Override
  public void close() {
    stop(Duration.ofSeconds(10));
  }
}
