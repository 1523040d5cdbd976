package cloakroom.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class StudyCardTest {
  private static StudyCard card(boolean sidesOnly) {
    String json =
        """
        [{"id": "S0", "title": "Sides", "question": "Which?", "sidesOnly": %s,
          "parameters": {"subject": ["NONE", "A"], "pool": ["FULL", "COLD"]},
          "ratios": [
            {"name": "full", "above": {"subject": "NONE"}, "below": {"subject": "A"}},
            {"name": "cold", "above": {"subject": "NONE"}, "below": {"subject": "A", "pool": "COLD"}},
            {"name": "other", "above": {"subject": "NONE"}, "below": {"subject": "B", "pool": "COLD"}}]}]
        """;
    return StudyCard.read(json.formatted(sidesOnly)).get(0);
  }

  @Test
  void sidesOnly_runsWhatRatiosNameAndNothingTwice() {
    StudyCard card = card(true);

    assertThat(card.runs(card.asked(false)))
        .containsExactly(
            Map.of("subject", List.of("NONE"), "pool", List.of("FULL")),
            Map.of("subject", List.of("A"), "pool", List.of("FULL")),
            Map.of("subject", List.of("A"), "pool", List.of("COLD")));
  }

  @Test
  void otherwise_everyCombinationIsRunAtOnce() {
    StudyCard card = card(false);

    assertThat(card.runs(card.asked(false))).containsExactly(card.asked(false));
  }
}
