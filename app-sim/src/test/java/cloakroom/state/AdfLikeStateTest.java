package cloakroom.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import cloakroom.state.ModuleState.ViewState;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Size and variety of the generated session state. */
final class AdfLikeStateTest {
  @Test
  void sameSeed_isTheSameState() {
    assertThat(AdfLikeState.of(7, 1)).isEqualTo(AdfLikeState.of(7, 1));
    assertThat(AdfLikeState.of(8, 1)).isNotEqualTo(AdfLikeState.of(7, 1));
    assertThat(AdfLikeState.of(8, 1).session()).isNotEqualTo(AdfLikeState.of(7, 1).session());
    assertThat(AdfLikeState.filled(5, 40_000))
        .isEqualTo(AdfLikeState.filled(5, 40_000))
        .noneMatch(ViewState::active);
    assertThat(AdfLikeState.filled(6, 40_000)).isNotEqualTo(AdfLikeState.filled(5, 40_000));
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

  /** Codecs must differ as they do with real state. */
  @Test
  void filledViewObjects_areAsDenseAsTheTypicalState() {
    Snapshot filled =
        new Snapshot("m", "s", 1, new ModuleState(AdfLikeState.filled(5, 20_000), List.of()));
    Snapshot typical = AdfLikeState.of(5, 1);

    assertThat(binaryShare(filled)).isCloseTo(binaryShare(typical), within(0.12));
  }

  private static double binaryShare(Snapshot snapshot) {
    return (double) SnapshotCodecs.BINARY.encode(snapshot).length
        / SnapshotCodecs.XML.encode(snapshot).length;
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
