package cloakroom.passivation;

import cloakroom.connection.Lease;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiPredicate;
import java.util.function.Consumer;

/** Snapshots in this process's heap: as fast as a store can be, and gone with the process. */
public final class MemoryStore implements SnapshotStore, SnapshotPurge {
  private static final String NAME = "the memory store";

  /** Compared by identity: two writes are never the same. */
  private static final class Entry {
    private final long version;
    private final byte[] content;
    private final Instant written;

    Entry(long version, byte[] content, Instant written) {
      this.version = version;
      this.content = content;
      this.written = written;
    }
  }

  private final Map<Long, Entry> snapshots = new ConcurrentHashMap<>();
  private final AtomicLong ids = new AtomicLong();
  private final InstantSource clock;

  public MemoryStore() {
    this(InstantSource.system());
  }

  MemoryStore(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public StoredSnapshot write(StoredSnapshot replaces, long version, byte[] content, Lease holder) {
    SnapshotStore.checkWrite(replaces, version, content);
    Entry entry = new Entry(version, content.clone(), clock.instant());
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

  @Override
  public int keepAlive(Collection<Long> ids, Duration olderThan) {
    Instant now = clock.instant();
    return treatOld(
        ids,
        now.minus(olderThan),
        (id, old) -> snapshots.replace(id, old, new Entry(old.version, old.content, now)));
  }

  /** Treats the snapshots that are at least so old; returns how many it was done to. */
  private int treatOld(Collection<Long> ids, Instant limit, BiPredicate<Long, Entry> treatment) {
    int treated = 0;
    for (Long id : ids) {
      Entry old = snapshots.get(id);
      treated += old != null && !old.written.isAfter(limit) && treatment.test(id, old) ? 1 : 0;
    }
    return treated;
  }

  @Override
  public PurgeReport purge(PurgeOrder order, Consumer<PurgeReport> progress) {
    Instant limit = clock.instant().minus(order.olderThan());
    List<Long> found = new ArrayList<>();
    treatOld(snapshots.keySet(), limit, (id, old) -> found.add(id));
    return SnapshotPurge.run(
        order, found, ids -> new Batch(treatOld(ids, limit, snapshots::remove), 0), progress);
  }

  public int size() {
    return snapshots.size();
  }

  @Override
  public void close() {
    snapshots.clear();
  }
}
