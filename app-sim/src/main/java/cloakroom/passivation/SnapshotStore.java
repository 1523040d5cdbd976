package cloakroom.passivation;

import cloakroom.connection.Lease;

/**
 * Keeps snapshots as opaque bytes under ids that it hands out itself. A write that returned is as
 * durable as the store's settings promise; a write that threw has changed nothing.
 */
public interface SnapshotStore extends AutoCloseable {

  /**
   * Writes a snapshot, and removes in the same step the one it replaces.
   *
   * @param previous id of the snapshot that this one replaces, 0 for none
   * @param content the snapshot, at least one byte
   * @param holder the connection that the caller holds meanwhile, or null; never used for the write
   * @return the new snapshot's id, greater than 0
   * @throws SnapshotStoreException if nothing was written
   */
  long write(long previous, byte[] content, Lease holder);

  /**
   * Reads a snapshot and leaves it where it is.
   *
   * @throws SnapshotStoreException if there is none with this id, or it cannot be had now
   */
  byte[] read(long id, Lease holder);

  /**
   * Removes a snapshot; one that is not there is no error.
   *
   * @throws SnapshotStoreException if it may still be there
   */
  void delete(long id, Lease holder);

  @Override
  void close();
}
