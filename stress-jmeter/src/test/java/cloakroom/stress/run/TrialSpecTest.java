package cloakroom.stress.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TrialSpecTest {
  @Test
  void trials_areInterleaved() {
    assertThat(TrialSpec.interleaved(List.of("a", "b"), 3))
        .extracting(TrialSpec::policy)
        .containsExactly("a", "b", "a", "b", "a", "b");
  }

  @Test
  void folders_areNumberedInTheOrderOfExecution() {
    assertThat(TrialSpec.interleaved(List.of("sticky", "noop"), 2))
        .extracting(TrialSpec::folder)
        .containsExactly("01-sticky", "02-noop", "03-sticky", "04-noop");
  }
}
