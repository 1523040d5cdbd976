package cloakroom.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TimeLeftTest {
  @Test
  void words_areInSecondsThenMinutes() {
    assertThat(TimeLeft.words(Double.NaN)).isEmpty();
    assertThat(TimeLeft.words(0)).isEqualTo("; about 10 s left");
    assertThat(TimeLeft.words(61)).isEqualTo("; about 70 s left");
    assertThat(TimeLeft.words(121)).isEqualTo("; about 3 min left");
  }
}
