package cloakroom.module;

import cloakroom.connection.Lease;
import cloakroom.passivation.MemoryStore;
import cloakroom.passivation.SnapshotStore;
import cloakroom.passivation.SnapshotStoreException;
import cloakroom.passivation.SnapshotStoreException.StoreFailure;
import cloakroom.passivation.StoredSnapshot;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Store in memory that can fail, flip a bit of a read, or return other bytes than written. */
final class FakeStore implements SnapshotStore {
  private final MemoryStore memory = new MemoryStore();
  FakeConnections connections;
  int peakConnections;
  volatile boolean down;
  boolean flips;

  /** Writes, and fails as if the response was lost. */
  boolean losesResponses;

  /** Fails to write because the connection of the holder has died. */
  boolean breaksHolders;

  /** Runs in each write and read, and may throw. */
  volatile Runnable during = () -> {};

  /** Contents that replace the written ones; empty for a missing snapshot. */
  private final Map<Long, Optional<byte[]>> tampered = new ConcurrentHashMap<>();

  @Override
  public synchronized StoredSnapshot write(
      StoredSnapshot replaces, long other, long version, byte[] content, Lease holder) {
    refuseIfDown();
    during.run();
    if (breaksHolders) {
      holder.markBroken();
      throw new SnapshotStoreException(StoreFailure.UNAVAILABLE, "the connection died", null);
    }
    if (connections != null) {
      Lease internal = connections.borrow();
      peakConnections = Math.max(peakConnections, connections.out());
      internal.close();
    }
    StoredSnapshot written = memory.write(replaces, other, version, content, holder);
    tampered.remove(written.id());
    if (losesResponses) {
      throw new SnapshotStoreException(StoreFailure.UNAVAILABLE, "the response was lost", null)
          .withPossibleWrite(written);
    }
    return written;
  }

  @Override
  public synchronized Stored load(long id, Lease holder) {
    refuseIfDown();
    during.run();
    Stored found = memory.load(id, holder);
    Optional<byte[]> instead = tampered.get(id);
    if (instead != null) {
      byte[] content =
          instead.orElseThrow(
              () ->
                  new SnapshotStoreException(
                      StoreFailure.MISSING, "nothing is left of " + id, null));
      return new Stored(content, found.version(), found.age());
    }
    found.content()[found.content().length - 3] ^= (byte) (flips ? 1 : 0);
    return found;
  }

  @Override
  public synchronized boolean delete(StoredSnapshot snapshot, Lease holder) {
    refuseIfDown();
    return memory.delete(snapshot, holder);
  }

  @Override
  public synchronized int keepAlive(Collection<Long> ids, Duration olderThan) {
    refuseIfDown();
    return memory.keepAlive(ids, olderThan);
  }

  /** Replaces the content of a snapshot; null removes it. */
  void tamper(long id, byte[] content) {
    tampered.put(id, Optional.ofNullable(content));
  }

  void loseEverything() {
    memory.close();
  }

  int size() {
    return memory.size();
  }

  private void refuseIfDown() {
    if (down) {
      throw new SnapshotStoreException(
          StoreFailure.UNAVAILABLE, "JBO-28030: the store is down", null);
    }
  }

  @Override
  public void close() {
    memory.close();
  }
}
