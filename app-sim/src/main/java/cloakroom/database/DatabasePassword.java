package cloakroom.database;

import cloakroom.contract.Variables;
import java.io.Console;
import java.util.Optional;

/** The database password as commands take it: from the environment, never from an argument. */
public final class DatabasePassword {
  public static final String VARIABLE = Variables.PASSWORD;

  private DatabasePassword() {}

  /** What {@value #VARIABLE} holds; an empty value counts as none. */
  public static Optional<Password> given() {
    String value = System.getenv().getOrDefault(VARIABLE, "");
    if (value.chars().anyMatch(Character::isISOControl)) {
      throw new EnvironmentException(
          VARIABLE + " holds a control character, such as a line end: set it without");
    }
    return value.isEmpty() ? Optional.empty() : Optional.of(Password.of(value));
  }

  /** The one in the environment, or else one that is asked for on the terminal, without echo. */
  public static Password givenOrAsked(String user) {
    return given().orElseGet(() -> ask(user));
  }

  @SuppressWarnings("SystemConsoleNull") // null before JDK 22; later, no line to read is null too
  private static Password ask(String user) {
    Console console = System.console();
    char[] typed = console == null ? null : console.readPassword("Password of %s: ", user);
    if (typed == null) {
      throw new EnvironmentException(
          "no password for database user %s: set the environment variable %s, or start from a terminal to be asked"
              .formatted(user, VARIABLE));
    }
    return Password.of(new String(typed));
  }
}
