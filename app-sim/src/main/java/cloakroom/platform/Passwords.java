package cloakroom.platform;

import java.io.Console;
import java.util.Optional;
import java.util.function.Function;

/**
 * Where the password of a database comes from: the environment, or a person at the terminal,
 * without echo; never an argument.
 *
 * @param environment by the names of its variables
 * @param prompt what somebody types for that user; empty without a terminal
 */
public record Passwords(
    Function<String, String> environment, Function<String, Optional<Password>> prompt) {
  /** Those of this process. */
  public static Passwords here() {
    return new Passwords(System::getenv, Passwords::ask);
  }

  @SuppressWarnings("SystemConsoleNull") // null before JDK 22; later, no line to read is null too
  private static Optional<Password> ask(String user) {
    Console console = System.console();
    char[] typed = console == null ? null : console.readPassword("Password of %s: ", user);
    return Optional.ofNullable(typed).map(String::new).map(Password::of);
  }

  /** What {@value Variables#PASSWORD} holds; an empty value counts as none. */
  public Optional<Password> given() {
    String value = environment.apply(Variables.PASSWORD);
    if (value == null || value.isEmpty()) {
      return Optional.empty();
    }
    if (value.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          Variables.PASSWORD + " holds a control character, such as a line end: set it without");
    }
    return Optional.of(Password.of(value));
  }

  /** The password of that user, given or asked for. */
  public Password of(String user) {
    return given()
        .or(() -> prompt.apply(user))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no password for database user %s: set the environment variable %s, or start from a terminal to be asked"
                        .formatted(user, Variables.PASSWORD)));
  }
}
