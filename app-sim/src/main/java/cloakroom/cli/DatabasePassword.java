package cloakroom.cli;

import cloakroom.database.EnvironmentException;
import cloakroom.database.Password;
import java.util.Optional;

/** The database password as commands take it: from the environment, never from an argument. */
final class DatabasePassword {
  static final String VARIABLE = "CLOAKROOM_DB_PASSWORD";

  private DatabasePassword() {}

  /** What {@value #VARIABLE} holds; an empty value counts as none. */
  static Optional<Password> given() {
    String value = System.getenv().getOrDefault(VARIABLE, "");
    if (value.chars().anyMatch(Character::isISOControl)) {
      throw new EnvironmentException(
          VARIABLE + " holds a control character, such as a line end: set it without");
    }
    return value.isEmpty() ? Optional.empty() : Optional.of(Password.of(value));
  }
}
