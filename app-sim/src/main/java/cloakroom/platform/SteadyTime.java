package cloakroom.platform;

import java.util.concurrent.TimeUnit;

/** Clock in epoch milliseconds that continues steadily when the system clock is adjusted. */
public final class SteadyTime {
  private static volatile long beginning = beginning();

  private SteadyTime() {}

  private static long beginning() {
    return System.currentTimeMillis() - TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }

  /** Reads the system clock again. Times read earlier are then not comparable with later times. */
  public static void begin() {
    beginning = beginning();
  }

  public static long millis() {
    return beginning + TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }
}
