package cloakroom.passivation;

/** Failure to write, read or remove a snapshot. */
public final class SnapshotStoreException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Kind of failure; only UNAVAILABLE may disappear with a retry. */
  public enum StoreFailure {
    MISSING,
    DAMAGED,
    CONFLICT,
    UNAVAILABLE
  }

  private final StoreFailure kind;
  private final transient StoredSnapshot possiblyWritten;

  public SnapshotStoreException(StoreFailure kind, String message, Throwable cause) {
    this(kind, message, cause, null);
  }

  private SnapshotStoreException(
      StoreFailure kind, String message, Throwable cause, StoredSnapshot possiblyWritten) {
    super(message, cause);
    this.kind = kind;
    this.possiblyWritten = possiblyWritten;
  }

  /** Adds the name of the snapshot that an unavailable store may have written. */
  public SnapshotStoreException withPossibleWrite(StoredSnapshot name) {
    return kind == StoreFailure.UNAVAILABLE
        ? new SnapshotStoreException(kind, getMessage(), getCause(), name)
        : this;
  }

  /** Returns the snapshot that the store may have written before it failed; null if none. */
  public StoredSnapshot possiblyWritten() {
    return possiblyWritten;
  }

  static SnapshotStoreException missing(String store, long id) {
    return new SnapshotStoreException(StoreFailure.MISSING, store + " has no snapshot " + id, null);
  }

  static SnapshotStoreException damaged(String store, long id) {
    return new SnapshotStoreException(
        StoreFailure.DAMAGED,
        store + " has no whole snapshot " + id + ": its content is damaged",
        null);
  }

  static SnapshotStoreException conflict(String store, Object snapshot) {
    return new SnapshotStoreException(
        StoreFailure.CONFLICT,
        store + " no longer has snapshot " + snapshot + ": it has been replaced or removed",
        null);
  }

  static SnapshotStoreException unavailable(String message, Exception cause) {
    return new SnapshotStoreException(StoreFailure.UNAVAILABLE, message, cause);
  }

  public StoreFailure kind() {
    return kind;
  }
}
