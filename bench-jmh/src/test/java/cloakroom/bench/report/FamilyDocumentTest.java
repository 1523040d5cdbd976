package cloakroom.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import cloakroom.bench.family.Family.Bar;
import cloakroom.bench.family.FamilyResult;
import cloakroom.bench.family.FamilyResult.MeasuredBar;
import cloakroom.bench.family.FamilyResult.Row;
import cloakroom.bench.lab.Interval;
import cloakroom.stress.document.ConsoleRenderer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FamilyDocumentTest {
  private static MeasuredBar bar(String what, boolean atLeast, double limit) {
    Interval ours = Interval.of(List.of(41.0, 42.0), List.of(40.0, 40.0));
    return new MeasuredBar(new Bar(what, List.of(), List.of(), atLeast, limit), ours);
  }

  private static final FamilyResult RESULT =
      new FamilyResult(
          "store",
          List.of(
              new Row("1 KB", "ours", Map.of("ops/s", 4_100.0)),
              new Row("1 KB", "raw", Map.of("ops/s", 4_000.0))),
          List.of(bar("1 KB: ours / raw", true, 0.95), bar("both", false, 0.1)),
          List.of("On one machine."));

  @Test
  void table_hasEachBarBesideItsFigure() {
    String table = ConsoleRenderer.print(FamilyDocument.of(RESULT, SyntheticStudies.environment()));

    assertThat(table)
        .contains("1 KB")
        .containsPattern("ours +4,100")
        .containsPattern("met +1 KB: ours / raw +≥ 0.95 x +1.04 × \\[")
        .containsPattern("MISSED +both +≤ 0.10 x +1.04 × \\[")
        .contains("- On one machine.");
  }

  @Test
  void json_holdsBarsAndRows() throws Exception {
    JsonNode root =
        new ObjectMapper().readTree(ResultJson.of(RESULT, SyntheticStudies.environment()));

    assertThat(root.at("/family").asText()).isEqualTo("store");
    assertThat(root.at("/bars/0/bar").asText()).isEqualTo("≥ 0.95 x");
    assertThat(root.at("/bars/1/met").asBoolean()).isFalse();
    assertThat(root.at("/bars/1/ours").asDouble()).isEqualTo(1.037, within(0.001));
    assertThat(root.at("/rows/1/figures/ops~1s").asDouble()).isEqualTo(4_000);
    assertThat(root.at("/environment/database").asText()).isEqualTo("PostgreSQL 18.6");
  }
}
