package cloakroom.connection;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Reads an enum constant by its lower-case name; a wrong one is answered with the choices. */
final class Choices {
  private Choices() {}

  static <E extends Enum<E>> E parse(Class<E> type, String setting, String name) {
    return Arrays.stream(type.getEnumConstants())
        .filter(choice -> lower(choice).equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(refusal(type, setting, name)));
  }

  private static <E extends Enum<E>> String refusal(Class<E> type, String setting, String name) {
    return Arrays.stream(type.getEnumConstants())
        .map(Choices::lower)
        .collect(
            Collectors.joining(", ", "unknown " + setting + " '" + name + "': choose one of ", ""));
  }

  private static String lower(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT);
  }
}
