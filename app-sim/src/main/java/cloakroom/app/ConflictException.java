package cloakroom.app;

/**
 * A commit that met another user's work: the row is locked, or no longer what this session read.
 * The session keeps its pending change.
 */
public final class ConflictException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** States the conflict with ADF's code for it. */
  ConflictException(String message, Throwable cause) {
    super(message, cause);
  }
}
