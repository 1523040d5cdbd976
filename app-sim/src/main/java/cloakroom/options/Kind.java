package cloakroom.options;

import cloakroom.command.Durations;
import cloakroom.platform.Names;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import picocli.CommandLine.TypeConversionException;

/**
 * Type of option values: parser, text form and parameter name.
 *
 * @param parameter name of the value in the help text; empty if the option takes no value
 * @param parser parses a text; throws {@link IllegalArgumentException} with the violated rule
 * @param formatter formats a value as a text that {@code parser} accepts
 */
public record Kind<T>(String parameter, Function<String, T> parser, Function<T, String> formatter) {
  public static final Kind<Boolean> FLAG = truth("");
  public static final Kind<Boolean> BOOLEAN = truth("BOOLEAN");
  public static final Kind<Duration> DURATION = duration(Duration.ofHours(24));

  private static Kind<Boolean> truth(String parameter) {
    return new Kind<>(
        parameter,
        text -> {
          require(text.matches("true|false"), "must be true or false");
          return text.equals("true");
        },
        String::valueOf);
  }

  public static Kind<String> text(String parameter) {
    return matching(parameter, text -> true, "");
  }

  public static Kind<String> oneOf(String parameter, List<String> choices) {
    return matching(parameter, choices::contains, "must be one of " + String.join(", ", choices));
  }

  public static <E extends Enum<E>> Kind<E> constant(Class<E> type) {
    List<E> all = List.of(type.getEnumConstants());
    List<String> names = all.stream().map(Names::words).toList();
    Kind<String> name = oneOf("NAME", names);
    return new Kind<>(
        "NAME", text -> all.get(names.indexOf(name.parser().apply(text))), Names::words);
  }

  /** Returns the type of texts that meet the condition; error messages contain {@code rule}. */
  public static Kind<String> matching(String parameter, Predicate<String> condition, String rule) {
    return new Kind<>(
        parameter,
        text -> {
          require(condition.test(text), rule);
          return text;
        },
        text -> text);
  }

  public static Kind<Integer> whole(int minimum, int maximum) {
    return new Kind<>(
        "N",
        text -> {
          int number = text.matches("-?\\d{1,9}") ? Integer.parseInt(text) : Integer.MIN_VALUE;
          String rule = "must be a whole number from %d to %d".formatted(minimum, maximum);
          require(number >= minimum && number <= maximum, rule);
          return number;
        },
        String::valueOf);
  }

  public static Kind<Duration> duration(Duration maximum) {
    return new Kind<>(
        "DURATION",
        text -> {
          Duration time = text.equals("0") ? Duration.ZERO : Durations.parse(text);
          long hours = maximum.toHours();
          String limit = hours > 0 ? hours + " hours" : Durations.format(maximum);
          require(time.compareTo(maximum) <= 0, "must not exceed " + limit);
          return time;
        },
        Durations::format);
  }

  public static void require(boolean met, String rule) {
    if (!met) {
      throw new IllegalArgumentException(rule);
    }
  }

  /**
   * Parses the text of an option's value.
   *
   * @param subject start of the error message, such as the name of the option
   */
  public T parse(String subject, String text) {
    try {
      return parser.apply(text);
    } catch (TypeConversionException e) {
      throw new IllegalArgumentException(subject + ": " + e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(subject + " " + text + ": " + e.getMessage(), e);
    }
  }

  /** Returns the text in normal form. Two texts with equal values have the same normal form. */
  public String normalized(String subject, String text) {
    return formatter.apply(parse(subject, text));
  }
}
