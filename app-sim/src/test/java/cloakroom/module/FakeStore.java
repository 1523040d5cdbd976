package cloakroom.module;

import cloakroom.connection.Lease;
import cloakroom.passivation.MemoryStore;
import cloakroom.passivation.SnapshotStore;
import cloakroom.passivation.SnapshotStoreException;

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
  public synchronized long write(long previous, byte[] content, Lease holder) {
    refuseIfDown();
    writes++;
    if (connections != null) {
      Lease internal = connections.borrow();
      peakConnections = Math.max(peakConnections, connections.out());
      internal.close();
    }
    return memory.write(previous, content, holder);
  }

  @Override
  public synchronized byte[] read(long id, Lease holder) {
    refuseIfDown();
    return corruptContent == null ? memory.read(id, holder) : corruptContent;
  }

  @Override
  public synchronized void delete(long id, Lease holder) {
    refuseIfDown();
    deletes++;
    memory.delete(id, holder);
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
