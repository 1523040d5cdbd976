package cloakroom.stress.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import cloakroom.stress.process.StressFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TierCommandsTest {
  private static final String PICKED_UP = "echo Picked up JAVA_TOOL_OPTIONS: -Dx=y >&2";

  @TempDir private Path folder;

  private TierCommands saying(String... lines) throws Exception {
    Path java = folder.resolve("java");
    assumeThat(Path.of("/bin/sh")).exists();
    Files.writeString(java, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    return new TierCommands(java.toString());
  }

  @Test
  void refusal_isTheLastLineWithoutTheNameOfTheCommand() throws Exception {
    TierCommands tier =
        saying(
            "echo WARNING: something of the JVM >&2",
            "echo app-sim serve: jbo.x=y is wrong >&2",
            "exit 2");

    assertThat(tier.refusal(Path.of("any.jar"), "jdbc:any", List.of("--policy", "a")))
        .contains("jbo.x=y is wrong");
  }

  @Test
  void policies_jvmCannotStart_failsWithItsReason() throws Exception {
    TierCommands tier =
        saying(
            PICKED_UP,
            "echo Error occurred during initialization of VM",
            "echo Too small maximum heap",
            "exit 1");

    assertThatThrownBy(() -> tier.policies(Path.of("any.jar")))
        .isInstanceOf(StressFailure.class)
        .hasMessage("--app-sim any.jar: cannot read its policies: Too small maximum heap");
  }

  @Test
  void policies_areThoseOfTheOutput() throws Exception {
    TierCommands tier = saying(PICKED_UP, "echo '[{\"name\":\"a\"},{\"name\":\"b\"}]'");

    assertThat(tier.policies(Path.of("any.jar"))).containsExactly("a", "b");
  }
}
