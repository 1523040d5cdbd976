package cloakroom.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.family.FamilyResult;
import cloakroom.bench.lab.Interval;
import cloakroom.stress.document.ConsoleRenderer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class FamilyDocumentTest {
  private static final FamilyResult RESULT = new FamilyResult("store");

  @BeforeAll
  static void fill() {
    RESULT.row("1 KB", "ours", List.of("ops/s"), 4_100);
    RESULT.row("1 KB", "raw", List.of("ops/s"), 4_000);
    RESULT.atLeast("1 KB: ours / raw", 0.95, Interval.of(List.of(41.0, 42.0), List.of(40.0, 40.0)));
    RESULT.atMost("statements", 2, "statements", 3);
    RESULT.remarks().add("On one machine.");
  }

  @Test
  void table_hasEachBarBesideItsFigure() {
    String table = ConsoleRenderer.print(FamilyDocument.of(RESULT, SyntheticStudies.environment()));

    assertThat(table)
        .contains("1 KB")
        .containsPattern("ours +4,100")
        .containsPattern("met +1 KB: ours / raw +≥ 0.95 x +1.04 × \\[")
        .containsPattern("MISSED +statements +≤ 2 statements +3 statements")
        .contains("- On one machine.");
  }

  @Test
  void json_holdsBarsAndRows() throws Exception {
    JsonNode root =
        new ObjectMapper().readTree(ResultJson.of(RESULT, SyntheticStudies.environment()));

    assertThat(root.at("/family").asText()).isEqualTo("store");
    assertThat(root.at("/bars/0/bar").asText()).isEqualTo("≥ 0.95 x");
    assertThat(root.at("/bars/1/met").asBoolean()).isFalse();
    assertThat(root.at("/bars/1/ours").asDouble()).isEqualTo(3);
    assertThat(root.at("/rows/1/figures/ops~1s").asDouble()).isEqualTo(4_000);
    assertThat(root.at("/environment/database").asText()).isEqualTo("PostgreSQL 18.6");
  }
}
