package cloakroom.module;

import cloakroom.connection.ConnectionException;
import cloakroom.passivation.SnapshotStoreException;
import cloakroom.state.SnapshotCodec.CorruptSnapshotException;
import cloakroom.state.SnapshotCodec.SnapshotTooLargeException;

/**
 * Failure of a check-out or check-in. The message starts with ADF's error code (JD-MSG) and
 * describes the pool's state. The message contains no secret, so that a client may receive it.
 */
public final class CheckOutException extends RuntimeException {
  public enum CheckOutFailure {
    /** All instances stayed in use until the wait timed out (JBO-28102 inside JBO-30003). */
    TIMEOUT("JBO-30003"),
    CONNECTION("JBO-26061"),
    /** The snapshot could not be written; the session's state remains in memory. */
    PASSIVATION("JBO-28030"),
    /** Another node has written a newer state of this session. JBO-30010 is ADF's closest code. */
    CONFLICT("JBO-30010"),
    /** The session's snapshot could not be read or activated. JBO-30017 is ADF's closest code. */
    ACTIVATION("JBO-30017"),
    ENDED("JBO-30001"),
    /** Another request of the same session did not finish within the maximum wait. */
    SESSION_BUSY("JBO-30003"),
    CLOSED("JBO-30003");

    private final String code;

    CheckOutFailure(String code) {
      this.code = code;
    }

    public String code() {
      return code;
    }
  }

  private final CheckOutFailure reason;

  /**
   * Returns the failure if its stack trace belongs in the log. Returns null for an expected
   * failure, whose message is sufficient.
   */
  public static Throwable unexpected(Throwable failure) {
    boolean expected =
        failure instanceof CheckOutException
            || failure instanceof ConnectionException
            || failure instanceof SnapshotStoreException
            || failure instanceof SnapshotTooLargeException
            || failure instanceof CorruptSnapshotException;
    return expected ? null : failure;
  }

  CheckOutException(CheckOutFailure reason, String message, Throwable cause) {
    super(message.startsWith(reason.code()) ? message : reason.code() + ": " + message, cause);
    this.reason = reason;
  }

  CheckOutException(CheckOutFailure reason, String message) {
    this(reason, message, null);
  }

  public static CheckOutException ended(RuntimeException cause) {
    String message = "the session has ended at another node, or its state is lost";
    return new CheckOutException(CheckOutFailure.ENDED, message, cause);
  }

  public CheckOutFailure reason() {
    return reason;
  }
}
