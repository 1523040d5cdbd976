package cloakroom.passivation;

import cloakroom.connection.Lease;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Snapshots in this process's heap: as fast as a store can be, and gone with the process. Nobody
 * else reaches them, so they are never purged.
 */
public final class MemoryStore implements SnapshotStore {
  private static final String NAME = "the memory store";

  /** Compared by identity: two writes are never the same. */
  private static final class Entry {
    private final long version;
    private final byte[] content;

    Entry(long version, byte[] content) {
      this.version = version;
      this.content = content;
    }
  }

  private final Map<Long, Entry> snapshots = new ConcurrentHashMap<>();
  private final AtomicLong ids = new AtomicLong();

  @Override
  public StoredSnapshot write(StoredSnapshot replaces, long version, byte[] content, Lease holder) {
    SnapshotStore.checkWrite(replaces, version, content);
    Entry entry = new Entry(version, content.clone());
    if (replaces == null) {
      long id = ids.incrementAndGet();
      snapshots.put(id, entry);
      return new StoredSnapshot(id, version);
    }
    Entry now =
        snapshots.computeIfPresent(
            replaces.id(), (id, old) -> old.version == replaces.version() ? entry : old);
    if (now != entry) {
      throw SnapshotStoreException.conflict(NAME, replaces);
    }
    return new StoredSnapshot(replaces.id(), version);
  }

  @Override
  public byte[] read(long id, Lease holder) {
    Entry entry = snapshots.get(id);
    if (entry == null) {
      throw SnapshotStoreException.missing(NAME, id);
    }
    return entry.content.clone();
  }

  @Override
  public boolean delete(StoredSnapshot snapshot, Lease holder) {
    Entry entry = snapshots.get(snapshot.id());
    return entry != null
        && entry.version == snapshot.version()
        && snapshots.remove(snapshot.id(), entry);
  }

  /** They do not grow old. */
  @Override
  public int keepAlive(Collection<Long> ids, Duration olderThan) {
    return 0;
  }

  public int size() {
    return snapshots.size();
  }

  @Override
  public void close() {
    snapshots.clear();
  }
}
