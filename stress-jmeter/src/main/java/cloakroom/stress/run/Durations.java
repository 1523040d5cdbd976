package cloakroom.stress.run;

import static java.time.temporal.ChronoUnit.MICROS;
import static java.time.temporal.ChronoUnit.MILLIS;
import static java.time.temporal.ChronoUnit.MINUTES;
import static java.time.temporal.ChronoUnit.SECONDS;

import cloakroom.contract.TierOptions;
import cloakroom.stress.process.StressFailure;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/** Durations as people write them: {@code 200us}, {@code 300ms}, {@code 3s}, {@code 2m}. */
final class Durations {
  private static final Map<String, ChronoUnit> UNITS =
      Map.of("us", MICROS, "ms", MILLIS, "s", SECONDS, "m", MINUTES);
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})(us|ms|s|m)");

  private Durations() {}

  static Duration parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException(
          "'" + text + "' is not a duration: a whole number with us, ms, s or m (300ms, 3s, 2m)");
    }
    return Duration.of(Long.parseLong(matcher.group(1)), UNITS.get(matcher.group(2)));
  }

  /** How far away a database is to be: a duration, 0, or none for no relay on the way. */
  static String distance(String option, String text) {
    if (!text.equals(TierOptions.DIRECT) && !text.equals("0") && !FORM.matcher(text).matches()) {
      throw StressFailure.wrongUse(
          "%s %s: choose none, 0 or a duration such as 200us or 1ms", option, text);
    }
    return text;
  }

  /** The inverse, in the largest unit that needs no fraction. */
  static String format(Duration duration) {
    long millis = duration.toMillis();
    if (duration.toNanos() % 1_000_000 != 0) {
      return duration.toNanos() / 1_000 + "us";
    }
    if (millis % 1_000 != 0 || millis == 0) {
      return millis + "ms";
    }
    return millis % 60_000 == 0 ? millis / 60_000 + "m" : millis / 1_000 + "s";
  }
}
