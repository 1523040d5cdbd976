package cloakroom.inspector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SettingsTest {
  @Test
  void of_properties_areParsedOrDefaults() {
    Settings settings = Settings.of(Map.of()).orElseThrow();

    assertThat(settings.sample()).isEqualTo(1);
    assertThat(settings.file().toString()).endsWith("inspector.json");
    assertThat(settings.offOnError()).isFalse();
    Settings given =
        Settings.of(
                Map.of(
                    "inspect.application", "com.acme, org.acme.shop",
                    "inspect.file", "left-%p.json"))
            .orElseThrow();

    assertThat(given.application()).isEqualTo(List.of("com.acme", "org.acme.shop"));
    assertThat(given.file().toString()).contains("left-" + ProcessHandle.current().pid());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "enabled | yes | on or off",
        "onError | ignore | off or stop",
        "sample | 0 | a whole number from 1 to 1000000",
        "sample | 1/100 | a whole number from 1 to 1000000",
        "frames | 51 | a whole number from 1 to 50",
        "file | no/such/folder/x.json | a file in a folder that exists and can be written",
        "settings | app user | names with commas between them"
      })
  void of_wrongValue_isRejectedWithTheRule(String name, String value, String rule) {
    assertThatThrownBy(() -> Settings.of(Map.of("inspect." + name, value)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("inspect." + name + "=" + value + ": must be " + rule);
  }
}
