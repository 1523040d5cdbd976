package cloakroom.passivation;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.passivation.SnapshotPurge.PurgeOrder;
import cloakroom.passivation.SnapshotPurge.PurgeReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Contract of a store outside of the heap. */
abstract class DurableStoreContract extends SnapshotStoreContract {
  abstract SnapshotPurge purge();

  abstract void takeDown() throws Exception;

  abstract void bringBack() throws Exception;

  abstract void truncate(long id) throws Exception;

  /** Removes the stored content but keeps its row or file. */
  abstract void hollow(long id) throws Exception;

  static void assertUnavailable(ThrowingCallable operation) {
    assertFails(SnapshotStoreException.StoreFailure.UNAVAILABLE, operation)
        .hasMessageNotContaining("\n");
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

  /** A store need not detect damage, but never returns another snapshot. */
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
      assertThat(store().read(snapshot.id(), null)).as("the codec detects it").isEqualTo(left);
    } catch (SnapshotStoreException e) {
      assertThat(e.kind()).isEqualTo(SnapshotStoreException.StoreFailure.DAMAGED);
      assertThat(e).hasMessageContaining("damaged");
      assertThat(e.getMessage()).doesNotContain("\n");
    }
  }

  @Test
  void purge_keepsYoungRenewedAndRewrittenSnapshots() throws Exception {
    StoredSnapshot orphan = first(bytes(10, 1));
    StoredSnapshot idle = first(bytes(10, 2));
    StoredSnapshot busy = first(bytes(10, 3));
    pass(Duration.ofHours(2));
    StoredSnapshot young = first(bytes(10, 4));
    StoredSnapshot rewritten = store().write(busy, 1, bytes(10, 5), null);

    assertThat(store().keepAlive(List.of(idle.id(), young.id(), 999_999L), Duration.ofMinutes(10)))
        .as("only the old one is touched")
        .isEqualTo(1);
    PurgeReport report = purge().purge(order(1), progress -> {});

    assertThat(report).isEqualTo(new PurgeReport(1, 1, 0, 0));
    assertMissing(orphan.id());
    assertThat(store().read(idle.id(), null)).isEqualTo(bytes(10, 2));
    assertThat(store().read(young.id(), null)).isEqualTo(bytes(10, 4));
    assertThat(store().read(rewritten.id(), null)).isEqualTo(bytes(10, 5));
    StoredSnapshot next = store().write(idle, 1, bytes(10, 6), null);
    assertThat(store().keepAlive(List.of(next.id()), Duration.ZERO)).isEqualTo(1);
    assertThat(store().delete(next, null)).isTrue();
  }

  @Test
  void keepAlive_ofManyIds_reachesEach() throws Exception {
    List<Long> ids = new ArrayList<>(List.of(first(bytes(10, 1)).id()));
    for (long missing = 1_000_000; missing < 1_001_200; missing++) {
      ids.add(missing);
    }
    ids.add(first(bytes(10, 2)).id());
    pass(Duration.ofHours(2));

    assertThat(store().keepAlive(ids, Duration.ofHours(1))).isEqualTo(2);
    assertThat(purge().purge(order(1), progress -> {}).found()).isZero();
    assertThat(store().keepAlive(List.of(), Duration.ZERO)).isZero();
  }

  @Test
  void purge_reportsEachBatch_andADryRunDeletesNothing() throws Exception {
    for (int i = 0; i < 5; i++) {
      first(bytes(10, i));
    }
    pass(Duration.ofHours(2));
    first(bytes(10, 9));
    assertThat(purge().purge(new PurgeOrder(Duration.ofHours(1), 2, true), report -> {}))
        .isEqualTo(new PurgeReport(5, 0, 0, 5));
    assertThat(stored()).isEqualTo(6);
    List<PurgeReport> progress = new ArrayList<>();

    PurgeReport end = purge().purge(order(2), progress::add);

    assertThat(progress)
        .containsExactly(
            new PurgeReport(5, 0, 0, 5),
            new PurgeReport(5, 2, 0, 3),
            new PurgeReport(5, 4, 0, 1),
            new PurgeReport(5, 5, 0, 0));
    assertThat(end).isEqualTo(progress.get(3));
    assertThat(stored()).isEqualTo(1);
  }

  static PurgeOrder order(int batch) {
    return new PurgeOrder(Duration.ofHours(1), batch, false);
  }
}
