package cloakroom.bench.lab;

import cloakroom.bench.lab.StudyCard.Chart;
import cloakroom.bench.lab.StudyCard.Ratio;
import cloakroom.bench.lab.StudyCard.Scale;
import java.util.List;
import java.util.Map;

/** Cards of {@link SleepBenchmark}. */
final class SleepCards {
  private SleepCards() {}

  static StudyCard card(String id, int usualSeconds, String... millis) {
    return StudyCard.of(id, "Sleep", usualSeconds, "How long does it sleep?")
        .run("millis", millis)
        .runInFull("millis", "1", "2", "20")
        .drawn(new Chart("millis", "ms", Scale.LINEAR, Scale.LINEAR))
        .compares(List.of(ratio("20", 20), ratio("7", 7)));
  }

  private static Ratio ratio(String longer, double published) {
    return Ratio.above(longer + " / 1", Map.of("millis", longer), Map.of("millis", "1"), published);
  }

  static Experiment experiment(String... millis) {
    return new JmhExperiment(
        card("S0", 60, millis), SleepBenchmark.class, JmhExperiment.Needs::nothing);
  }
}
