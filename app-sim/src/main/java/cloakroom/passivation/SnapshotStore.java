package cloakroom.passivation;

import cloakroom.connection.Lease;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Store of snapshots as opaque bytes under ids that it assigns. A completed write is as durable as
 * the store's settings promise. A failed write has changed nothing, unless its response was lost.
 *
 * <p>A write is a compare-and-set: of several writers that replace the same snapshot, on any node,
 * one succeeds and the others get a conflict.
 */
public interface SnapshotStore extends AutoCloseable {

  /**
   * Writes a snapshot in place of the one that it replaces.
   *
   * @param replaces the session's present snapshot, null for its first
   * @param other id of another snapshot that must exist for a session's first write; 0 for none
   * @param version the session's version in this snapshot, above that of the replaced one
   * @param content the snapshot, at least one byte
   * @param holder the caller's connection, or null; a store may use it for the write if no
   *     transaction of the user is open on it, or after {@link Lease#announceClose}
   * @return the new snapshot's name, with the old id or a new one
   * @throws SnapshotStoreException of kind CONFLICT if the replaced snapshot no longer exists in
   *     that version, or the other one does not exist; of kind UNAVAILABLE if nothing was written
   *     or, with {@link SnapshotStoreException#possiblyWritten}, the outcome is unknown
   * @throws IllegalArgumentException if the version is not newer, or the content empty
   */
  StoredSnapshot write(
      StoredSnapshot replaces, long other, long version, byte[] content, Lease holder);

  default StoredSnapshot write(
      StoredSnapshot replaces, long version, byte[] content, Lease holder) {
    return write(replaces, 0, version, content, holder);
  }

  /**
   * Prepares a write for the caller's next commit on {@code holder}.
   *
   * @return empty if this store cannot write within that transaction
   */
  default Optional<PiggybackWrite> preparePiggyback(
      StoredSnapshot replaces, long version, Supplier<byte[]> content, Lease holder) {
    return Optional.empty();
  }

  /**
   * Snapshot read from the store.
   *
   * @param version version that the store compares in a write; -1 if it has none
   * @param age time since the snapshot was written or kept alive, by the store's clock
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Stored(byte[] content, long version, Duration age) {}

  /**
   * Reads the newest snapshot under an id.
   *
   * @throws SnapshotStoreException if there is none with this id, or it cannot be read
   */
  Stored load(long id, Lease holder);

  default byte[] read(long id, Lease holder) {
    return load(id, holder).content();
  }

  /**
   * Removes a snapshot if it still exists in this version.
   *
   * @return whether it existed
   * @throws SnapshotStoreException if it may still exist
   */
  boolean delete(StoredSnapshot snapshot, Lease holder);

  /**
   * Renews the date of live sessions' snapshots, so that a purge by age keeps them. Skips ids that
   * do not exist and snapshots that are being written.
   *
   * @param olderThan minimum age of a renewed snapshot; zero renews all
   * @return number of renewed snapshots
   * @throws SnapshotStoreException if some may not have been renewed
   */
  int keepAlive(Collection<Long> ids, Duration olderThan);

  @Override
  void close();

  /** Validates the arguments of {@link #write}. */
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
