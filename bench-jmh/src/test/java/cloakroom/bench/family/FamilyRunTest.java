package cloakroom.bench.family;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.family.Family.Cell;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FamilyRunTest {
  private static Cell cell(String heading, String subject) {
    return new Cell(heading, subject, FamilyRunTest.class, "none", Map.of(), 1);
  }

  @Test
  void bothSidesOfARatio_runCloseTogetherAndInBothOrders() {
    Cell a = cell("1 KB", "A");
    Cell b = cell("1 KB", "B");
    Cell other = cell("10 KB", "A");

    assertThat(FamilyRun.turns(List.of(a, b, other), 3))
        .containsExactly(a, b, b, a, other, other, a, b, other);
  }
}
