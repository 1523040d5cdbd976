package cloakroom.passivation;

import static org.assertj.core.api.Assertions.assertThat;
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

  @Test
  void read_givesBackWhatWasWritten() {
    for (int length : new int[] {1, 1_000, 100_000}) {
      byte[] content = bytes(length, length);
      long id = store.write(0, content, null);
      assertThat(id).isPositive();
      assertThat(store.read(id, null)).isEqualTo(content);
      assertThat(store.read(id, null)).as("reading leaves it there").isEqualTo(content);
    }
  }

  @Test
  void write_removesTheSnapshotThatItReplaces() throws Exception {
    long first = store.write(0, bytes(10, 1), null);
    long second = store.write(first, bytes(10, 2), null);

    assertThat(store.read(second, null)).isEqualTo(bytes(10, 2));
    assertMissing(first);
    assertThat(stored()).isEqualTo(1);
  }

  @Test
  void write_overAMissingSnapshot_isAWrite() throws Exception {
    long id = store.write(987_654, bytes(10, 1), null);

    assertThat(store.read(id, null)).isEqualTo(bytes(10, 1));
    assertThat(stored()).isEqualTo(1);
  }

  @Test
  void delete_removesOneAndNoOther() throws Exception {
    long gone = store.write(0, bytes(10, 1), null);
    long stays = store.write(0, bytes(10, 2), null);

    store.delete(gone, null);
    store.delete(gone, null);

    assertMissing(gone);
    assertThat(store.read(stays, null)).isEqualTo(bytes(10, 2));
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
              assertThat(ids.add(store.write(0, bytes(10, i), null))).isTrue();
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

  private void assertMissing(long id) {
    SnapshotStoreException e =
        catchThrowableOfType(SnapshotStoreException.class, () -> store.read(id, null));
    assertThat(e.kind()).isEqualTo(SnapshotStoreException.Kind.MISSING);
    assertThat(e).hasMessageContaining(Long.toString(id));
  }
}
