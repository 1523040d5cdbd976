package cloakroom.stress.run;

import cloakroom.stress.process.StressFailure;
import cloakroom.usage.Durations;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What values of options have in common that are refused: one line with value, rule, choices. */
final class Rules {
  private static final Duration LONGEST = Duration.ofHours(24);

  private Rules() {}

  static <T> T given(T value, T otherwise) {
    return value == null ? otherwise : value;
  }

  static int within(String option, int value, int least, int most) {
    return within(option, Integer.toString(value), least, most);
  }

  static int within(String option, String value, int least, int most) {
    int number = value.matches("-?\\d{1,9}") ? Integer.parseInt(value) : Integer.MIN_VALUE;
    if (number < least || number > most) {
      throw StressFailure.wrongUse(
          "%s %s: must be a whole number from %d to %d", option, value, least, most);
    }
    return number;
  }

  static String oneOf(String option, String value, List<String> choices) {
    if (!choices.contains(value)) {
      throw StressFailure.wrongUse(
          "%s '%s': unknown; choose from %s", option, value, String.join(", ", choices));
    }
    return value;
  }

  static Duration sane(String option, Duration value) {
    if (value.compareTo(LONGEST) > 0) {
      throw StressFailure.wrongUse(
          "%s %s: must not exceed 24 hours", option, Durations.format(value));
    }
    return value;
  }

  static Duration wholeSeconds(String option, Duration value) {
    if (sane(option, value).toMillis() % 1_000 != 0) {
      throw StressFailure.wrongUse(
          "%s %s: must be in whole seconds, such as 10s", option, Durations.format(value));
    }
    return value;
  }

  static void once(String option, List<String> values, String what) {
    Set<String> seen = new HashSet<>();
    for (String value : values) {
      if (!seen.add(value)) {
        throw StressFailure.wrongUse(
            "%s: '%s' stands there twice; --trials repeats each %s", option, value, what);
      }
    }
  }

  static List<String> split(String text) {
    return Stream.of(text.split(",", -1)).map(String::strip).toList();
  }
}
