package cloakroom.command;

import static java.time.temporal.ChronoUnit.HOURS;
import static java.time.temporal.ChronoUnit.MICROS;
import static java.time.temporal.ChronoUnit.MILLIS;
import static java.time.temporal.ChronoUnit.MINUTES;
import static java.time.temporal.ChronoUnit.SECONDS;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

public final class Durations {
  private static final Map<String, ChronoUnit> UNITS =
      Map.of("us", MICROS, "ms", MILLIS, "s", SECONDS, "m", MINUTES, "h", HOURS);
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})(us|ms|s|m|h)");

  private Durations() {}

  public static boolean isDuration(String text) {
    return FORM.matcher(text).matches();
  }

  public static Duration parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      String rule = "' is not a duration: a whole number with us, ms, s, m or h (300ms, 3s, 2m)";
      throw new TypeConversionException("'" + text + rule);
    }
    return Duration.of(Long.parseLong(form.group(1)), UNITS.get(form.group(2)));
  }

  /** Parses the simulated network latency to the database: a duration, or 0 for none. */
  public static Duration distance(String option, String text) {
    if (!text.equals("0") && !isDuration(text)) {
      throw new IllegalArgumentException(
          option + " " + text + ": choose none, 0 or a duration such as 200us or 1ms");
    }
    return text.equals("0") ? Duration.ZERO : parse(text);
  }

  /**
   * Formats a duration in the largest unit (up to minutes) that needs no fraction. {@link #parse}
   * accepts the result.
   */
  public static String format(Duration duration) {
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
