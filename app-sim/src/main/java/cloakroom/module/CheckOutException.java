package cloakroom.module;

import cloakroom.connection.ConnectionException;
import cloakroom.passivation.SnapshotStoreException;
import cloakroom.state.SnapshotCodec.CorruptSnapshotException;
import cloakroom.state.SnapshotCodec.SnapshotTooLargeException;

/**
 * A request that could not have its module, or could not give it back as promised. The code is
 * ADF's (JD-MSG); the message tells what the pool looked like and is fit for a client.
 */
public final class CheckOutException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Why. */
  public enum CheckOutFailure {
    /** every instance was in use for the whole wait (JBO-28102 inside JBO-30003) */
    TIMEOUT("JBO-30003"),
    /** no connection could be had (JBO-26061) */
    CONNECTION("JBO-26061"),
    /** a snapshot could not be written; the state stays in memory (JBO-28030) */
    PASSIVATION("JBO-28030"),
    /** another node has written a newer state of this session (JBO-30010 stands nearest) */
    CONFLICT("JBO-30010"),
    /** the session's snapshot could not be read or rebuilt (JBO-30017 stands nearest) */
    ACTIVATION("JBO-30017"),
    /** the session has ended (JBO-30001) */
    ENDED("JBO-30001"),
    /** another request of the same session did not finish in time */
    SESSION_BUSY("JBO-30003"),
    /** the pool is closed or closing */
    CLOSED("JBO-30003");

    private final String code;

    CheckOutFailure(String code) {
      this.code = code;
    }

    /** ADF's message code. */
    public String code() {
      return code;
    }
  }

  private final CheckOutFailure reason;

  /**
   * Returns the failure for a log to print with its stack trace; null for one of a connection, the
   * store or a snapshot, which its message explains.
   */
  public static Throwable unexpected(Throwable failure) {
    boolean explained =
        failure instanceof CheckOutException
            || failure instanceof ConnectionException
            || failure instanceof SnapshotStoreException
            || failure instanceof SnapshotTooLargeException
            || failure instanceof CorruptSnapshotException;
    return explained ? null : failure;
  }

  CheckOutException(CheckOutFailure reason, String message, Throwable cause) {
    super(message.startsWith(reason.code()) ? message : reason.code() + ": " + message, cause);
    this.reason = reason;
  }

  CheckOutException(CheckOutFailure reason, String message) {
    this(reason, message, null);
  }

  /** Failure of a request whose session this node cannot continue. */
  public static CheckOutException ended(RuntimeException cause) {
    return new CheckOutException(
        CheckOutFailure.ENDED,
        "the session has ended at another node, or its state is gone",
        cause);
  }

  public CheckOutFailure reason() {
    return reason;
  }
}
