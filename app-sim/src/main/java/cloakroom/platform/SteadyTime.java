package cloakroom.platform;

import java.util.concurrent.TimeUnit;

/**
 * Milliseconds since the epoch that never step: what the clock said when this process began to
 * count, and how long ago that was. Moments that are compared with one another are read here, so
 * that a clock which is set meanwhile makes no sample longer, shorter or one of another phase.
 */
public final class SteadyTime {
  private static volatile long beginning = beginning();

  private SteadyTime() {}

  private static long beginning() {
    return System.currentTimeMillis() - TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }

  /** Begins to count anew, where nothing is compared with what was before. */
  public static void begin() {
    beginning = beginning();
  }

  /** Now. */
  public static long millis() {
    return beginning + TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }
}
