package cloakroom.stress.load;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.load.SampleRecorder.WarmUpEnd;
import org.junit.jupiter.api.Test;

class WarmUpEndTest {
  private final WarmUpEnd end = new WarmUpEnd();

  @Test
  void fallingMeans_continueTheWarmUp() {
    for (double mean : new double[] {100, 50, 20}) {
      assertThat(end.add(500, mean)).isFalse();
    }
    assertThat(end.add(500, 19)).isTrue();
  }

  @Test
  void fewRequests_areNotEnough() {
    assertThat(end.add(100, 10)).isFalse();
    assertThat(end.add(WarmUpEnd.MIN_REQUESTS, 10)).isTrue();
  }

  @Test
  void secondsWithoutRequests_endItOnlyByTime() {
    for (int second = 1; second < WarmUpEnd.MAX_SECONDS; second++) {
      assertThat(end.add(0, 0)).isFalse();
    }
    assertThat(end.add(0, 0)).isTrue();
  }
}
