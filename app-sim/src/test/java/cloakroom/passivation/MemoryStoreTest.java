package cloakroom.passivation;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

class MemoryStoreTest extends SnapshotStoreContract {
  private final SetClock clock = new SetClock();
  private final MemoryStore store = new MemoryStore(clock);

  private static final class SetClock extends Clock {
    private Instant now = Instant.EPOCH;

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      throw new UnsupportedOperationException();
    }
  }

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
    clock.now = clock.now.plus(time);
  }
}
