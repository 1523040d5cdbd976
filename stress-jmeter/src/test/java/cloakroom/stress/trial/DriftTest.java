package cloakroom.stress.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

final class DriftTest {
  private static Drift of(int readings, IntToDoubleFunction value) {
    Drift drift = new Drift("x");
    for (int i = 0; i < readings; i++) {
      drift.add(value.applyAsDouble(i));
    }
    return drift;
  }

  @Test
  void leak_isSeenThroughNoise_andNothingElseIsOne() {
    Random random = new Random(1);
    assertThat(of(60, i -> 100 + i + 5 * random.nextGaussian()).grows()).isTrue();
    assertThat(of(60, i -> i < 5 ? 0 : i).grows()).as("from nothing").isTrue();
    assertThat(of(60, i -> 100 - i).grows()).isFalse();
    assertThat(of(60, i -> 1000 + i / 2.0).grows()).as("3 %").isFalse();
    assertThat(of(60, i -> i % 10).grows()).as("a saw").isFalse();
    assertThat(of(60, i -> 0).grows()).isFalse();
  }

  @Test
  void noise_isNoLeak() {
    Random random = new Random(2);
    int wrong = 0;
    for (int i = 0; i < 200; i++) {
      wrong += of(40, n -> 100 + 20 * random.nextGaussian()).grows() ? 1 : 0;
    }
    assertThat(wrong).isLessThan(5);
  }

  @Test
  void tooFewReadings_areRejected() {
    assertThatThrownBy(() -> of(9, i -> i).grows()).hasMessage("x: only 9 readings");
  }
}
