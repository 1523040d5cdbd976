package cloakroom.stress.run;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.measure.Variant;
import cloakroom.stress.measure.Varied;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TrialSpecTest {
  private static List<Variant> policies(String... names) {
    return new Variants(List.of(names), List.of("rollback"), Map.of(), Varied.NOTHING).all();
  }

  @Test
  void trials_areInterleaved() {
    assertThat(TrialSpec.interleaved(policies("a", "b"), 3))
        .extracting(trial -> trial.variant().policy())
        .containsExactly("a", "b", "a", "b", "a", "b");
  }

  @Test
  void folders_areNumberedInTheOrderOfExecution() {
    assertThat(TrialSpec.interleaved(policies("sticky", "noop"), 2))
        .extracting(TrialSpec::folder)
        .containsExactly("01-sticky", "02-noop", "03-sticky", "04-noop");
  }

  @Test
  void folders_areNamedAfterTheVariantInPlainCharacters() {
    Varied varied = new Varied("jbo.ampool.writecookietoclient", List.of("a b/c", "../d"));
    List<Variant> variants =
        new Variants(List.of("sticky"), List.of("none", "full"), Map.of(), varied).all();

    assertThat(TrialSpec.interleaved(variants, 1))
        .extracting(TrialSpec::folder)
        .containsExactly(
            "01-sticky-none-writecookietoclient-a-b-c",
            "02-sticky-none-writecookietoclient-..-d",
            "03-sticky-full-writecookietoclient-a-b-c",
            "04-sticky-full-writecookietoclient-..-d");
  }
}
