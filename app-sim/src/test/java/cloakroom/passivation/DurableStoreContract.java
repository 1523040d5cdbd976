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

  /** What a store knows of damage is its affair; what it gives is never another's. */
  @Test
  void contentCutShortOrGone_isDamagedOrAsItIs() throws Exception {
    StoredSnapshot cut = first(bytes(1_000, 1));
    StoredSnapshot whole = first(bytes(1_000, 2));
    StoredSnapshot gone = first(bytes(1_000, 3));
    truncate(cut.id());
    hollow(gone.id());

    assertDamagedOr(Arrays.copyOf(bytes(1_000, 1), 500), cut);
    assertDamagedOr(new byte[0], gone);
    assertThat(store().read(whole.id(), null)).isEqualTo(bytes(1_000, 2));
    assertThat(store().read(first(bytes(10, 4)).id(), null)).isEqualTo(bytes(10, 4));
  }

  private void assertDamagedOr(byte[] left, StoredSnapshot snapshot) {
    try {
      assertThat(store().read(snapshot.id(), null)).as("the codec will tell").isEqualTo(left);
    } catch (SnapshotStoreException e) {
      assertThat(e.kind()).isEqualTo(SnapshotStoreException.Kind.DAMAGED);
      assertThat(e).hasMessageContaining("damaged");
      assertThat(e.getMessage().lines()).as("one line").hasSize(1);
    }
  }
}
