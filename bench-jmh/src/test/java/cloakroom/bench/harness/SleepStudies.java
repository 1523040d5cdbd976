package cloakroom.bench.harness;

import java.util.List;

final class SleepStudies {
  private SleepStudies() {}

  static StudyDefinition definition(String id) {
    String json =
        """
        [{"id": "%s", "title": "Sleep", "question": "How long does it sleep?",
          "chart": {"parameter": "millis", "label": "ms", "x": "LINEAR", "y": "LINEAR"},
          "ratios": [
            {"name": "20 / 1", "above": {"millis": "20"}, "below": {"millis": "1"}, "published": 20},
            {"name": "7 / 1", "above": {"millis": "7"}, "below": {"millis": "1"}, "published": 7}]}]
        """;
    return StudyDefinition.parse(json.formatted(id)).get(0);
  }

  static Experiment experiment(String sets) {
    return new JmhExperiment(
        definition("S0"),
        List.of(),
        SleepBenchmark.class,
        StudySets.of(sets).full("millis=1,2,20").once("millis=20"));
  }
}
