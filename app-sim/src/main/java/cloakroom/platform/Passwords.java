package cloakroom.platform;

import java.io.Console;
import java.util.Optional;
import java.util.function.Function;

/**
 * Source of database passwords: an environment variable, or a prompt that does not show the input.
 * The prompt returns empty if the process has no terminal.
 */
public record Passwords(
    Function<String, String> environment, Function<String, Optional<Password>> prompt) {
  public static Passwords here() {
    return new Passwords(System::getenv, Passwords::prompt);
  }

  @SuppressWarnings("SystemConsoleNull") // null before JDK 22; later, no line to read is null too
  private static Optional<Password> prompt(String user) {
    Console console = System.console();
    char[] typed = console == null ? null : console.readPassword("Password of %s: ", user);
    return Optional.ofNullable(typed).map(String::new).map(Password::of);
  }

  /** Returns the password in variable {@value Variables#PASSWORD}; empty if not set or "". */
  public Optional<Password> given() {
    String value = environment.apply(Variables.PASSWORD);
    if (value == null || value.isEmpty()) {
      return Optional.empty();
    }
    if (value.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          Variables.PASSWORD + " contains a control character, such as a line end: set it without");
    }
    return Optional.of(Password.of(value));
  }

  public Password of(String user) {
    String form =
        "no password for database user %s: set the environment variable %s, or start from a terminal to enter it";
    return given()
        .or(() -> prompt.apply(user))
        .orElseThrow(() -> new IllegalArgumentException(form.formatted(user, Variables.PASSWORD)));
  }
}
