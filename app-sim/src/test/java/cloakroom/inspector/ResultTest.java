package cloakroom.inspector;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.HeldKind;
import cloakroom.contract.InspectionResult;
import cloakroom.contract.InspectionResult.CallSite;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ResultTest {
  @Test
  void json_isReadAsItWasMeant() throws Exception {
    Map<String, Object> value = new LinkedHashMap<>();
    value.put("text", "a \"quoted\" \\ line\n\u0001 of 💺");
    value.put("list", List.of(1, true, Map.of()));
    value.put("record", new InspectionResult.Cost(1, 2, 3));
    value.put("none", null);
    value.put("empty", List.of());

    JsonNode read = new ObjectMapper().readTree(InspectionJson.text(value));

    assertThat(read)
        .isEqualTo(new ObjectMapper().readTree(new ObjectMapper().writeValueAsString(value)));
  }

  @Test
  void findings_areBounded_andNumbersMakeNoNewOnes() {
    Findings findings = new Findings();
    for (int i = 0; i < 1_000; i++) {
      findings.countLeft(new HeldItem(HeldKind.TEMPORARY_TABLE, "cart_" + (100 + i)), by(i), false);
    }
    InspectionResult.InspectionFinding only = findings.results().get(0);
    assertThat(findings.results()).containsExactly(only);
    assertThat(only.label()).isEqualTo("temporary table cart_#");
    assertThat(only.leftBy()).hasSize(5);
    assertThat(only.count()).isEqualTo(1_000);

    for (int i = 0; i < 300; i++) {
      String name = "t" + (char) ('a' + i / 26) + (char) ('a' + i % 26);
      findings.countLeft(new HeldItem(HeldKind.TEMPORARY_TABLE, name), by(0), false);
    }
    assertThat(findings.results()).hasSize(200);
    assertThat(findings.more()).isEqualTo(101);
  }

  private static CallSite by(int number) {
    return new CallSite("create " + (char) ('a' + number % 26), List.of(), 0, 0);
  }
}
