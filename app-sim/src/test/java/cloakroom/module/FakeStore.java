package cloakroom.module;

import cloakroom.connection.Lease;
import cloakroom.passivation.MemoryStore;
import cloakroom.passivation.SnapshotStore;
import cloakroom.passivation.SnapshotStoreException;
import cloakroom.passivation.StoredSnapshot;
import java.time.Duration;
import java.util.Collection;

/** A store in memory that can be told to fail, or to return something else than was written. */
final class FakeStore implements SnapshotStore {
  private final MemoryStore memory = new MemoryStore();
  FakeConnections connections;
  int peakConnections;
  volatile boolean down;
  byte[] corruptContent;
  long writes;
  long deletes;

  @Override
  public synchronized StoredSnapshot write(
      StoredSnapshot replaces, long version, byte[] content, Lease holder) {
    refuseIfDown();
    writes++;
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
    return corruptContent == null ? memory.read(id, holder) : corruptContent;
  }

  @Override
  public synchronized boolean delete(StoredSnapshot snapshot, Lease holder) {
    refuseIfDown();
    deletes++;
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
