package cloakroom.inspector;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.inspector.Recent.Culprit;
import cloakroom.module.Preset;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What goes into the result: bounded findings, the matrix, and JSON that others can read. */
final class ResultTest {
  @Test
  void json_isReadAsItWasMeant() throws Exception {
    Map<String, Object> value = new LinkedHashMap<>();
    value.put("text", "a \"quoted\" \\ line\n\u0001 of 💺");
    value.put("list", List.of(1, true, Map.of()));
    value.put("none", null);
    value.put("empty", List.of());

    JsonNode read = new ObjectMapper().readTree(Json.text(value));

    assertThat(read).isEqualTo(new ObjectMapper().valueToTree(value));
  }

  @Test
  void findings_areBounded_andNumbersMakeNoNewOnes() {
    Findings findings = new Findings();
    for (int i = 0; i < 1_000; i++) {
      findings.left(new Item(Kind.TEMPORARY_TABLE, "cart_" + (100 + i)), by(i), false);
    }
    assertThat(findings.items()).containsExactly(new Item(Kind.TEMPORARY_TABLE, "cart_#"));
    assertThat((List<?>) findings.asJson().get(0).get("leftBy")).hasSize(5);
    assertThat(findings.asJson().get(0)).containsEntry("count", 1_000L);

    for (int i = 0; i < 300; i++) {
      String name = "t" + (char) ('a' + i / 26) + (char) ('a' + i % 26);
      findings.left(new Item(Kind.TEMPORARY_TABLE, name), by(0), false);
    }
    assertThat(findings.items()).hasSize(200);
    assertThat(findings.more()).isEqualTo(101);
  }

  private static Culprit by(int number) {
    return new Culprit("create " + (char) ('a' + number % 26), List.of());
  }

  @Test
  void matrix_hasEveryPolicy_withEachHygiene() {
    List<Map<String, Object>> outcomes = Policies.outcomes(List.of(Kind.TEMPORARY_TABLE));

    Set<String> presets =
        Arrays.stream(Preset.values()).map(Preset::policyName).collect(Collectors.toSet());
    assertThat(Policies.names()).isEqualTo(presets);
    assertThat(outcomes)
        .hasSize(3 * Preset.values().length)
        .allSatisfy(
            outcome ->
                assertThat(((Map<?, ?>) outcome.get("outcomes")).keySet().toString())
                    .isEqualTo("[temporaryTable]"));
  }

  /** As experiment 003 has measured it. */
  @Test
  void releasedConnection_leaksWithoutHygiene_andLosesWithIt() {
    assertThat(outcome("release-in-memory", "none")).isEqualTo("leaked");
    assertThat(outcome("release-in-memory", "rollback")).isEqualTo("lost");
    assertThat(outcome("reserved", "full")).isEqualTo("kept");
    assertThat(outcome("noop", "none")).isEqualTo("refused");
  }

  private static Object outcome(String policy, String hygiene) {
    return Policies.outcomes(List.of(Kind.POSTED_CHANGE)).stream()
        .filter(row -> row.get("policy").equals(policy) && row.get("hygiene").equals(hygiene))
        .map(row -> ((Map<?, ?>) row.get("outcomes")).get("postedChange"))
        .findFirst()
        .orElseThrow();
  }
}
