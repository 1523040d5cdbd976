package cloakroom.passivation;

import java.time.Duration;
import java.time.Instant;

class MemoryStoreTest extends SnapshotStoreContract {
  private Instant now = Instant.EPOCH;
  private final MemoryStore store = new MemoryStore(() -> now);

  @Override
  SnapshotStore open() {
    return store;
  }

  @Override
  SnapshotPurge purge() {
    return store;
  }

  @Override
  long stored() {
    return store.size();
  }

  @Override
  void pass(Duration time) {
    now = now.plus(time);
  }
}
