package cloakroom.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
  @ParameterizedTest
  @CsvSource({
    "300ms, 300, 300ms",
    "1500ms, 1500, 1500ms",
    "3s, 3000, 3s",
    "90s, 90000, 90s",
    "2m, 120000, 2m",
    "120s, 120000, 2m",
    "2h, 7200000, 120m",
    "0ms, 0, 0ms",
    "0s, 0, 0ms"
  })
  void duration_isReadInItsUnitAndWrittenInTheLargest(String text, long millis, String again) {
    assertThat(Durations.parse(text)).isEqualTo(Duration.ofMillis(millis));
    assertThat(Durations.format(Duration.ofMillis(millis))).isEqualTo(again);
  }

  @Test
  void duration_mayBeOfMicroseconds() {
    assertThat(Durations.parse("200us")).isEqualTo(Duration.ofNanos(200_000));
    assertThat(Durations.format(Duration.ofNanos(1_250_000))).isEqualTo("1250us");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "3", "-3s", "3d", "1.5s", "3 s", "s", "9999999999s"})
  void anythingElse_isRefusedWithTheChoices(String text) {
    assertThatThrownBy(() -> Durations.parse(text))
        .hasMessage(
            "'"
                + text
                + "' is not a duration: a whole number with us, ms, s, m or h (300ms, 3s, 2m)");
  }
}
