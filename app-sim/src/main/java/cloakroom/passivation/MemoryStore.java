package cloakroom.passivation;

import cloakroom.connection.Lease;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Snapshots in this process's heap: as fast as a store can be, and gone with the process. */
public final class MemoryStore implements SnapshotStore {
  private final Map<Long, byte[]> snapshots = new ConcurrentHashMap<>();
  private final AtomicLong ids = new AtomicLong();

  @Override
  public long write(long previous, byte[] content, Lease holder) {
    long id = ids.incrementAndGet();
    snapshots.put(id, content.clone());
    snapshots.remove(previous);
    return id;
  }

  @Override
  public byte[] read(long id, Lease holder) {
    byte[] content = snapshots.get(id);
    if (content == null) {
      throw new SnapshotStoreException(
          SnapshotStoreException.Kind.MISSING, "no snapshot " + id + " in memory", null);
    }
    return content.clone();
  }

  @Override
  public void delete(long id, Lease holder) {
    snapshots.remove(id);
  }

  /** Number of snapshots now. */
  public int size() {
    return snapshots.size();
  }

  @Override
  public void close() {
    snapshots.clear();
  }
}
