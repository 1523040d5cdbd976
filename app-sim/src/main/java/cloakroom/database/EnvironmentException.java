package cloakroom.database;

import cloakroom.platform.OneLine;

/**
 * A condition outside the program that prevents its work, such as an unreachable database or a port
 * in use. The message is one line: what was found, what is required, the choices. Commands print it
 * and end with exit code 2, as for an IllegalArgumentException about a wrong value.
 */
public final class EnvironmentException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public EnvironmentException(String message) {
    this(message, null);
  }

  public EnvironmentException(String message, Throwable cause) {
    super(OneLine.of(message), cause);
  }
}
