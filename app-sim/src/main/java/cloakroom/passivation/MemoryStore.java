package cloakroom.passivation;

import cloakroom.connection.Lease;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Snapshot store in the heap. All snapshots are lost when the process ends. */
public final class MemoryStore implements SnapshotStore {
  private static final String NAME = "the memory store";

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record StoredEntry(long version, byte[] content, long nanos) {}

  private final Map<Long, StoredEntry> snapshots = new ConcurrentHashMap<>();
  private final AtomicLong ids = new AtomicLong();
  private final LongSupplier clock;

  public MemoryStore() {
    this(System::nanoTime);
  }

  MemoryStore(LongSupplier clock) {
    this.clock = clock;
  }

  @Override
  public StoredSnapshot write(
      StoredSnapshot replaces, long other, long version, byte[] content, Lease holder) {
    SnapshotStore.checkWrite(replaces, version, content);
    StoredEntry entry = new StoredEntry(version, content.clone(), clock.getAsLong());
    if (replaces == null) {
      if (other != 0 && !snapshots.containsKey(other)) {
        throw SnapshotStoreException.conflict(NAME, other);
      }
      long id = ids.incrementAndGet();
      snapshots.put(id, entry);
      return new StoredSnapshot(id, version);
    }
    StoredEntry now =
        snapshots.computeIfPresent(
            replaces.id(), (id, old) -> old.version == replaces.version() ? entry : old);
    if (!entry.equals(now)) {
      throw SnapshotStoreException.conflict(NAME, replaces);
    }
    return new StoredSnapshot(replaces.id(), version);
  }

  @Override
  public Stored load(long id, Lease holder) {
    StoredEntry entry = snapshots.get(id);
    if (entry == null) {
      throw SnapshotStoreException.missing(NAME, id);
    }
    Duration age = Duration.ofNanos(clock.getAsLong() - entry.nanos);
    return new Stored(entry.content.clone(), entry.version, age);
  }

  @Override
  public boolean delete(StoredSnapshot snapshot, Lease holder) {
    AtomicBoolean removed = new AtomicBoolean();
    snapshots.computeIfPresent(
        snapshot.id(),
        (id, entry) -> {
          removed.set(entry.version == snapshot.version());
          return removed.get() ? null : entry;
        });
    return removed.get();
  }

  @Override
  public int keepAlive(Collection<Long> ids, Duration olderThan) {
    long now = clock.getAsLong();
    int touched = 0;
    for (long id : ids) {
      StoredEntry entry = snapshots.get(id);
      if (entry != null
          && now - entry.nanos >= olderThan.toNanos()
          && snapshots.replace(id, entry, new StoredEntry(entry.version, entry.content, now))) {
        touched++;
      }
    }
    return touched;
  }

  public int size() {
    return snapshots.size();
  }

  @Override
  public void close() {
    snapshots.clear();
  }
}
