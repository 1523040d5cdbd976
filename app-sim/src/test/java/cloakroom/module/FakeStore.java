package cloakroom.module;

import cloakroom.connection.Lease;
import cloakroom.passivation.MemoryStore;
import cloakroom.passivation.SnapshotStore;
import cloakroom.passivation.SnapshotStoreException;
import cloakroom.passivation.StoredSnapshot;
import java.time.Duration;
import java.util.Collection;

/** A store in memory that can be told to fail, or to turn one bit of what it reads. */
final class FakeStore implements SnapshotStore {
  private final MemoryStore memory = new MemoryStore();
  FakeConnections connections;
  int peakConnections;
  volatile boolean down;
  boolean flips;

  @Override
  public synchronized StoredSnapshot write(
      StoredSnapshot replaces, long version, byte[] content, Lease holder) {
    refuseIfDown();
    if (connections != null) {
      Lease internal = connections.borrow();
      peakConnections = Math.max(peakConnections, connections.out());
      internal.close();
    }
    return memory.write(replaces, version, content, holder);
  }

  @Override
  public synchronized byte[] read(long id, Lease holder) {
    refuseIfDown();
    byte[] content = memory.read(id, holder).clone();
    if (flips) {
      content[content.length - 3] ^= 1;
    }
    return content;
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

  void loseEverything() {
    memory.close();
  }

  int size() {
    return memory.size();
  }

  private void refuseIfDown() {
    if (down) {
      throw new SnapshotStoreException(
          SnapshotStoreException.Kind.UNAVAILABLE, "JBO-28030: the store is down", null);
    }
  }

  @Override
  public void close() {
    memory.close();
  }
}
