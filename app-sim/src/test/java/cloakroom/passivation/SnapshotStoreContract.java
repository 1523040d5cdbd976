package cloakroom.passivation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.passivation.SnapshotStoreException.StoreFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Contract of every snapshot store. */
abstract class SnapshotStoreContract {
  private static final int WRITERS = 4;
  private static final int CHAIN = 100;
  private SnapshotStore store;

  abstract SnapshotStore open() throws Exception;

  /** Counts the snapshots without the store. */
  abstract long stored() throws Exception;

  /** Makes every snapshot older by this time. */
  abstract void pass(Duration time) throws Exception;

  final SnapshotStore store() {
    return store;
  }

  @BeforeEach
  void openStore() throws Exception {
    store = open();
  }

  @AfterEach
  void closeStore() {
    store.close();
  }

  static byte[] bytes(int length, long seed) {
    byte[] content = new byte[length];
    new Random(seed).nextBytes(content);
    return content;
  }

  final StoredSnapshot first(byte[] content) {
    return store.write(null, 0, content, null);
  }

  @Test
  void read_returnsTheWrittenContent() {
    for (int length : new int[] {1, 1_000, 100_000, 1_000_000}) {
      byte[] content = bytes(length, length);
      long id = first(content).id();
      assertThat(store.read(id, null)).isEqualTo(content);
      assertThat(store.read(id, null)).as("reading leaves it there").isEqualTo(content);
    }
  }

  @Test
  void load_returnsTheVersionAndTheAge_whichAWriteAndAKeepAliveEnd() throws Exception {
    StoredSnapshot rewritten = store.write(null, 3, bytes(10, 1), null);
    StoredSnapshot kept = store.write(null, 4, bytes(10, 2), null);
    pass(Duration.ofHours(2));
    for (StoredSnapshot old : List.of(rewritten, kept)) {
      assertThat(store.load(old.id(), null).age()).isGreaterThan(Duration.ofMinutes(119));
    }
    assertThat(store.keepAlive(List.of(kept.id()), Duration.ofHours(3))).isZero();
    assertThat(store.load(kept.id(), null).age()).isGreaterThan(Duration.ofMinutes(119));

    rewritten = store.write(rewritten, 5, bytes(10, 3), null);
    assertThat(store.keepAlive(List.of(kept.id()), Duration.ofHours(1))).isEqualTo(1);

    for (StoredSnapshot young : List.of(rewritten, kept)) {
      assertThat(store.load(young.id(), null).version()).isEqualTo(young.version());
      assertThat(store.load(young.id(), null).age()).isLessThan(Duration.ofHours(1));
    }
  }

  /** The number of writes exceeds a block of ids. */
  @Test
  void firstWrite_thatNeedsAnotherSnapshot_isAConflictOnceThatIsGone() throws Exception {
    StoredSnapshot other = first(bytes(10, 1));
    for (int i = 0; i < 60; i++) {
      StoredSnapshot further = store.write(null, other.id(), i, bytes(10, i), null);
      assertThat(store.read(further.id(), null)).isEqualTo(bytes(10, i));
    }
    store.delete(other, null);

    for (int i = 0; i < 60; i++) {
      assertFails(
          StoreFailure.CONFLICT, () -> store.write(null, other.id(), 0, bytes(10, 1), null));
    }
    assertThat(stored()).isEqualTo(60);
    assertThat(store.read(first(bytes(10, 7)).id(), null)).isEqualTo(bytes(10, 7));
  }

  @Test
  void write_takesThePlaceOfTheSnapshotThatItReplaces() throws Exception {
    StoredSnapshot first = store.write(null, 3, bytes(10, 1), null);
    StoredSnapshot second = store.write(first, 7, bytes(10, 2), null);

    assertThat(first.version()).isEqualTo(3);
    assertThat(second.version()).isEqualTo(7);
    assertThat(second.id() != first.id()).isEqualTo(givesNewIds());
    if (givesNewIds()) {
      assertMissing(first.id());
    }
    assertThat(store.read(second.id(), null)).isEqualTo(bytes(10, 2));
    assertThat(stored()).isEqualTo(1);
  }

