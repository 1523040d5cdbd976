package cloakroom.cli;

import java.time.Duration;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Ages: durations of more than zero. */
final class AgeConverter implements ITypeConverter<Duration> {
  private final DurationConverter durations = new DurationConverter();

  @Override
  public Duration convert(String text) {
    if (text.startsWith("-") || durations.convert(text).isZero()) {
      throw new TypeConversionException(
          "'"
              + text
              + "' is no age: expected more than zero (BC4J_CLEANUP ignores negative ages; here they are refused)");
    }
    return durations.convert(text);
  }

  /** The age as it would be typed, for example 24h. */
  static String text(Duration age) {
    return age.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
  }
}
