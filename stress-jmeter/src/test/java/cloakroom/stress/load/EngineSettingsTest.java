package cloakroom.stress.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EngineSettingsTest {
  private static final String CHOICES =
      ": the options are --home DIR, --plan FILE, --out DIR, --dashboard, -Jname=value";

  @Test
  void commandLine_isRead() throws EngineException {
    EngineSettings settings =
        EngineSettings.parse(
            "--home", "/h", "--plan", "/p/a b.jmx", "--out", "/o", "-Jusers=3", "-Jx=a=b", "-Jy=");

    assertThat(settings.home()).isEqualTo(Path.of("/h"));
    assertThat(settings.plan()).isEqualTo(Path.of("/p/a b.jmx"));
    assertThat(settings.out()).isEqualTo(Path.of("/o"));
    assertThat(settings.dashboard()).isFalse();
    assertThat(settings.properties())
        .containsEntry("users", "3")
        .containsEntry("x", "a=b")
        .containsEntry("y", "");
  }

  @Test
  void dashboard_isAnOption() throws EngineException {
    assertThat(EngineSettings.parse("--dashboard", "--home", "h", "--plan", "p", "--out", "o"))
        .matches(EngineSettings::dashboard);
  }

  @ParameterizedTest
  @CsvSource({
    "--users=3, unknown option --users=3",
    "-Jusers, unknown option -Jusers",
    "-J=3, unknown option -J=3",
    "--plan, option --plan needs a value",
    "--dashboard, option --home is missing",
  })
  void wrongUse_isToldWithTheChoices(String argument, String rule) {
    assertThatThrownBy(() -> EngineSettings.parse(argument))
        .isInstanceOf(EngineException.class)
        .hasMessage(rule + CHOICES);
  }
}
