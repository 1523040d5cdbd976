package cloakroom.database;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what no event announces: another process's files and its end. */
public final class Polling {
  private static final Duration STEP = Duration.ofMillis(5);

  private Polling() {}

  /** True as soon as the condition holds, false when it does not hold within the limit. */
  public static boolean until(BooleanSupplier condition, Duration limit) {
    return until(condition, limit, STEP);
  }

  /** The same, where asking costs something: not more often than each step. */
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
