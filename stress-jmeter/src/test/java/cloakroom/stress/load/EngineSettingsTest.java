package cloakroom.stress.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.stress.process.StressFailure;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EngineSettingsTest {
  private static final String NEEDED = "--home /h --plan /p/a_b.jmx --out /o ";

  private static EngineSettings parse(String arguments) {
    return EngineSettings.parse(arguments.split(" ", -1));
  }

  @Test
  void commandLine_isRead() {
    EngineSettings settings = parse(NEEDED + "-Jx=a=b -Jy=");

    assertThat(settings.plan).isEqualTo(Path.of("/p/a_b.jmx"));
    assertThat(settings.properties).containsEntry("x", "a=b").containsEntry("y", "");
    assertThat(settings.dashboard).isFalse();
    assertThat(parse(NEEDED + "--dashboard").dashboard).isTrue();
    EngineSettings counting = parse(NEEDED + "--dashboard --engines far:1099 --count");
    assertThat(counting.dashboard).isFalse();
    assertThat(counting.engines).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {NEEDED + "--users=3", NEEDED + "-Jusers", "--plan", "--dashboard"})
  void wrongUse_isToldInOneLine(String arguments) {
    assertThatThrownBy(() -> parse(arguments))
        .isInstanceOf(StressFailure.class)
        .message()
        .isNotEmpty()
        .hasLineCount(1);
  }
}
