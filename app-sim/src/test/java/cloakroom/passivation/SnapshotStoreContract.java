package cloakroom.passivation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every snapshot store keeps. A new store is a subclass with a factory. */
abstract class SnapshotStoreContract {
  private SnapshotStore store;

  /** A store with nothing in it. */
  abstract SnapshotStore open() throws Exception;

  /** Number of snapshots that the store holds, counted past the store itself. */
  abstract long stored() throws Exception;

  @BeforeEach
  void openStore() throws Exception {
    store = open();
  }

  @AfterEach
  void closeStore() {
    store.close();
  }

  private static byte[] bytes(int length, long seed) {
    byte[] content = new byte[length];
    new Random(seed).nextBytes(content);
    return content;
  }

  private StoredSnapshot first(byte[] content) {
    return store.write(null, 0, content, null);
  }

  @Test
  void read_givesBackWhatWasWritten() {
    for (int length : new int[] {1, 1_000, 100_000, 1_000_000}) {
      byte[] content = bytes(length, length);
      long id = first(content).id();
      assertThat(store.read(id, null)).isEqualTo(content);
      assertThat(store.read(id, null)).as("reading leaves it there").isEqualTo(content);
    }
  }

  @Test
  void write_takesThePlaceOfTheSnapshotThatItReplaces() throws Exception {
    StoredSnapshot first = store.write(null, 3, bytes(10, 1), null);
    StoredSnapshot second = store.write(first, 7, bytes(10, 2), null);

    assertThat(first.version()).isEqualTo(3);
    assertThat(second.version()).isEqualTo(7);
    assertThat(store.read(second.id(), null)).isEqualTo(bytes(10, 2));
    assertThat(stored()).isEqualTo(1);
  }

  @Test
  void write_overASnapshotThatIsGone_isAConflict() throws Exception {
    StoredSnapshot gone = first(bytes(10, 1));
    store.delete(gone, null);

    assertConflict(gone, 1);
    assertThat(stored()).isZero();
  }

  @Test
  void write_overASnapshotThatWasReplaced_isAConflict() throws Exception {
    StoredSnapshot first = first(bytes(10, 1));
    StoredSnapshot second = store.write(first, 5, bytes(10, 2), null);

    assertConflict(first, 9);
    assertThat(store.read(second.id(), null)).as("nothing changed").isEqualTo(bytes(10, 2));
    assertConflict(new StoredSnapshot(second.id(), 4), 9);
    assertThat(store.read(second.id(), null)).as("nothing changed").isEqualTo(bytes(10, 2));
    assertThat(stored()).isEqualTo(1);
    assertThat(store.write(second, 6, bytes(10, 3), null).version()).isEqualTo(6);
  }

  @Test
  void write_ofAnOlderVersionOrNothing_isRefused() {
    StoredSnapshot stored = store.write(null, 5, bytes(10, 1), null);

    for (long version : new long[] {5, 4, -1}) {
      assertThatThrownBy(() -> store.write(stored, version, bytes(10, 2), null))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("version " + version);
    }
    assertThatThrownBy(() -> store.write(stored, 6, new byte[0], null))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(store.read(stored.id(), null)).isEqualTo(bytes(10, 1));
  }

  @Test
  void delete_removesOneAndNoOther() throws Exception {
    StoredSnapshot gone = first(bytes(10, 1));
    StoredSnapshot stays = first(bytes(10, 2));

    assertThat(store.delete(gone, null)).isTrue();
    assertThat(store.delete(gone, null)).as("none is no error").isFalse();

    assertMissing(gone.id());
    assertThat(store.read(stays.id(), null)).isEqualTo(bytes(10, 2));
    assertThat(stored()).isEqualTo(1);
  }

  @Test
  void delete_ofAnOlderVersion_leavesTheNewer() throws Exception {
    StoredSnapshot older = first(bytes(10, 1));
    StoredSnapshot newer = store.write(older, 1, bytes(10, 2), null);

    assertThat(store.delete(older, null)).isFalse();
    assertThat(store.delete(new StoredSnapshot(newer.id(), 0), null)).isFalse();
    assertThat(store.read(newer.id(), null)).isEqualTo(bytes(10, 2));
    assertThat(stored()).isEqualTo(1);
  }

  @Test
  void read_ofNothing_isMissing() {
    assertMissing(123_456);
  }

  @Test
  void ids_areNeverGivenTwice_whoeverWrites() throws Exception {
    Set<Long> ids = ConcurrentHashMap.newKeySet();
    List<Callable<Void>> writers = new ArrayList<>();
    for (int writer = 0; writer < 4; writer++) {
      writers.add(
          () -> {
            for (int i = 0; i < 60; i++) {
              assertThat(ids.add(first(bytes(10, i)).id())).isTrue();
            }
            return null;
          });
    }
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (Future<Void> done : threads.invokeAll(writers)) {
        done.get();
      }
    } finally {
      threads.shutdown();
    }
    assertThat(ids).hasSize(240);
    assertThat(stored()).isEqualTo(240);
  }

  private void assertConflict(StoredSnapshot replaces, long version) {
    SnapshotStoreException e =
        catchThrowableOfType(
            SnapshotStoreException.class, () -> store.write(replaces, version, bytes(10, 9), null));
    assertThat(e.kind()).isEqualTo(SnapshotStoreException.Kind.CONFLICT);
    assertThat(e).hasMessageContaining(replaces.toString());
  }

  private void assertMissing(long id) {
    SnapshotStoreException e =
        catchThrowableOfType(SnapshotStoreException.class, () -> store.read(id, null));
    assertThat(e.kind()).isEqualTo(SnapshotStoreException.Kind.MISSING);
    assertThat(e).hasMessageContaining(Long.toString(id));
  }
}
