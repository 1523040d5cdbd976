package cloakroom.stress.process;

import cloakroom.platform.Daemons;
import cloakroom.platform.ShutdownSignals;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Signal that ends a run early. When it is raised, every wait of the main thread ends. */
public final class StopSignal {
  private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(60);
  private final CompletableFuture<String> reason = new CompletableFuture<>();

  /**
   * Raises the signal on Ctrl-C or SIGTERM, until the returned object is closed. After a signal,
   * the JVM waits until the main thread has written results and stopped child processes.
   */
  public ShutdownSignals listen() {
    return new ShutdownSignals(
        () -> raise("interrupted"),
        SHUTDOWN_TIMEOUT,
        // Terminates the children on timeout. A child that ignores SIGTERM ends when its input
        // closes.
        () -> ProcessHandle.current().children().forEach(ProcessHandle::destroy),
        StressFailure.INVALID);
  }

  /** Raises the signal with a reason. Later calls have no effect. */
  public void raise(String why) {
    reason.complete(why);
  }

  public boolean raised() {
    return reason.isDone();
  }

  /** Returns why the run ends early; empty if the signal is not raised. */
  public String reason() {
    return reason.getNow("");
  }

  public CompletableFuture<String> future() {
    return reason.copy();
  }

  public void check() {
    if (raised()) {
      throw StressFailure.invalid(reason());
    }
  }

  /**
   * Runs the task on another thread and returns its result. If the signal is raised first, throws
   * StressFailure at once and leaves the task running.
   */
  public <T> T unlessRaised(Supplier<T> work) {
    CompletableFuture<T> done = CompletableFuture.supplyAsync(work, Daemons.each("work"));
    try {
      CompletableFuture.anyOf(done, reason).join();
      if (raised()) {
        throw StressFailure.invalid(reason() + ": nothing was measured");
      }
      return done.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  /** Waits for a future that cannot fail; returns whether it completed within the limit. */
  public static boolean completes(CompletableFuture<?> awaited, Duration limit) {
    try {
      awaited.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }
}
