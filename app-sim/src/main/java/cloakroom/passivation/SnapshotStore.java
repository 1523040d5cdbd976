package cloakroom.passivation;

import cloakroom.connection.Lease;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Store of snapshots as opaque bytes, under ids that the store assigns. A failed write has changed
 * nothing, unless the database's response was lost. If several writers replace the same snapshot,
 * one writer succeeds. The other writers get a conflict, also if they run on different nodes.
 */
public interface SnapshotStore extends AutoCloseable {
  /**
   * Writes a snapshot in place of {@code replaces}. Returns id and version of the written snapshot.
   *
   * @param replaces current snapshot of the session; null for the first write
   * @param other id of the session's snapshot in another pool, which must exist; 0 for none
   * @param version version of the session, above the replaced version
   * @param holder connection of the caller, or null. The store may use the connection if no
   *     transaction is open on it, or after {@link Lease#announceClose}.
   * @throws SnapshotStoreException of kind CONFLICT if {@code replaces} or {@code other} does not
   *     exist. Of kind UNAVAILABLE if the database or file system failed; the snapshot may then be
   *     written ({@link SnapshotStoreException#possiblyWritten}).
   */
  StoredSnapshot write(
      StoredSnapshot replaces, long other, long version, byte[] content, Lease holder);

  default StoredSnapshot write(
      StoredSnapshot replaces, long version, byte[] content, Lease holder) {
    return write(replaces, 0, version, content, holder);
  }

  /** Prepares a snapshot write as a part of the user's commit; empty if not supported. */
  default Optional<PiggybackWrite> preparePiggyback(
      StoredSnapshot replaces, long version, Supplier<byte[]> content, Lease holder) {
    return Optional.empty();
  }

  /**
   * Snapshot as read from the store.
   *
   * @param version version of the session at the write; -1 if the row has no version
   * @param age time since the last write or renewal, by the store's clock
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Stored(byte[] content, long version, Duration age) {}

  /** Reads the snapshot with this id. Throws SnapshotStoreException if it is missing or damaged. */
  Stored load(long id, Lease holder);

  default byte[] read(long id, Lease holder) {
    return load(id, holder).content();
  }

  /** Deletes a snapshot if the store has the same version. Returns whether it was deleted. */
  boolean delete(StoredSnapshot snapshot, Lease holder);

  /**
   * Renews the dates of snapshots that are at least {@code olderThan} old, so that no purge deletes
   * them. Skips ids without a snapshot, and snapshots that another transaction has locked.
   *
   * @return number of renewed snapshots
   * @throws SnapshotStoreException if some snapshots may not have been renewed
   */
  int keepAlive(Collection<Long> ids, Duration olderThan);

  @Override
  void close();

  static void checkWrite(StoredSnapshot replaces, long version, byte[] content) {
    if (version < 0 || (replaces != null && version <= replaces.version())) {
      String rule = replaces == null ? "0 or more" : "more than that of snapshot " + replaces;
      throw new IllegalArgumentException("version " + version + " (expected: " + rule + ")");
    }
    if (content.length == 0) {
      throw new IllegalArgumentException("a snapshot of 0 bytes (expected: at least one)");
    }
  }
}
