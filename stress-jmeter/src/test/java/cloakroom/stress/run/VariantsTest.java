package cloakroom.stress.run;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.measure.Variant;
import cloakroom.stress.measure.Varied;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a run compares, and the trials that this makes. */
class VariantsTest {
  private static final Map<String, String> SET = Map.of("jbo.dofailover", "true");
  private static final Varied THRESHOLD = new Varied("jbo.recyclethreshold", List.of("10", "40"));

  private static List<Variant> all(String policies, String hygienes, Varied varied) {
    return new Variants(Rules.split(policies), Rules.split(hygienes), SET, varied).all();
  }

  /**
   * A name is the policy, and behind it only what varies; a setting by the last part of its name.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          full      | false | sticky,noop
          none,full | false | sticky/none,sticky/full,noop/none,noop/full
          rollback  | true  | sticky/recyclethreshold=10,sticky/recyclethreshold=40,noop/recyclethreshold=10,noop/recyclethreshold=40
          """)
  void name_showsWhatVaries(String hygienes, boolean varied, String names) {
    assertThat(all("sticky,noop", hygienes, varied ? THRESHOLD : Varied.NOTHING))
        .extracting(Variant::name)
        .containsExactly(names.split(",", -1));
  }

  @Test
  void set_holdsWhatIsFixedAndWhatIsVaried() {
    assertThat(all("sticky", "none,full", THRESHOLD).get(1))
        .isEqualTo(
            new Variant(
                "sticky/none/recyclethreshold=40",
                "sticky",
                "none",
                Map.of("jbo.dofailover", "true", "jbo.recyclethreshold", "40")));
  }

  @Test
  void trials_areInterleavedAndNumberedInTheOrderOfExecution() {
    assertThat(TrialSpec.interleaved(all("sticky,noop", "none", Varied.NOTHING), 2))
        .extracting(TrialSpec::folder)
        .containsExactly("01-sticky", "02-noop", "03-sticky", "04-noop");
  }

  @Test
  void folders_areNamedAfterTheVariantInPlainCharacters() {
    Varied varied = new Varied("jbo.ampool.writecookietoclient", List.of("a b/c", "../d"));

    assertThat(TrialSpec.interleaved(all("sticky", "none,full", varied), 1))
        .extracting(TrialSpec::folder)
        .containsExactly(
            "01-sticky-none-writecookietoclient-a-b-c",
            "02-sticky-none-writecookietoclient-..-d",
            "03-sticky-full-writecookietoclient-a-b-c",
            "04-sticky-full-writecookietoclient-..-d");
  }
}
