package cloakroom.stress.run;

import java.io.Console;
import java.util.Optional;
import java.util.function.Function;

/**
 * Where the password of a database that exists comes from: the environment, or a person at the
 * terminal; never an argument.
 */
final class DatabasePasswords {
  private final Function<String, String> environment;
  private final Function<String, Optional<String>> prompt;

  DatabasePasswords(
      Function<String, String> environment, Function<String, Optional<String>> prompt) {
    this.environment = environment;
    this.prompt = prompt;
  }

  static DatabasePasswords here() {
    return new DatabasePasswords(System::getenv, DatabasePasswords::ask);
  }

  @SuppressWarnings("SystemConsoleNull") // null before JDK 22; later, no line to read is null too
  private static Optional<String> ask(String user) {
    Console console = System.console();
    char[] typed = console == null ? null : console.readPassword("Password of %s: ", user);
    return Optional.ofNullable(typed).map(String::new);
  }

  /**
   * The password of that user. An empty variable counts as none.
   *
   * @throws BadInput if there is none, and nobody to ask
   */
  Secret of(String user) {
    String given = environment.apply(DatabaseUnderTest.PASSWORD);
    if (given != null && !given.isEmpty()) {
      return Secret.of(given);
    }
    return prompt
        .apply(user)
        .map(Secret::of)
        .orElseThrow(
            () ->
                new BadInput(
                    "no password for database user "
                        + user
                        + ": set the environment variable "
                        + DatabaseUnderTest.PASSWORD
                        + ", or start from a terminal to be asked"));
  }
}
