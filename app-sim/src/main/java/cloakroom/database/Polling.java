package cloakroom.database;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Repeated check of a condition that raises no event, such as the creation of a file. */
public final class Polling {
  private Polling() {}

  public static boolean until(BooleanSupplier condition, Duration limit) {
    return until(condition, limit, Duration.ofMillis(5));
  }

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
