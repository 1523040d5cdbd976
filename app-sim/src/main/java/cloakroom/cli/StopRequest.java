package cloakroom.cli;

import cloakroom.platform.OtherProcess;
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
 * Request to stop a command: SIGTERM, Ctrl-C, or the end of standard input for a command with a
 * parent.
 *
 * <p>The exit of the virtual machine waits until {@link #close()}. The exit code is then 0, or that
 * of {@link #exitCode}. No library has a shutdown hook of its own, except those of databases, which
 * repeat what the command does.
 */
final class StopRequest implements AutoCloseable {
  /** Time for a stop after the parent has ended, because its database may be gone too. */
  private static final long ORPHAN_SECONDS = 5;

  private final Optional<ProcessHandle> parent = ProcessHandle.current().parent();
  private final CompletableFuture<Void> requested = new CompletableFuture<>();
  private final Duration timeout;
  private final ShutdownSignals signals;

  private StopRequest(Duration timeout) {
    this.timeout = timeout;
    this.signals = new ShutdownSignals(() -> requested.complete(null), timeout, this::giveUp, 0);
  }

  /**
   * Listens until closed.
   *
   * @param withParent whether the end of standard input is a request
   * @param timeout maximum time of the stop; then the process ends with code 1
   * @param lines receives the lines of standard input
   */
  static StopRequest listen(boolean withParent, Duration timeout, Consumer<String> lines) {
    StopRequest request = new StopRequest(timeout);
    if (withParent) {
      OtherProcess.readLines(System.in, lines, request::endWithParent);
    }
    return request;
  }

  private void endWithParent() {
    requested.complete(null);
    Executor later = CompletableFuture.delayedExecutor(ORPHAN_SECONDS, TimeUnit.SECONDS);
    parent.ifPresent(
        process -> {
          var unused = process.onExit().thenRunAsync(() -> Runtime.getRuntime().halt(1), later);
        });
  }

  /**
   * Runs the work of a start. A request during it ends the process at once with code 0: there are
   * no sessions yet, and the database rolls an unfinished installation back.
   */
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

  /** Completes with the first request. */
  CompletableFuture<Void> requested() {
    return requested;
  }

  private void giveUp() {
    exitCode(1);
    System.err.println("app-sim: abandoned the stop after " + timeout.toSeconds() + " s");
  }

  /** Sets the exit code of the process. */
  void exitCode(int code) {
    signals.exitCode(code);
  }

  @Override
  public void close() {
    signals.close();
  }
}
