package cloakroom.bench.run;

import cloakroom.bench.study.StudyCard;
import cloakroom.bench.study.StudyCard.Chart;
import cloakroom.bench.study.StudyCard.Claim;
import cloakroom.bench.study.StudyCard.Ratio;
import cloakroom.bench.study.StudyCard.Scale;
import java.util.List;
import java.util.Map;

/** Cards of {@link SleepBenchmark}. */
final class SleepCards {
  private SleepCards() {}

  static StudyCard card(String id, String... millis) {
    return card(id, SleepBenchmark.class, Map.of("millis", List.of(millis)));
  }

  static StudyCard card(String id, Class<?> benchmark, Map<String, List<String>> parameters) {
    return new StudyCard(
        id,
        "Sleep",
        "How long does it sleep?",
        benchmark,
        parameters,
        Map.of("millis", List.of("1", "2", "20")),
        "millis",
        new Chart("ms", Scale.LINEAR, Scale.LINEAR),
        List.of(
            new Ratio("20 / 1", Map.of("millis", "20"), Map.of("millis", "1"), 20, Claim.ABOVE_ONE),
            new Ratio("7 / 1", Map.of("millis", "7"), Map.of("millis", "1"), 7, Claim.ABOVE_ONE)),
        Map.of());
  }
}
