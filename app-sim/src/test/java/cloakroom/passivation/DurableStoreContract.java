package cloakroom.passivation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a store keeps that lives outside of the heap, and can therefore fail. */
abstract class DurableStoreContract extends SnapshotStoreContract {

  /** Makes the store's ground unreachable. */
  abstract void takeDown() throws Exception;

  /** Brings it back with what was in it. */
  abstract void bringBack() throws Exception;

  /** Cuts the stored content short, behind the store's back. */
  abstract void truncate(long id) throws Exception;

  /** Takes the stored content away altogether and leaves its place, behind the store's back. */
  abstract void hollow(long id) throws Exception;

  static void assertUnavailable(Runnable operation) {
    SnapshotStoreException e = catchThrowableOfType(SnapshotStoreException.class, operation::run);
    assertThat(e).isNotNull();
    assertThat(e.kind()).isEqualTo(SnapshotStoreException.Kind.UNAVAILABLE);
    assertThat(e.getMessage().lines()).as("one line").hasSize(1);
  }

  @Test
  void storeDown_isUnavailableInOneLine_andWorksAgainLater() throws Exception {
    StoredSnapshot before = first(bytes(1_000, 1));
    takeDown();
    try {
      assertUnavailable(() -> first(bytes(10, 2)));
      assertUnavailable(() -> store().write(before, 1, bytes(10, 2), null));
      assertUnavailable(() -> store().read(before.id(), null));
      assertUnavailable(() -> store().delete(before, null));
      assertUnavailable(() -> store().keepAlive(List.of(before.id()), Duration.ZERO));
      assertUnavailable(() -> purge().purge(order(1), progress -> {}));
    } finally {
      bringBack();
    }
    assertThat(store().read(before.id(), null)).isEqualTo(bytes(1_000, 1));
    StoredSnapshot after = store().write(before, 1, bytes(10, 3), null);
    assertThat(store().read(after.id(), null)).isEqualTo(bytes(10, 3));
    assertThat(stored()).isEqualTo(1);
  }

  @Test
  void contentCutShort_isNeverAnothers() throws Exception {
    StoredSnapshot damaged = first(bytes(1_000, 1));
    StoredSnapshot whole = first(bytes(1_000, 2));
    truncate(damaged.id());

    try {
      assertThat(store().read(damaged.id(), null))
          .as("as it is: the codec will tell")
          .hasSizeLessThan(1_000)
          .isEqualTo(Arrays.copyOf(bytes(1_000, 1), 500));
    } catch (SnapshotStoreException e) {
      assertThat(e.kind()).isEqualTo(SnapshotStoreException.Kind.DAMAGED);
      assertThat(e).hasMessageContaining("damaged");
    }
    assertThat(store().read(whole.id(), null)).isEqualTo(bytes(1_000, 2));
  }

  @Test
  void contentThatIsGone_isADamagedSnapshotAndTheNextOneIsWhole() throws Exception {
    StoredSnapshot damaged = first(bytes(1_000, 1));
    hollow(damaged.id());

    try {
      assertThat(store().read(damaged.id(), null)).as("the codec will tell").isEmpty();
    } catch (SnapshotStoreException e) {
      assertThat(e.kind()).isEqualTo(SnapshotStoreException.Kind.DAMAGED);
      assertThat(e.getMessage().lines()).as("one line").hasSize(1);
    }
    assertThat(store().read(first(bytes(10, 2)).id(), null)).isEqualTo(bytes(10, 2));
  }
}
