package cloakroom.cli;

import cloakroom.platform.Daemons;
import cloakroom.platform.ShutdownSignals;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Listener for requests to stop a command: SIGTERM, Ctrl-C, or the end of the parent process, which
 * closes standard input. {@link #close} reports that the stop is complete. The JVM then exits with
 * code 0 or the code set by {@link #exitCode}.
 */
final class StopRequest implements AutoCloseable {
  private static final long ORPHAN_SECONDS = 5; // the database may be gone too
  private final Optional<ProcessHandle> parent = ProcessHandle.current().parent();
  final CompletableFuture<Void> requested = new CompletableFuture<>();
  private final Duration timeout;
  private final ShutdownSignals signals;

  /** Starts to listen. If the stop takes longer than {@code timeout}, exits with code 1. */
  StopRequest(boolean withParent, Duration timeout, Consumer<String> lines) {
    this.timeout = timeout;
    this.signals = new ShutdownSignals(() -> requested.complete(null), timeout, this::giveUp, 0);
    if (withParent) {
      Daemons.readLines(System.in, lines, this::endWithParent);
    }
  }

  private void endWithParent() {
    requested.complete(null);
    Executor later = CompletableFuture.delayedExecutor(ORPHAN_SECONDS, TimeUnit.SECONDS);
    parent.ifPresent(
        process -> {
          var unused = process.onExit().thenRunAsync(() -> Runtime.getRuntime().halt(1), later);
        });
  }

  /** Runs a start-up step. A stop request during the step ends the process without clean-up. */
  <T> T unlessRequested(Supplier<T> work) {
    AtomicBoolean working = new AtomicBoolean(true);
    var unused =
        requested.thenRun(
            () -> {
              if (working.get()) {
                Runtime.getRuntime().halt(0);
              }
            });
    try {
      return work.get();
    } finally {
      working.set(false);
    }
  }

  private void giveUp() {
    exitCode(1);
    System.err.println("app-sim: abandoned the stop after " + timeout.toSeconds() + " s");
  }

  void exitCode(int code) {
    signals.exitCode(code);
  }

  @Override
  public void close() {
    signals.close();
  }
}
