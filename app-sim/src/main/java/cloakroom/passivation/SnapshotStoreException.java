package cloakroom.passivation;

public final class SnapshotStoreException extends RuntimeException {
  public enum StoreFailure {
    MISSING,
    DAMAGED,
    CONFLICT,
    UNAVAILABLE // may disappear with a retry
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

  public SnapshotStoreException withPossibleWrite(StoredSnapshot name) {
    return kind == StoreFailure.UNAVAILABLE
        ? new SnapshotStoreException(kind, getMessage(), getCause(), name)
        : this;
  }

  /** Returns the snapshot that may exist despite the failure; null if nothing was written. */
  public StoredSnapshot possiblyWritten() {
    return possiblyWritten;
  }

  static SnapshotStoreException missing(String store, long id) {
    return new SnapshotStoreException(StoreFailure.MISSING, store + " has no snapshot " + id, null);
  }

  static SnapshotStoreException damaged(String store, long id) {
    String message = store + " has no whole snapshot " + id + ": its content is damaged";
    return new SnapshotStoreException(StoreFailure.DAMAGED, message, null);
  }

  static SnapshotStoreException conflict(String store, Object snapshot) {
    String rest = ": it has been replaced or removed";
    return new SnapshotStoreException(
        StoreFailure.CONFLICT, store + " no longer has snapshot " + snapshot + rest, null);
  }

  static SnapshotStoreException unavailable(String message, Exception cause) {
    return new SnapshotStoreException(StoreFailure.UNAVAILABLE, message, cause);
  }

  public StoreFailure kind() {
    return kind;
  }
}
