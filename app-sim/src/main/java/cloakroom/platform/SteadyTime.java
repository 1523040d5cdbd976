package cloakroom.platform;

import java.util.concurrent.TimeUnit;

/** Clock in epoch milliseconds that ignores later adjustments of the system clock. */
public final class SteadyTime {
  private static volatile long beginning = beginning();

  private SteadyTime() {}

  private static long beginning() {
    return System.currentTimeMillis() - TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }

  /** Sets this clock to the current system time. Do not compare earlier with later readings. */
  public static void begin() {
    beginning = beginning();
  }

  public static long millis() {
    return beginning + TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }
}
