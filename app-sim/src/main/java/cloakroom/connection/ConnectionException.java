package cloakroom.connection;

import cloakroom.contract.ErrorClass;
import cloakroom.database.errors.SqlErrors;
import java.sql.SQLException;
import java.util.Optional;

/**
 * A connection could not be had, or a statement on it failed. The message is one line for the user;
 * the kind is for programs.
 */
public final class ConnectionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorClass kind;

  ConnectionException(ErrorClass kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /** Classifies what a statement threw; for the outside see {@link Lease#failure}. */
  static ConnectionException inUse(String doing, SQLException thrown) {
    String cause = SqlErrors.isReadTimeout(thrown) ? " (no response within --read-timeout)" : "";
    return new ConnectionException(
        SqlErrors.inUse(thrown), doing + ": " + SqlErrors.oneLine(thrown) + cause, thrown);
  }

  /** The first of its kind among an exception and its causes. */
  public static Optional<ConnectionException> in(Throwable thrown) {
    for (Throwable next = thrown; next != null; next = next.getCause()) {
      if (next instanceof ConnectionException found) {
        return Optional.of(found);
      }
    }
    return Optional.empty();
  }

  public ErrorClass kind() {
    return kind;
  }
}
