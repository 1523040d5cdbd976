package cloakroom.module;

import cloakroom.connection.ConnectionException;
import cloakroom.passivation.SnapshotStoreException;
import cloakroom.state.SnapshotCodec.CorruptSnapshotException;
import cloakroom.state.SnapshotCodec.SnapshotTooLargeException;

/**
 * Check-out or check-in that failed. The message starts with ADF's code (JD-MSG) and contains the
 * state of the pool; it may be shown to a client.
 */
public final class CheckOutException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Cause of the failure, with ADF's message code. */
  public enum CheckOutFailure {
    /** every instance was in use for the whole wait (JBO-28102 inside JBO-30003) */
    TIMEOUT("JBO-30003"),
    /** no connection was available */
    CONNECTION("JBO-26061"),
    /** a snapshot could not be written; the state remains in memory */
    PASSIVATION("JBO-28030"),
    /** another node has written a newer state of this session (closest code of ADF) */
    CONFLICT("JBO-30010"),
    /** the session's snapshot could not be read or activated (closest code of ADF) */
    ACTIVATION("JBO-30017"),
    /** the session has ended */
    ENDED("JBO-30001"),
    /** another request of the same session did not finish in time */
    SESSION_BUSY("JBO-30003"),
    /** the pool is closed or closing */
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
   * Returns the failure if a log should print its stack trace; null for an expected failure, of a
   * connection, the store or a snapshot, whose message is enough.
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

  /** Returns the failure of a request whose session this node cannot continue. */
  public static CheckOutException ended(RuntimeException cause) {
    return new CheckOutException(
        CheckOutFailure.ENDED,
        "the session has ended at another node, or its state is lost",
        cause);
  }

  public CheckOutFailure reason() {
    return reason;
  }
}
