package cloakroom.bench.lab;

import java.util.Locale;

/** How long something will still take, in words. */
public final class TimeLeft {
  private static final int MINUTE = 60;

  private TimeLeft() {}

  /** In tens of seconds up to two minutes, then in minutes; nothing as long as nobody knows. */
  public static String words(double seconds) {
    if (Double.isNaN(seconds)) {
      return "";
    }
    return seconds < 2 * MINUTE
        ? String.format(
            Locale.ROOT, "; about %.0f s left", Math.max(1, Math.ceil(seconds / 10)) * 10)
        : String.format(Locale.ROOT, "; about %.0f min left", Math.ceil(seconds / MINUTE));
  }
}
