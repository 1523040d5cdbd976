package cloakroom.bc4j;

/** A file that cannot be read as a {@code bc4j.xcfg}, or a configuration that is not in it. */
public final class Bc4jException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  Bc4jException(String message) {
    super(message);
  }

  Bc4jException(String message, Throwable cause) {
    super(message, cause);
  }
}
