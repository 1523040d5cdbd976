package cloakroom.database;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** For tests that wait for what another process does. */
public final class Await {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private Await() {}

  /** Returns as soon as the condition holds; fails when it does not within half a minute. */
  public static void until(String what, BooleanSupplier condition) {
    if (!Waiting.until(condition, LIMIT)) {
      throw new AssertionError("not within " + LIMIT.toSeconds() + " s: " + what);
    }
  }
}
