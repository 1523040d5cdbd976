package cloakroom.passivation;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * How the classic store gets a LOB into its row. The sources leave it open, so it is a setting:
 * {@code cloakroom.pstxn.statements}.
 */
public enum PassivationStatements {
  /** Row with an empty LOB, update of the LOB, commit: 3 round trips. */
  INSERT_THEN_LOB("insert"),
  /** Row with an empty LOB, query that locates and locks it, write, commit: 4 round trips. */
  LOCATE_LOB("locate");

  private final String word;

  PassivationStatements(String word) {
    this.word = word;
  }

  /**
   * The constant of that name.
   *
   * @throws IllegalArgumentException naming the value and the choices
   */
  public static PassivationStatements parse(String name) {
    for (PassivationStatements each : values()) {
      if (each.word.equals(name.toLowerCase(Locale.ROOT))) {
        return each;
      }
    }
    throw new IllegalArgumentException(
        "passivation statements " + name + ": choose one of " + choices());
  }

  private static String choices() {
    return Arrays.stream(values())
        .map(PassivationStatements::toString)
        .collect(Collectors.joining(", "));
  }

  @Override
  public String toString() {
    return word;
  }
}
