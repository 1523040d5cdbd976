package cloakroom.bench.report;

import cloakroom.statistics.Interval;
import java.util.Locale;

/** Formatter of numbers with about three significant digits; NaN becomes a dash. */
final class Rounded {
  static final String NONE = "–";

  private Rounded() {}

  static String number(double value) {
    if (!Double.isFinite(value)) {
      return NONE;
    }
    double size = Math.abs(value);
    String pattern =
        size >= 100 || value == Math.rint(value)
            ? "%,.0f"
            : size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3g";
    return String.format(Locale.ROOT, pattern, value);
  }

  static String ratio(double value) {
    return Interval.NONE.around(value).text(Interval.TIMES);
  }

  /** Formats a ratio with its bounds, and names a ratio of one round or of counts. */
  static String interval(Interval interval) {
    String text = interval.text(Interval.TIMES);
    return interval.blocks() == 1
        ? text + " (one round)"
        : interval.isCounted() ? text + " (counted)" : text;
  }
}
