package cloakroom.passivation;

import java.time.Duration;

class MemoryStoreTest extends SnapshotStoreContract {
  private long now;
  private final MemoryStore store = new MemoryStore(() -> now);

  @Override
  SnapshotStore open() {
    return store;
  }

  @Override
  void pass(Duration time) {
    now += time.toNanos();
  }

  @Override
  long stored() {
    return store.size();
  }
}
