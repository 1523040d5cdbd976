package cloakroom.passivation;

class MemoryStoreTest extends SnapshotStoreContract {
  private final MemoryStore store = new MemoryStore();

  @Override
  SnapshotStore open() {
    return store;
  }

  @Override
  long stored() {
    return store.size();
  }
}
