package cloakroom.bench.family;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FamilyRoundsTest {
  private static FamilyCell cell(String heading, String subject) {
    return new FamilyCell(heading, subject, FamilyRoundsTest.class, "none", Map.of(), 1);
  }

  @Test
  void bothSidesOfARatio_runCloseTogetherAndInBothOrders() {
    FamilyCell a = cell("1 KB", "A");
    FamilyCell b = cell("1 KB", "B");
    FamilyCell other = cell("10 KB", "A");

    assertThat(FamilyRounds.turns(List.of(a, b, other), 3))
        .containsExactly(a, b, b, a, other, other, a, b, other);
  }
}
