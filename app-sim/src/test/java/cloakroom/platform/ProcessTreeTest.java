package cloakroom.platform;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ProcessTreeTest {
  @Test
  void ticks_commandWithBlanksAndBrackets_isSkipped() {
    String stat = "42 (a (b) c) S 1 42 42 0 -1 4194560 1 2 3 4 100 20 3 4 20 0 1 0 5 6 7";

    assertThat(ProcessTree.ticks(stat)).isEqualTo(127);
  }
}
