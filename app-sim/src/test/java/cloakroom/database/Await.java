package cloakroom.database;

import java.time.Duration;
import java.util.function.BooleanSupplier;

public final class Await {
  /** Maximum wait for an event that must happen, also on a slow machine. */
  public static final Duration LIMIT = Duration.ofMinutes(5);

  private Await() {}

  public static void until(String what, BooleanSupplier condition) {
    if (!Polling.until(condition, LIMIT)) {
      throw new AssertionError("not within " + LIMIT.toMinutes() + " minutes: " + what);
    }
  }
}
