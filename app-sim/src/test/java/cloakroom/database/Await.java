package cloakroom.database;

import java.time.Duration;
import java.util.concurrent.Callable;

public final class Await {
  /** Maximum wait for an event that must happen, also on a slow machine. */
  public static final Duration LIMIT = Duration.ofMinutes(5);

  private Await() {}

  public static void until(String what, Callable<Boolean> condition) {
    if (!Polling.until(() -> holds(condition), LIMIT)) {
      throw new AssertionError("not within " + LIMIT.toMinutes() + " minutes: " + what);
    }
  }

  private static boolean holds(Callable<Boolean> condition) {
    try {
      return condition.call();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
