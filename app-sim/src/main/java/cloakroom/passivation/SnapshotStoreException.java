package cloakroom.passivation;

/** A snapshot that could not be written, read or removed. */
public final class SnapshotStoreException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Whether a later try may go better. */
  public enum StoreFailure {
    /** no snapshot has this id, or it is not the one that was asked for */
    MISSING,
    /** what lies under this id is no whole snapshot */
    DAMAGED,
    /** the snapshot to replace is gone or newer: another writer was faster */
    CONFLICT,
    /** the store cannot be reached or refuses now */
    UNAVAILABLE
  }

  private final StoreFailure kind;
  private final transient StoredSnapshot unsure;

  public SnapshotStoreException(StoreFailure kind, String message, Throwable cause) {
    this(kind, message, cause, null);
  }

  private SnapshotStoreException(
      StoreFailure kind, String message, Throwable cause, StoredSnapshot unsure) {
    super(message, cause);
    this.kind = kind;
    this.unsure = unsure;
  }

  /** The same of a write that may have been made: it would have this name. */
  public SnapshotStoreException unlessWritten(StoredSnapshot name) {
    return kind == StoreFailure.UNAVAILABLE
        ? new SnapshotStoreException(kind, getMessage(), getCause(), name)
        : this;
  }

  /** The name of what may be there, because the store did not answer; null where nothing is. */
  public StoredSnapshot unsure() {
    return unsure;
  }

  static SnapshotStoreException missing(String where, long id) {
    return new SnapshotStoreException(StoreFailure.MISSING, where + " has no snapshot " + id, null);
  }

  static SnapshotStoreException damaged(String where, long id) {
    return new SnapshotStoreException(
        StoreFailure.DAMAGED,
        where + " has no whole snapshot " + id + ": its content is damaged",
        null);
  }

  static SnapshotStoreException conflict(String where, Object snapshot) {
    return new SnapshotStoreException(
        StoreFailure.CONFLICT,
        where + " no longer has snapshot " + snapshot + ": it was replaced or removed meanwhile",
        null);
  }

  static SnapshotStoreException unavailable(String message, Exception cause) {
    return new SnapshotStoreException(StoreFailure.UNAVAILABLE, message, cause);
  }

  public StoreFailure kind() {
    return kind;
  }
}
