package cloakroom.state;

/** Bytes that should be a snapshot and are not: the session that owns them has lost its state. */
public final class CorruptSnapshotException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** States what is wrong with the bytes. */
  public CorruptSnapshotException(String message, Throwable cause) {
    super(message, cause);
  }

  /** States what is wrong with the bytes. */
  public CorruptSnapshotException(String message) {
    super(message);
  }
}
