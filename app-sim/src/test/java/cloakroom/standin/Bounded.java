package cloakroom.standin;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Work that must not hang. It has a thread of its own, because a driver that waits on a socket
 * hears no interrupt; closing the stand-in sets the thread free.
 */
public final class Bounded {
  private Bounded() {}

  /** The result, or an AssertionError when there is none in time. */
  public static <T> T within(Duration bound, String what, Callable<T> work) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread thread = new Thread(() -> complete(result, work), "bounded");
    thread.setDaemon(true);
    thread.start();
    try {
      return result.get(bound.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException hanging) {
      throw new AssertionError(what + " hangs: not over after " + bound, hanging);
    } catch (ExecutionException failure) {
      throw new AssertionError(what + " failed: " + failure.getCause(), failure.getCause());
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  private static <T> void complete(CompletableFuture<T> result, Callable<T> work) {
    try {
      result.complete(work.call());
    } catch (Exception | AssertionError failure) {
      result.completeExceptionally(failure);
    }
  }
}
