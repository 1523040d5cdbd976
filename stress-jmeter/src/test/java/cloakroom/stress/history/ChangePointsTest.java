package cloakroom.stress.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ChangePointsTest {
  private static List<Double> series(long seed, int runs, double noise, IntToDoubleFunction level) {
    Random random = new Random(seed);
    return IntStream.range(0, runs)
        .mapToObj(i -> level.applyAsDouble(i) + noise * random.nextGaussian())
        .toList();
  }

  @Test
  void jumps_areFoundWhereTheyAre() {
    assertThat(ChangePoints.of(series(3, 24, 2, i -> i < 12 ? 100 : 110))).containsExactly(12);
    assertThat(ChangePoints.of(series(3, 24, 0.3, i -> i >= 8 && i < 16 ? 12 : 10)))
        .containsExactly(8, 16);
    assertThat(ChangePoints.of(series(3, 25, 0.01, i -> i < 23 ? 1 : 2))).containsExactly(23);
  }

  /** One in a hundred is what the method allows itself. */
  @Test
  void noise_hasHardlyEverAChange() {
    long changed =
        IntStream.rangeClosed(1, 20)
            .filter(seed -> !ChangePoints.of(series(seed, 24, 5, i -> 100)).isEmpty())
            .count();

    assertThat(changed).isLessThanOrEqualTo(1);
  }

  @Test
  void tooFewOrEqualValuesOrOneOutlier_haveNoChange() {
    assertThat(ChangePoints.of(series(3, 12, 0, i -> i == 5 ? 30 : 10))).isEmpty();
    assertThat(ChangePoints.of(List.of())).isEmpty();
    assertThat(ChangePoints.of(List.of(1.0, 1.1, 2.0, 2.1, 2.0))).isEmpty();
    assertThat(ChangePoints.of(Collections.nCopies(20, 3.0))).isEmpty();
  }
}
