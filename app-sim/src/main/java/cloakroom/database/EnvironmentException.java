package cloakroom.database;

import cloakroom.platform.OneLine;

/**
 * Something outside the program is not as it must be: a database out of reach, a port in use, a
 * folder that cannot be written. The message is one line for a user: what was found, what is
 * needed, what the choices are. Commands print it and end with exit code 2, as they do with an
 * IllegalArgumentException, which names a wrong value, the rule and the choices; who throws either
 * does not repeat that.
 */
public final class EnvironmentException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public EnvironmentException(String message) {
    super(OneLine.of(message));
  }

  public EnvironmentException(String message, Throwable cause) {
    super(OneLine.of(message), cause);
  }
}
