package cloakroom.database;

import cloakroom.platform.OneLine;

/**
 * Problem outside the program that prevents its work, such as an unreachable database. The message
 * states what was found and what is required. A command prints it and exits with code 2.
 */
public final class EnvironmentException extends RuntimeException {
  public EnvironmentException(String message) {
    this(message, null);
  }

  public EnvironmentException(String message, Throwable cause) {
    super(OneLine.of(message), cause);
  }
}
