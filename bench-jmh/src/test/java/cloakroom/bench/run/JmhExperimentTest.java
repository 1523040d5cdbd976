package cloakroom.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.study.Needs;
import cloakroom.bench.study.Studies;
import cloakroom.bench.study.StudyCard;
import cloakroom.bench.study.StudyCard.Chart;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a benchmark needs and does not find becomes a line, not a failure. */
final class JmhExperimentTest {

  /** A benchmark none of whose values can be run. */
  public static final class Impossible implements Needs {
    @Override
    public String parameter() {
      return "mode";
    }

    @Override
    public Map<String, String> absent() {
      return new TreeMap<>(Map.of("A", "install a", "B", "install b", "C", "install a"));
    }
  }

  private static StudyCard card(Class<?> benchmark) {
    return card(benchmark, "A", "B", "C");
  }

  private static StudyCard card(Class<?> benchmark, String... modes) {
    return new StudyCard(
        "X",
        "title",
        "question",
        benchmark,
        Map.of("mode", List.of(modes)),
        Map.of(),
        null,
        Chart.BARS,
        List.of(),
        Map.of());
  }

  @Test
  void studyOfWhichNothingCanBeRun_isALineForEachReason() throws Exception {
    StudyResult result =
        JmhExperiment.of(card(Impossible.class))
            .run(
                new StudyRun.Plan(1, false, false, Path.of("unused")),
                (card, round, of) -> {
                  throw new AssertionError("nothing can be run");
                });
    assertThat(result.points()).isEmpty();
    assertThat(result.absent()).containsExactly("A, C absent: install a", "B absent: install b");
  }

  @Test
  void whatTheFormDoesNotAskFor_isNotAbsent() throws Exception {
    StudyResult result =
        JmhExperiment.of(card(Impossible.class, "B"))
            .run(new StudyRun.Plan(1, false, false, Path.of("unused")), (card, round, of) -> {});

    assertThat(result.absent()).containsExactly("B absent: install b");
  }

  @Test
  void everyCard_hasAnExperiment() {
    assertThat(Studies.ALL)
        .allSatisfy(card -> assertThat(JmhExperiment.of(card).card()).isSameAs(card));
  }
}
