package cloakroom.stress.run;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations as people write them: {@code 300ms}, {@code 3s}, {@code 2m}. */
final class Durations implements ITypeConverter<Duration> {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m)");

  @Override
  public Duration convert(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException(
          "'" + text + "' is not a duration: a whole number with ms, s or m (300ms, 3s, 2m)");
    }
    return of(Long.parseLong(matcher.group(1)), matcher.group(2));
  }

  private static Duration of(long number, String unit) {
    return switch (unit) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      default -> Duration.ofMinutes(number);
    };
  }

  /** The inverse, in the largest unit that needs no fraction. */
  static String format(Duration duration) {
    long millis = duration.toMillis();
    if (millis % 1_000 != 0 || millis == 0) {
      return millis + "ms";
    }
    return millis % 60_000 == 0 ? millis / 60_000 + "m" : millis / 1_000 + "s";
  }
}
