package cloakroom.stress.report;

import cloakroom.stress.measure.Fate;
import cloakroom.stress.measure.Fates;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Shares of probes as text. Only what is all says 100 %, and only what is nothing says 0 %. */
final class Share {
  private Share() {}

  /** A share of 0 to 1 in percent, at most one digit behind the point; a dash for NaN. */
  static String percent(double share) {
    if (Double.isNaN(share)) {
      return "–";
    }
    double percent = share * 100;
    if (percent > 0 && percent < 0.1) {
      return "<0.1 %";
    }
    if (percent < 100 && percent > 99.9) {
      return ">99.9 %";
    }
    String number = String.format(Locale.ROOT, "%.1f", percent);
    return (number.endsWith(".0") ? number.substring(0, number.length() - 2) : number) + " %";
  }

  /** "kept 83 %, leaked 17 %": what did not happen is left out; a dash without probes. */
  static String words(Fates fates) {
    return fates.probes() == 0
        ? "–"
        : Arrays.stream(Fate.values())
            .filter(fate -> fates.of(fate) > 0)
            .map(fate -> fate.key() + " " + percent(fates.share(fate)))
            .collect(Collectors.joining(", "));
  }

  /** "kept 200, lost 0, leaked 40, refused 0 of 240". */
  static String counts(Fates fates) {
    return Arrays.stream(Fate.values())
            .map(fate -> fate.key() + " " + number(fates.of(fate)))
            .collect(Collectors.joining(", "))
        + " of "
        + number(fates.probes());
  }

  static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }
}
