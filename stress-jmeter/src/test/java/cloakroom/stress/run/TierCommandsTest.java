package cloakroom.stress.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TierCommandsTest {
  @Test
  void line_isTheLastOneWithoutTheNameOfTheCommand() {
    assertThat(
            TierCommands.line(
                "WARNING: something of the JVM\napp-sim config: jbo.x=y is wrong\n"
                    .getBytes(UTF_8)))
        .isEqualTo("jbo.x=y is wrong");
  }
}
