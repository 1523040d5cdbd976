package cloakroom.bench.family;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.bench.family.FamilyResult.BarResult;
import cloakroom.bench.family.FamilyResult.Row;
import cloakroom.bench.run.Interval;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FamilyTableTest {
  private static final FamilyResult RESULT =
      new FamilyResult(
          "store",
          List.of(
              new Row("1 KB", "ours", Map.of("ops/s", 4_100.0)),
              new Row("1 KB", "raw", Map.of("ops/s", 4_000.0))),
          List.of(
              new BarResult(
                  "1 KB: ours / raw",
                  Bar.atLeast(0.95),
                  Interval.of(List.of(41.0, 42.0), List.of(40.0, 40.0))),
              new BarResult("statements", Bar.atMost(2, "statements"), Interval.counted(3, 1))),
          List.of("On one machine."));

  @Test
  void table_hasEachBarBesideItsFigure() {
    String table = FamilyTable.of(RESULT);

    assertThat(table)
        .containsPattern("ours +4,100")
        .containsPattern("met +1 KB: ours / raw +≥ 0.95 x +1.04 x \\[")
        .containsPattern("MISSED +statements +≤ 2 statements +3 statements")
        .contains("On one machine.");
  }

  @Test
  void unknownFamily_isRefusedWithTheChoices() {
    assertThatThrownBy(() -> Families.named("cloak"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'cloak'")
        .hasMessageContaining(Families.names());
  }
}
