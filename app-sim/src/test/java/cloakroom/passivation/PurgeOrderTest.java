package cloakroom.passivation;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.passivation.SnapshotPurge.PurgeOrder;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PurgeOrderTest {
  @ParameterizedTest
  @ValueSource(longs = {0, -1, -86_400})
  void age_mustBeMoreThanZero(long seconds) {
    assertThatThrownBy(() -> new PurgeOrder(Duration.ofSeconds(seconds), 200, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(
            Duration.ofSeconds(seconds).toString(),
            "more than zero",
            "BC4J_CLEANUP ignores negative ages");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -200, 10_001})
  void batch_hasItsLimits(int batch) {
    assertThatThrownBy(() -> new PurgeOrder(Duration.ofHours(1), batch, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("batch " + batch + ": expected a number from 1 to 10000");
  }
}
