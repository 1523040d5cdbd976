package cloakroom.database;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** For tests that wait for what another process does. */
public final class Await {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private Await() {}

  /** Returns as soon as the condition holds; fails when it does not within half a minute. */
  public static void until(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("not within " + LIMIT.toSeconds() + " s: " + what);
      }
      LockSupport.parkNanos(10_000_000);
    }
  }
}
