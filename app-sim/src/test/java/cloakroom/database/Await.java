package cloakroom.database;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits of tests for an event. */
public final class Await {
  /** Time limit of a wait for what must happen, which names what hangs on the slowest machine. */
  public static final Duration LIMIT = Duration.ofMinutes(5);

  private Await() {}

  /** Returns as soon as the condition holds; fails if it does not within {@link #LIMIT}. */
  public static void until(String what, BooleanSupplier condition) {
    if (!Polling.until(condition, LIMIT)) {
      throw new AssertionError("not within " + LIMIT.toMinutes() + " minutes: " + what);
    }
  }
}
