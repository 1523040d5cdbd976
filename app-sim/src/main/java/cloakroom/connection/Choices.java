package cloakroom.connection;

import cloakroom.contract.Names;
import java.util.Arrays;
import java.util.stream.Collectors;

/** What settings may be: a wrong one is answered with the rule or the choices. */
public final class Choices {
  private Choices() {}

  static void require(boolean holds, String setting, Object value, String rule) {
    if (!holds) {
      throw new IllegalArgumentException(setting + " " + value + ": must be " + rule);
    }
  }

  /** Reads an enum constant by its lower-case name. */
  public static <E extends Enum<E>> E parse(Class<E> type, String setting, String name) {
    return Arrays.stream(type.getEnumConstants())
        .filter(choice -> Names.words(choice).equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(refusal(type, setting, name)));
  }

  private static <E extends Enum<E>> String refusal(Class<E> type, String setting, String name) {
    return Arrays.stream(type.getEnumConstants())
        .map(Names::words)
        .collect(
            Collectors.joining(", ", "unknown " + setting + " '" + name + "': choose one of ", ""));
  }
}
