package cloakroom.bench.lab;

import java.util.List;

/** Cards of {@link SleepBenchmark}. */
final class SleepCards {
  private SleepCards() {}

  static StudyCard card(String id, String... millis) {
    String json =
        """
        [{"id": "%s", "title": "Sleep", "question": "How long does it sleep?",
          "full": {"millis": ["1", "2", "20"]},
          "once": {"millis": ["20"]},
          "chart": {"parameter": "millis", "label": "ms", "x": "LINEAR", "y": "LINEAR"},
          "ratios": [
            {"name": "20 / 1", "above": {"millis": "20"}, "below": {"millis": "1"}, "published": 20},
            {"name": "7 / 1", "above": {"millis": "7"}, "below": {"millis": "1"}, "published": 7}]}]
        """;
    StudyCard card = StudyCard.read(json.formatted(id)).get(0);
    return card.with("millis", List.of(millis), card.ratios());
  }

  static Experiment experiment(String... millis) {
    return new JmhExperiment(card("S0", millis), SleepBenchmark.class);
  }
}
