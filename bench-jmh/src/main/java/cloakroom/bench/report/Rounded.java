package cloakroom.bench.report;

import cloakroom.bench.harness.Interval;
import java.util.Locale;

/** Numbers as people read them: about three digits that count. A dash stands for NaN. */
final class Rounded {
  static final String NONE = "–";

  private Rounded() {}

  /** Three digits or more, thousands apart. */
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

  /** "60.2 ×". */
  static String ratio(double value) {
    return Double.isFinite(value) ? twoPlaces(value) + " ×" : NONE;
  }

  /** "30.9 × [28.1, 34.0]", or a word on the single round or on counts, which do not vary. */
  static String interval(Interval interval) {
    if (Double.isNaN(interval.low())) {
      return ratio(interval.ratio()) + " (one round)";
    }
    return interval.isCounted()
        ? ratio(interval.ratio()) + " (counted)"
        : "%s [%s, %s]"
            .formatted(
                ratio(interval.ratio()), twoPlaces(interval.low()), twoPlaces(interval.high()));
  }

  private static String twoPlaces(double value) {
    double size = Math.abs(value);
    String pattern = size >= 1000 ? "%.3g" : size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, pattern, value);
  }
}
