package cloakroom.database;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for conditions that no event announces, such as the files and the end of a process. */
public final class Polling {
  private static final Duration STEP = Duration.ofMillis(5);

  private Polling() {}

  /** Returns whether the condition became true within the limit, checked each 5 ms. */
  public static boolean until(BooleanSupplier condition, Duration limit) {
    return until(condition, limit, STEP);
  }

  /** Returns whether the condition became true within the limit, checked once per step. */
  public static boolean until(BooleanSupplier condition, Duration limit, Duration step) {
    long end = System.nanoTime() + limit.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end >= 0 || Thread.currentThread().isInterrupted()) {
        return condition.getAsBoolean();
      }
      LockSupport.parkNanos(step.toNanos());
    }
    return true;
  }
}
