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
 * The wish that a long-running command end in good order: SIGTERM, Ctrl-C, or, for a command with a
 * parent, the end of standard input, which the parent holds open for as long as it lives.
 *
 * <p>This alone decides what happens when the virtual machine is told to end: its exit waits until
 * {@link #close()} says that all is done, and then ends with code 0, a clean stop on request being
 * no failure, or with what {@link #exitCode} was told. No library has a shutdown hook of its own
 * beside it; those of our databases do once more what the command does by itself.
 */
final class StopRequest implements AutoCloseable {
  /** Without its parent a command has nobody to end well for, and its database may be gone too. */
  private static final long ORPHAN_SECONDS = 5;

  private final Optional<ProcessHandle> parent = ProcessHandle.current().parent();
  private final CompletableFuture<Void> requested = new CompletableFuture<>();
  private final Duration limit;
  private final ShutdownSignals interrupts;

  private StopRequest(Duration limit) {
    this.limit = limit;
    this.interrupts = new ShutdownSignals(() -> requested.complete(null), limit, this::giveUp, 0);
  }

  /**
   * Begins to listen.
   *
   * @param withParent whether the end of standard input counts
   * @param limit how long the virtual machine's exit waits; then it ends with code 1, come what may
   * @param told gets what the parent says, a line at a time
   */
  static StopRequest listen(boolean withParent, Duration limit, Consumer<String> told) {
    StopRequest request = new StopRequest(limit);
    if (withParent) {
      OtherProcess.readLines(System.in, told, request::endWithParent);
    }
    return request;
  }

  private void endWithParent() {
    requested.complete(null);
    parent.map(ProcessHandle::onExit).ifPresent(StopRequest::endSoonAfter);
  }

  private static void endSoonAfter(CompletableFuture<ProcessHandle> parentGone) {
    Executor soon = CompletableFuture.delayedExecutor(ORPHAN_SECONDS, TimeUnit.SECONDS);
    var unused = parentGone.thenRunAsync(() -> Runtime.getRuntime().halt(1), soon);
  }

  /**
   * Does the work. A request before its end ends the process at once with code 0: there are no
   * sessions yet, and the database rolls back an installation whose client is gone.
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

  /** Completes when somebody wants the end. */
  CompletableFuture<Void> requested() {
    return requested;
  }

  boolean isRequested() {
    return requested.isDone();
  }

  private void giveUp() {
    exitCode(1);
    System.err.println("app-sim: not stopped within " + limit.toSeconds() + " s, given up");
  }

  /** The code that the process ends with once all is stopped. */
  void exitCode(int code) {
    interrupts.exitCode(code);
  }

  /** All that had to be stopped is stopped. */
  @Override
  public void close() {
    interrupts.close();
  }
}
