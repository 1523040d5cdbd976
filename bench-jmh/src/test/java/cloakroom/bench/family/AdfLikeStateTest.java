package cloakroom.bench.family;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.state.Snapshot;
import cloakroom.state.SnapshotCodecs;
import org.junit.jupiter.api.Test;

/** The sessions that benchmarks store are as large and as various as they say. */
final class AdfLikeStateTest {

  @Test
  void sameSeed_isTheSameState() {
    assertThat(AdfLikeState.of(7, 1)).isEqualTo(AdfLikeState.of(7, 1));
    assertThat(AdfLikeState.of(8, 1)).isNotEqualTo(AdfLikeState.of(7, 1));
    assertThat(AdfLikeState.of(8, 1).session()).isNotEqualTo(AdfLikeState.of(7, 1).session());
  }

  @Test
  void factor_multipliesViewsAndRows() {
    for (int factor : new int[] {1, 8}) {
      Snapshot snapshot = AdfLikeState.of(3, factor);

      assertThat(snapshot.state().views()).hasSize(30 * factor);
      assertThat(snapshot.state().changes()).hasSize(20 * factor);
      assertThat(snapshot.state().views().stream().map(view -> view.viewObject()).distinct())
          .hasSize(30 * factor);
    }
  }

  @Test
  void snapshot_weighsWhatTheTypicalOneDoes() {
    for (int seed = 0; seed < 20; seed++) {
      Snapshot snapshot = AdfLikeState.of(seed, 1);

      assertThat(SnapshotCodecs.XML.encode(snapshot).length).isBetween(19_000, 25_000);
      assertThat(SnapshotCodecs.BINARY.encode(snapshot).length).isBetween(4_000, 6_000);
    }
  }
}
