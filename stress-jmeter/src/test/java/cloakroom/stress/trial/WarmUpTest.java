package cloakroom.stress.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.stress.settings.RunOptions.WarmUp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WarmUpTest {
  @Test
  void warmUp_isReadAsUsersByIterations() {
    assertThat(WarmUp.parse("40x20")).isEqualTo(new WarmUp(40, 20, false));
    assertThat(WarmUp.parse("0")).isEqualTo(WarmUp.NONE);
    assertThat(WarmUp.parse("40x20")).hasToString("40x20");
    assertThat(WarmUp.NONE).hasToString("0");
    assertThat(WarmUp.parse("auto").within(8).auto()).isTrue();
    assertThat(WarmUp.parse("auto")).hasToString("auto");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "40", "0x5", "5x0", "x", "-1x3", "4x5x6"})
  void otherWarmUp_isRefusedWithTheForm(String text) {
    assertThatThrownBy(() -> WarmUp.parse(text))
        .hasMessage(
            "'"
                + text
                + "' is not a warm-up: must be <users>x<iterations> such as 40x20, auto, or 0 for none");
  }
}
