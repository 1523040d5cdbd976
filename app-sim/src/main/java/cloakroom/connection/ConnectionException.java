package cloakroom.connection;

import cloakroom.contract.ErrorClass;
import cloakroom.database.errors.SqlErrors;
import java.sql.SQLException;
import java.util.Optional;
import java.util.stream.Stream;

/** Exception for a failed borrow or a failed statement. The message is for the user. */
public final class ConnectionException extends RuntimeException {
  private final ErrorClass kind;

  ConnectionException(ErrorClass kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /**
   * Creates the exception for a failed statement. Code outside this package must use {@link
   * Lease#failure}.
   */
  static ConnectionException inUse(String doing, SQLException thrown) {
    String cause = SqlErrors.isReadTimeout(thrown) ? " (no response within --read-timeout)" : "";
    return new ConnectionException(
        SqlErrors.classifyInUse(thrown), doing + ": " + SqlErrors.oneLine(thrown) + cause, thrown);
  }

  public static Optional<ConnectionException> find(Throwable thrown) {
    return Stream.iterate(thrown, next -> next != null, Throwable::getCause)
        .filter(ConnectionException.class::isInstance)
        .map(ConnectionException.class::cast)
        .findFirst();
  }

  public ErrorClass kind() {
    return kind;
  }
}
