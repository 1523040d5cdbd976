package cloakroom.stress.process;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** Waits that end. */
public final class Waiting {
  private Waiting() {}

  /** Waits for something that cannot fail; true when it came in time. */
  public static boolean completes(CompletableFuture<?> awaited, Duration limit) {
    try {
      awaited.get(limit.toMillis(), MILLISECONDS);
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