  @Test
  void write_overASnapshotThatIsGoneOrReplaced_isAConflict() throws Exception {
    StoredSnapshot gone = first(bytes(10, 1));
    store.delete(gone, null);
    assertConflict(gone, 1);
    assertThat(stored()).isZero();

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
  void delete_removesOne_butNoOtherAndNoNewerVersion() throws Exception {
    StoredSnapshot gone = first(bytes(10, 1));
    StoredSnapshot stays = first(bytes(10, 2));

    assertThat(store.delete(gone, null)).isTrue();
    assertThat(store.delete(gone, null)).as("none is no error").isFalse();

    assertMissing(gone.id());
    assertThat(store.read(stays.id(), null)).isEqualTo(bytes(10, 2));
    StoredSnapshot newer = store.write(stays, 1, bytes(10, 3), null);
    assertThat(store.delete(stays, null)).isFalse();
    assertThat(store.delete(new StoredSnapshot(newer.id(), 0), null)).isFalse();
    assertThat(store.read(newer.id(), null)).isEqualTo(bytes(10, 3));
    assertThat(stored()).isEqualTo(1);
  }

  @Test
  void ids_areNeverGivenTwice_whoeverWrites() throws Exception {
    Set<Long> ids = ConcurrentHashMap.newKeySet();
    inThreads(
        4,
        writer -> {
          for (int i = 0; i < 60; i++) {
            assertThat(ids.add(first(bytes(10, i)).id())).isTrue();
          }
        });
    assertThat(ids).hasSize(240);
    assertThat(stored()).isEqualTo(240);
  }

  @Test
  void chainOfWrites_byMany_endsWithTheLastVersion() throws Exception {
    AtomicReference<StoredSnapshot> present = new AtomicReference<>(first(filled(0)));
    AtomicLong wins = new AtomicLong();
    inThreads(
        WRITERS,
        writer -> {
          StoredSnapshot base = present.get();
          while (wins.get() < CHAIN) {
            try {
              StoredSnapshot next =
                  store.write(base, base.version() + 1, filled(base.version() + 1), null);
              assertThat(present.compareAndSet(base, next)).as("one winner at a time").isTrue();
              wins.incrementAndGet();
            } catch (SnapshotStoreException e) {
              assertThat(e.kind()).isEqualTo(StoreFailure.CONFLICT);
            }
            base = present.get();
          }
        });

    StoredSnapshot last = present.get();
    assertThat(last.version()).as("no version was lost or written twice").isEqualTo(wins.get());
    assertThat(store.read(last.id(), null)).isEqualTo(filled(last.version()));
    assertThat(stored()).isEqualTo(1);
  }

  @Test
  void read_whilePassivating_seesTheOldOrTheNew() throws Exception {
    AtomicReference<StoredSnapshot> present = new AtomicReference<>(first(filled(0)));
    AtomicBoolean done = new AtomicBoolean();
    AtomicLong reads = new AtomicLong();
    inThreads(
        3,
        thread -> {
          if (thread == 0) {
            for (int i = 0; i < 100 || reads.get() < 20; i++) {
              StoredSnapshot base = present.get();
              present.set(store.write(base, base.version() + 1, filled(base.version() + 1), null));
            }
            done.set(true);
          } else {
            while (!done.get()) {
              StoredSnapshot before = present.get();
              byte[] content = readOrReplaced(before.id());
              if (content.length > 0) {
                assertThat(content).as("never torn").isEqualTo(filled(content[0]));
                assertThat((byte) (before.version() - content[0]))
                    .as("never older")
                    .isLessThanOrEqualTo((byte) 0);
                reads.incrementAndGet();
              }
            }
          }
        });
    assertThat(reads.get()).isGreaterThanOrEqualTo(20);
  }

  /** Returns an empty content if a write with a new id has replaced the snapshot. */
  private byte[] readOrReplaced(long id) {
    try {
      return store.read(id, null);
    } catch (SnapshotStoreException e) {
      assertThat(e.kind()).isEqualTo(StoreFailure.MISSING);
      assertThat(givesNewIds()).as("missing although only replaced").isTrue();
      return new byte[0];
    }
  }

  /** Returns whether a replacing write has a new id. */
  boolean givesNewIds() {
    return false;
  }

  @Test
  void delete_whileReading_leavesTheReaderAllOrNothing() throws Exception {
    for (int round = 0; round < 20; round++) {
      StoredSnapshot snapshot = first(filled(round));
      byte[] whole = filled(round);
      CyclicBarrier together = new CyclicBarrier(2);
      inThreads(
          2,
          thread -> {
            together.await();
            if (thread == 0) {
              assertThat(store.delete(snapshot, null)).isTrue();
              return;
            }
            boolean there = true;
            while (there) {
              try {
                assertThat(store.read(snapshot.id(), null)).isEqualTo(whole);
              } catch (SnapshotStoreException e) {
                assertThat(e.kind()).isEqualTo(StoreFailure.MISSING);
                there = false;
              }
            }
          });
    }
    assertThat(stored()).isZero();
  }

  /** Returns a content that takes several reads and writes; every byte is the version. */
  private static byte[] filled(long version) {
    byte[] content = new byte[150_000];
    Arrays.fill(content, (byte) version);
    return content;
  }

  interface Numbered {
    void run(int thread) throws Exception;
  }

  static void inThreads(int number, Numbered work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(number);
    try {
      List<Callable<Void>> all = new ArrayList<>();
      for (int i = 0; i < number; i++) {
        int thread = i;
        all.add(
            () -> {
              work.run(thread);
              return null;
            });
      }
      for (Future<Void> done : threads.invokeAll(all)) {
        done.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  static AbstractThrowableAssert<?, ? extends Throwable> assertFails(
      StoreFailure kind, ThrowingCallable operation) {
    return assertThatThrownBy(operation)
        .isInstanceOfSatisfying(
            SnapshotStoreException.class, e -> assertThat(e.kind()).isEqualTo(kind));
  }

  private void assertConflict(StoredSnapshot replaces, long version) {
    assertFails(StoreFailure.CONFLICT, () -> store.write(replaces, version, bytes(10, 9), null))
        .hasMessageContaining(replaces.toString());
  }

  final void assertMissing(long id) {
    assertFails(StoreFailure.MISSING, () -> store.read(id, null))
        .hasMessageContaining(Long.toString(id));
  }
}
