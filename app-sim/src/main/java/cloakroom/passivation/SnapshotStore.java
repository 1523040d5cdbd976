package cloakroom.passivation;

import cloakroom.connection.Lease;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Keeps snapshots as opaque bytes under ids that it hands out itself. A write that returned is as
 * durable as the store's settings promise; a write that threw has changed nothing, unless the store
 * died while it answered.
 *
 * <p>A write is a compare-and-set: of several writers that replace the same snapshot, on this node
 * or on others, one wins and the rest are told of a conflict.
 */
public interface SnapshotStore extends AutoCloseable {

  /**
   * Writes a snapshot in place of the one that it replaces.
   *
   * @param replaces the session's present snapshot, null for its first
   * @param other id of another snapshot without which the session's first one is not written; 0 for
   *     none
   * @param version the session's version in this snapshot: more than the one replaced, 0 or more
   * @param content the snapshot, at least one byte
   * @param holder the connection that the caller holds meanwhile, or null; a store may use it for
   *     the write where no transaction of the user's is open on it, or after {@link
   *     Lease#announceClose}
   * @return the new snapshot's name; whether the id is the old one is the store's affair
   * @throws SnapshotStoreException of kind CONFLICT if the snapshot to replace is no longer there
   *     in exactly that version, or the other one at all: nothing has changed; of kind UNAVAILABLE
   *     if nothing was written, or the outcome is unknown, and then {@linkplain
   *     SnapshotStoreException#unsure() with its name}
   * @throws IllegalArgumentException if the version is not newer, or the content empty
   */
  StoredSnapshot write(
      StoredSnapshot replaces, long other, long version, byte[] content, Lease holder);

  /** Writes without requiring another snapshot. */
  default StoredSnapshot write(
      StoredSnapshot replaces, long version, byte[] content, Lease holder) {
    return write(replaces, 0, version, content, holder);
  }

  /**
   * Prepares a write for a commit of the caller's.
   *
   * @param holder the connection whose transaction the caller commits next
   * @return empty if this store cannot write within that transaction
   */
  default Optional<PiggybackWrite> preparePiggyback(
      StoredSnapshot replaces, long version, Supplier<byte[]> content, Lease holder) {
    return Optional.empty();
  }

  /**
   * A snapshot as it is in the store.
   *
   * @param version version that the store compares at a write; -1 if it has none
   * @param age time since the snapshot was written or kept alive, by the store's clock
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Stored(byte[] content, long version, Duration age) {}

  /**
   * Reads the newest snapshot under an id and leaves it where it is.
   *
   * @throws SnapshotStoreException if there is none with this id, or it cannot be read now
   */
  Stored load(long id, Lease holder);

  /** Reads the content alone. */
  default byte[] read(long id, Lease holder) {
    return load(id, holder).content();
  }

  /**
   * Removes a snapshot if it is still there in this version; a newer one stays.
   *
   * @return whether it was there
   * @throws SnapshotStoreException if it may still be there
   */
  boolean delete(StoredSnapshot snapshot, Lease holder);

  /**
   * Makes the snapshots of live sessions young again, so that a purge by age spares them. Ids that
   * are not there, and snapshots that are being written at this moment, are passed over.
   *
   * @param ids snapshots of sessions that still live
   * @param olderThan only snapshots at least this old are touched; zero touches all
   * @return number of snapshots touched
   * @throws SnapshotStoreException if some may not have been reached
   */
  int keepAlive(Collection<Long> ids, Duration olderThan);

  @Override
  void close();

  /** The rules for what {@link #write} is given, the same for every store. */
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
