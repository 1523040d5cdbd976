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

/** Somebody wants the run to end early. Raised once; every wait of the main flow listens to it. */
public final class StopSignal {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final CompletableFuture<String> reason = new CompletableFuture<>();

  /**
   * From now on, until the answer is closed, Ctrl-C and SIGTERM raise the signal, and the JVM lives
   * on until the main flow has written what was measured and stopped what it started.
   */
  public ShutdownSignals listen() {
    return new ShutdownSignals(
        () -> raise("interrupted"),
        PATIENCE,
        // what does not obey sees the end of its input when this process is gone
        () -> ProcessHandle.current().children().forEach(ProcessHandle::destroy),
        StressFailure.INVALID);
  }

  /** Raises the signal; only the first reason counts. */
  public void raise(String why) {
    reason.complete(why);
  }

  public boolean raised() {
    return reason.isDone();
  }

  /** Why the run ends early, or "" while nobody asked. */
  public String reason() {
    return reason.getNow("");
  }

  /** Completes with the reason when the signal is raised. */
  public CompletableFuture<String> future() {
    return reason.copy();
  }

  public void check() {
    if (raised()) {
      throw StressFailure.invalid(reason());
    }
  }

  /**
   * Does the work on another thread and returns its result.
   *
   * @throws StressFailure at once if the signal is raised, while the work continues
   */
  public <T> T unlessRaised(Supplier<T> work) {
    CompletableFuture<T> done = CompletableFuture.supplyAsync(work, Daemons.each("work"));
    try {
      CompletableFuture.anyOf(done, future()).join();
      if (raised()) {
        throw StressFailure.invalid(reason() + ": nothing was measured");
      }
      return done.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  /** Waits for something that cannot fail; true when it came in time. */
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
