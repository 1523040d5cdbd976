package cloakroom.stress.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.stress.run.RunSettings.WarmUp;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
  @ParameterizedTest
  @CsvSource({
    "300ms, 300, 300ms", "1500ms, 1500, 1500ms", "3s, 3000, 3s", "90s, 90000, 90s",
    "2m, 120000, 2m", "120s, 120000, 2m", "0ms, 0, 0ms", "0s, 0, 0ms"
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
  @ValueSource(strings = {"", "3", "-3s", "3h", "1.5s", "3 s", "s", "9999999999s"})
  void anythingElse_isRefusedWithTheChoices(String text) {
    assertThatThrownBy(() -> Durations.parse(text))
        .hasMessage(
            "'" + text + "' is not a duration: a whole number with us, ms, s or m (300ms, 3s, 2m)");
  }

  @Test
  void warmUp_isReadAsUsersByIterations() {
    assertThat(WarmUp.parse("40x20")).isEqualTo(new WarmUp(40, 20));
    assertThat(WarmUp.parse("0")).isEqualTo(WarmUp.NONE);
    assertThat(WarmUp.parse("40x20")).hasToString("40x20");
    assertThat(WarmUp.NONE).hasToString("0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "40", "0x5", "5x0", "x", "-1x3", "4x5x6"})
  void otherWarmUp_isRefusedWithTheForm(String text) {
    assertThatThrownBy(() -> WarmUp.parse(text))
        .hasMessage(
            "'" + text + "' is not a warm-up: <users>x<iterations> such as 40x20, or 0 for none");
  }
}
