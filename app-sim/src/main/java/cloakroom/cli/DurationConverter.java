package cloakroom.cli;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Durations as people write them: {@code 200us}, {@code 300ms}, {@code 3s}, {@code 30m}, {@code
 * 2h}.
 */
public final class DurationConverter implements ITypeConverter<Duration> {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})(us|ms|s|m|h)");

  @Override
  public Duration convert(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new TypeConversionException(
          "'" + text + "' is not a duration: a number with us, ms, s, m or h, for example 300ms");
    }
    long number = Long.parseLong(form.group(1));
    return switch (form.group(2)) {
      case "us" -> Duration.of(number, ChronoUnit.MICROS);
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      default -> Duration.ofHours(number);
    };
  }

  /** A distance between a database and its client as people write it: a duration, or 0. */
  public static Duration distance(String option, String text) {
    try {
      return text.equals("0") ? Duration.ZERO : new DurationConverter().convert(text);
    } catch (TypeConversionException e) {
      throw CommandErrors.wrongValue(
          option, text, "choose none, 0 or a duration such as 200us or 1ms");
    }
  }
}
