package cloakroom.stress.trial;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.folder.Variant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlockTrialsTest {
  private final List<String> discarded = new ArrayList<>();
  private int blocksEnded;

  private static Variant variant(String name) {
    return new Variant(name, name, Map.of());
  }

  /** Runs two variants in three blocks; the numbers are those of noisy blocks. */
  private List<String> run(Integer... noisy) {
    BlockTrials trials =
        new BlockTrials(
            List.of(variant("a"), variant("b")),
            3,
            2,
            block -> Optional.of("late").filter(l -> Set.of(noisy).contains(++blocksEnded)),
            (block, why) -> block.forEach(trial -> discarded.add(trial.folder() + " " + why)));
    List<String> all = new ArrayList<>();
    for (var next = trials.get(); next.isPresent(); next = trials.get()) {
      all.add(next.get().folder() + " of " + next.get().of());
    }
    return all;
  }

  @Test
  void quietBlocks_runOnceInBalancedOrder() {
    assertThat(run())
        .containsExactly(
            "01-a of 6", "02-b of 6", "03-b of 6", "04-a of 6", "05-a of 6", "06-b of 6");
    assertThat(discarded).isEmpty();
  }

  @Test
  void noisyBlock_runsAgainInTheSameOrder() {
    assertThat(run(2))
        .hasSize(8)
        .startsWith("01-a of 6", "02-b of 6", "03-b of 6", "04-a of 6")
        .endsWith("05-b of 8", "06-a of 8", "07-a of 8", "08-b of 8");
    assertThat(discarded).containsExactly("03-b late", "04-a late");
  }

  @Test
  void blockThatIsNoisyTwice_endsAllRepetitions() {
    assertThat(run(1, 2, 3, 4)).hasSize(8);
    assertThat(discarded).containsExactly("01-a late", "02-b late");
    assertThat(blocksEnded).isEqualTo(2);
  }

  @Test
  void repetitions_areBounded() {
    assertThat(run(1, 3, 5)).hasSize(10);
    assertThat(discarded).hasSize(4);
  }

  /** Williams' condition, over a full cycle of blocks. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
  void order_isBalancedByPositionAndPredecessor(int variants) {
    List<Integer> all = IntStream.range(0, variants).boxed().toList();
    int blocks = variants % 2 == 0 ? variants : 2 * variants;
    Map<List<Integer>, Integer> follows = new HashMap<>();
    Map<List<Integer>, Integer> positions = new HashMap<>();
    for (int block = 0; block < blocks; block++) {
      List<Integer> order = TrialSpec.order(all, block);
      assertThat(order).containsExactlyInAnyOrderElementsOf(all);
      for (int i = 0; i < variants; i++) {
        positions.merge(List.of(i, order.get(i)), 1, Integer::sum);
        if (i > 0) {
          follows.merge(order.subList(i - 1, i + 1), 1, Integer::sum);
        }
      }
    }

    assertThat(TrialSpec.order(all, 0)).isEqualTo(all);
    assertThat(positions).hasSize(variants * variants);
    assertThat(Set.copyOf(positions.values())).hasSize(1);
    assertThat(follows).hasSize(variants * (variants - 1));
    assertThat(Set.copyOf(follows.values())).hasSizeLessThan(2);
  }
}
