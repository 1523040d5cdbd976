package cloakroom.stress.run;

import static cloakroom.stress.process.StressFailure.refuseIf;

import cloakroom.contract.Variables;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.run.RunSettings.Secret;
import java.io.Console;
import java.util.Optional;
import java.util.function.Function;

/**
 * Where the password of a database comes from: the environment, or a person at the terminal, or
 * chance for one that the run starts; never an argument.
 */
record DatabasePasswords(
    Function<String, String> environment, Function<String, Optional<String>> prompt) {
  private static final String REUSE = "CLOAKROOM_ORACLE_REUSE";

  static DatabasePasswords here() {
    return new DatabasePasswords(System::getenv, DatabasePasswords::ask);
  }

  @SuppressWarnings("SystemConsoleNull") // null before JDK 22; later, no line to read is null too
  private static Optional<String> ask(String user) {
    Console console = System.console();
    char[] typed = console == null ? null : console.readPassword("Password of %s: ", user);
    return Optional.ofNullable(typed).map(String::new);
  }

  /** The password of that user, given or asked for. An empty variable counts as none. */
  Secret of(String user) {
    return given()
        .or(() -> prompt.apply(user).map(Secret::new))
        .orElseThrow(
            () ->
                StressFailure.wrongUse(
                    "no password for database user %s: set the environment variable %s, or start"
                        + " from a terminal to be asked",
                    user, Variables.PASSWORD));
  }

  /**
   * The password for an Oracle that the run starts in a container: the one in the environment, or a
   * random one. A container that is kept is found again by its password, so each run with a random
   * one would leave another container behind.
   */
  Secret ofContainer() {
    String kept = Rules.given(environment.apply(REUSE), "").strip();
    Optional<Secret> given = given();
    refuseIf(
        given.isEmpty() && kept.equals("true"),
        "%s=true needs %s: with a random password no other run could use the container",
        REUSE,
        Variables.PASSWORD);
    return given.orElseGet(Secret::random);
  }

  private Optional<Secret> given() {
    String value = environment.apply(Variables.PASSWORD);
    if (value == null || value.isEmpty()) {
      return Optional.empty();
    }
    refuseIf(
        value.chars().anyMatch(Character::isISOControl),
        "%s holds a control character, such as a line end: set it without",
        Variables.PASSWORD);
    return Optional.of(new Secret(value));
  }
}
