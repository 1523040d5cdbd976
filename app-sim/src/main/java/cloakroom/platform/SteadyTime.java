package cloakroom.platform;

import java.util.concurrent.TimeUnit;

/**
 * Milliseconds since the epoch that never step: the wall-clock time at a start plus the monotonic
 * time since then. Setting the clock during a run therefore does not change any measured duration.
 */
public final class SteadyTime {
  private static volatile long beginning = beginning();

  private SteadyTime() {}

  private static long beginning() {
    return System.currentTimeMillis() - TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }

  /** Reads the wall clock again, when no earlier time will be compared. */
  public static void begin() {
    beginning = beginning();
  }

  public static long millis() {
    return beginning + TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }
}
