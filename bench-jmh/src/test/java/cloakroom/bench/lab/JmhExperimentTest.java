package cloakroom.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.lab.Experiment.Plan;
import cloakroom.bench.lab.StudyResult.Gap;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a benchmark needs and does not find becomes a line, not a failure. */
final class JmhExperimentTest {
  private static StudyResult result(String... modes) throws Exception {
    JmhExperiment.Needs needs =
        new JmhExperiment.Needs(
            Map.of("mode", Map.of("A", "install a", "B", "install b", "C", "install a")),
            List.of());
    StudyCard card = SleepCards.card("X", "1").with("mode", List.of(modes), List.of());
    return Results.of(
        new JmhExperiment(card, Object.class, () -> needs, points -> List.of()),
        new Plan(1, 60, false, false, Path.of("unused")));
  }

  @Test
  void studyOfWhichNothingCanBeRun_isALineForEachReason() throws Exception {
    StudyResult result = result("A", "B", "C");

    assertThat(result.points()).isEmpty();
    assertThat(result.gaps())
        .extracting(Gap::sentence)
        .containsExactly("A, C absent: install a", "B absent: install b");
  }

  @Test
  void whatTheFormDoesNotAskFor_isNotAbsent() throws Exception {
    assertThat(result("B").gaps()).extracting(Gap::sentence).containsExactly("B absent: install b");
  }

  @Test
  void setOfWhichAValueIsAbsent_isLeftOut_andItsParameterNamedWhereTheValueSaysNothing()
      throws Exception {
    JmhExperiment.Needs needs =
        new JmhExperiment.Needs(Map.of("pinned", Map.of("true", "install taskset")), List.of());
    StudyCard card =
        StudyCard.read(
                """
                [{"id": "X", "title": "x", "question": "?", "parameters": {"pinned": ["true"]},
                  "also": [{"parameters": {"pinned": ["true"]}}, {"full": {"pinned": ["false"]}}]}]
                """)
            .get(0);

    assertThat(card.sets(false)).hasSize(2);
    assertThat(card.sets(true)).hasSize(3).last().isEqualTo(Map.of("pinned", List.of("false")));
    assertThat(
            Results.of(
                    new JmhExperiment(card, Object.class, () -> needs, points -> List.of()),
                    new Plan(1, 60, false, false, Path.of("unused")))
                .gaps())
        .extracting(Gap::sentence)
        .containsExactly("pinned true absent: install taskset");
  }

  @Test
  void parametersThatNobodyMeasured_makeNoRatio() {
    StudyResult result =
        StudyResult.of(
            SleepCards.card("S0", "1"),
            List.of(
                new StudyResult.Point(
                    Map.of("millis", "1"), 1, List.of(), Map.of(), Optional.empty())),
            List.of());

    assertThat(result.ratios()).isEmpty();
  }
}
