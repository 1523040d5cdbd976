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
    return Double.isFinite(value) ? twoPlaces(value) + " ×" : NONE;
  }

  /**
   * Formats a ratio with its confidence interval, for instance "30.9 × [28.1, 34.0]", or with the
   * range of too few rounds for an interval.
   */
  static String interval(Interval interval) {
    String ratio = ratio(interval.ratio());
    if (interval.blocks() == 1) {
      return ratio + " (one round)";
    }
    String pattern = interval.isConfidence() ? "%s [%s, %s]" : "%s (%s–%s)";
    return interval.isCounted()
        ? ratio + " (counted)"
        : pattern.formatted(ratio, twoPlaces(interval.low()), twoPlaces(interval.high()));
  }

  private static String twoPlaces(double value) {
    double size = Math.abs(value);
    String pattern = size >= 1000 ? "%.3g" : size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, pattern, value);
  }
}
