package cloakroom.passivation;

/** A snapshot that could not be written, read or removed. */
public final class SnapshotStoreException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Whether a later try may go better. */
  public enum Kind {
    /** no snapshot has this id */
    MISSING,
    /** the store cannot be reached or refuses now */
    UNAVAILABLE
  }

  private final Kind kind;

  /** States what could not be done. */
  public SnapshotStoreException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /** Whether a later try may go better. */
  public Kind kind() {
    return kind;
  }
}
