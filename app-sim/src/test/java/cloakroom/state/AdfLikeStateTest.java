package cloakroom.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import cloakroom.state.ModuleState.ViewState;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
  void filledViewObjects_haveNoQueryAndTheNamesOfTheBlankOnes() {
    Set<String> known =
        AdfLikeState.blankFilled().stream()
            .flatMap(view -> view.transients().get("").keySet().stream())
            .collect(Collectors.toSet());

    for (ViewState view : AdfLikeState.filled(5, 40_000)) {
      assertThat(view.active()).isFalse();
      view.transients().values().forEach(row -> assertThat(known).containsAll(row.keySet()));
    }
    assertThat(AdfLikeState.filled(5, 40_000)).isEqualTo(AdfLikeState.filled(5, 40_000));
    assertThat(AdfLikeState.filled(6, 40_000)).isNotEqualTo(AdfLikeState.filled(5, 40_000));
  }

  /** Values are as various as people's, so that codecs differ as they do with real state. */
  @Test
  void filledViewObjects_areAsDenseAsTheTypicalState() {
    Snapshot filled =
        new Snapshot("m", "s", 1, new ModuleState(AdfLikeState.filled(5, 20_000), List.of()));
    Snapshot typical = AdfLikeState.of(5, 1);

    for (SnapshotCodec codec : List.of(SnapshotCodecs.BINARY, SnapshotCodecs.ZSTD)) {
      assertThat(share(codec, filled)).isCloseTo(share(codec, typical), within(0.12));
    }
  }

  private static double share(SnapshotCodec codec, Snapshot snapshot) {
    return (double) codec.encode(snapshot).length / SnapshotCodecs.XML.encode(snapshot).length;
  }

  @Test
  void snapshot_weighsWhatTheTypicalOneDoes() {
    for (int seed = 0; seed < 20; seed++) {
      Snapshot snapshot = AdfLikeState.of(seed, 1);

      assertThat(SnapshotCodecs.XML.encode(snapshot).length).isBetween(19_000, 25_000);
      assertThat(SnapshotCodecs.BINARY.encode(snapshot).length).isBetween(4_000, 6_000);
    }
  }

  /** Leaves room for a row's other columns, its index and its commit in 2 KB of log. */
  @Test
  void compressedWithItsModulesNames_itFitsIntoTwoKilobytesOfLog() {
    SnapshotCodec zstd = SnapshotCodecs.ZSTD.ofModule(AdfLikeState.blank());

    assertThat(
            IntStream.range(0, 64)
                .map(seed -> zstd.encode(AdfLikeState.of(seed, 1)).length)
                .average())
        .hasValueCloseTo(1_821.0, within(73.0));
  }
}
