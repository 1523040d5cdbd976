package cloakroom.passivation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class FaultInjectingStoreTest {
  private final AtomicBoolean full = new AtomicBoolean();
  private final MemoryStore memory = new MemoryStore();
  private final SnapshotStore store = new FaultInjectingStore(memory, full::get);

  @Test
  void write_full_isRejectedAndKeepsSnapshots() {
    StoredSnapshot first = store.write(null, 0, new byte[] {1}, null);
    full.set(true);

    assertThatThrownBy(() -> store.write(first, 1, new byte[] {2}, null))
        .isInstanceOf(SnapshotStoreException.class)
        .hasMessage("the snapshot store has no room left");
    assertThat(store.preparePiggyback(first, 1, () -> new byte[] {2}, null)).isEmpty();
    assertThat(store.read(first.id(), null)).containsExactly(1);
    full.set(false);
    StoredSnapshot second = store.write(first, 1, new byte[] {2}, null);
    assertThat(store.read(second.id(), null)).containsExactly(2);
  }
}
