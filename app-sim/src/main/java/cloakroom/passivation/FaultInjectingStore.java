package cloakroom.passivation;

import cloakroom.connection.Lease;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Snapshot store that simulates a full disk: rejects writes while {@code full} is true. */
public record FaultInjectingStore(SnapshotStore store, BooleanSupplier full)
    implements SnapshotStore {
  @Override
  public StoredSnapshot write(
      StoredSnapshot replaces, long other, long version, byte[] content, Lease holder) {
    if (full.getAsBoolean()) {
      throw SnapshotStoreException.unavailable("the snapshot store has no room left", null);
    }
    return store.write(replaces, other, version, content, holder);
  }

  @Override
  public Optional<PiggybackWrite> preparePiggyback(
      StoredSnapshot replaces, long version, Supplier<byte[]> content, Lease holder) {
    return full.getAsBoolean()
        ? Optional.empty()
        : store.preparePiggyback(replaces, version, content, holder);
  }

  @Override
  public Stored load(long id, Lease holder) {
    return store.load(id, holder);
  }

  @Override
  public boolean delete(StoredSnapshot snapshot, Lease holder) {
    return store.delete(snapshot, holder);
  }

  @Override
  public int keepAlive(Collection<Long> ids, Duration olderThan) {
    return store.keepAlive(ids, olderThan);
  }

  @Override
  public void close() {
    store.close();
  }
}
