package cloakroom.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import cloakroom.bench.harness.StudiesRun.StudiesResult;
import cloakroom.bench.harness.StudyResult;
import cloakroom.bench.harness.Verdict;
import cloakroom.stress.document.Chart;
import cloakroom.stress.document.MarkdownRenderer;
import cloakroom.testing.Approved;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ResultFilesTest {
  private static final ObjectMapper STRICT =
      new ObjectMapper().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);

  private static final StudiesResult ALL = SyntheticStudies.all("none", 612);

  @TempDir private Path folder;

  private JsonNode json(StudiesResult result) throws IOException {
    ResultFiles.write(folder, result, List.of(), List.of());
    return STRICT.readTree(Files.readString(folder.resolve(ResultFiles.DATA)));
  }

  private static JsonNode schema() throws IOException {
    return STRICT.readTree(Files.readString(Path.of("../docs/studies.schema.json")));
  }

  private static List<String> faults(JsonNode document) throws IOException {
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
        .getSchema(schema())
        .validate(document)
        .stream()
        .map(fault -> fault.getInstanceLocation().toString())
        .toList();
  }

  @Test
  void json_matchesItsSchema() throws IOException {
    assertThat(schema().at("/$defs/ratio/properties/verdict/enum"))
        .hasSize(Verdict.values().length);
    assertThat(faults(json(ALL))).isEmpty();
    assertThat(
            faults(json(SyntheticStudies.result(List.of(SyntheticStudies.traffic()), List.of()))))
        .isEmpty();
  }

  @Test
  void schema_rejectsMissingKeysAndWrongTypes() throws IOException {
    String changed =
        json(ALL)
            .toString()
            .replaceFirst("\"complete\":true", "\"complete\":1")
            .replaceFirst("\"sameSize\"", "\"splendid\"")
            .replaceFirst("\"micros\"", "\"micro\"");

    assertThat(faults(STRICT.readTree(changed)))
        .containsExactlyInAnyOrder(
            "$.complete", "$.studies[0].ratios[0].verdict", "$.studies[0].points[0].operation");
  }

  @Test
  void json_hasKneesAndSlopes_andNullForUnknownNumbers() throws IOException {
    JsonNode root = json(ALL);

    assertThat(
            StudiesFile.read(folder.resolve(ResultFiles.DATA)).find("S1d", "UCP: minimum 1 / 32"))
        .isEqualTo(StudiesFile.of(ALL).find("S1d", "UCP: minimum 1 / 32"));
    assertThat(root.at("/studies/2/ratios/0/published").isNull()).isTrue();
    assertThat(root.at("/studies/2/ratios/0/verdict").asText()).isEqualTo("noVerdict");
    assertThat(root.at("/studies/0/points/0/operation/bytes").isNull()).isTrue();
    assertThat(root.at("/studies/0/points/1/operation").isNull()).isTrue();
    assertThat(root.at("/studies/1/curves/0/knee").asDouble()).isEqualTo(100);
    assertThat(root.at("/studies/1/curves/1/published").asBoolean()).isTrue();
    assertThat(root.at("/studies/1/curves/0/slope").isNull()).isTrue();
    assertThat(root.at("/studies/5/curves/0/slope").asDouble()).isBetween(0.999, 1.001);
    assertThat(root.at("/studies/3/curves/0/slope").isNull()).isTrue();
  }

  @Test
  void page_isTheApprovedOne() throws IOException {
    StudiesFile far = StudiesFile.of(SyntheticStudies.all("1ms", 150));

    String page =
        MarkdownRenderer.print(StudiesDocument.of(ALL, StudiesFile.of(ALL), List.of(far)))
            .replaceAll("(?s)## (S1a|S1b|S2) .*?(?=## )", ""); // like the section S4

    Approved.check("studies.md", page);
  }

  @Test
  void page_needsNoNetworkAndKeepsMarkupAsText() throws IOException {
    StudiesResult result =
        SyntheticStudies.result(
            List.of(SyntheticStudies.hostile()), List.of(SyntheticStudies.HOSTILE));
    JsonNode data = json(result);

    assertThat(folder.resolve(ResultFiles.PAGE))
        .content()
        .contains("id=\"chart-S9\"")
        .doesNotContain("<script>alert", "http://", "https://", "src=");
    assertThat(data.at("/studies/0/title").asText()).isEqualTo(SyntheticStudies.HOSTILE);
    assertThat(data.get("complete").asBoolean()).isFalse();
    assertThat(STRICT.readTree(folder.resolve(ResultFiles.JMH).toFile()).isArray()).isTrue();
  }

  private static StudyResult study(String id) {
    return ALL.studies().stream()
        .filter(study -> study.definition().id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void charts_haveTheDefinedAxes_andThePublishedCurveInTheHueOfItsTwin() {
    Chart reuse = StudyChart.of(study("S4")).orElseThrow();
    Chart connects = StudyChart.of(study("S2")).orElseThrow();

    assertThat(reuse.y().scale()).isEqualTo(Chart.Scale.LOGARITHMIC);
    assertThat(reuse.lines())
        .extracting(Chart.Line::label, Chart.Line::hue, Chart.Line::right)
        .containsExactly(
            tuple("borrowed", 0, false),
            tuple("held", 1, false),
            tuple("borrowed (published)", 0, false),
            tuple("reused (published)", -1, false));
    assertThat(connects.y().scale()).isEqualTo(Chart.Scale.LINEAR);
    assertThat(connects.lines().get(2).hollow()).isTrue();
    assertThat(connects.lines().get(2).right()).as("its times are much longer").isTrue();
    assertThat(StudyChart.of(study("S5"))).isEmpty();
  }

  @Test
  void firstChart_hasEveryRatioWithItsInterval() {
    Chart first = StudyChart.ofRatios(ALL.studies(), List.of()).orElseThrow();
    long ratios = ALL.studies().stream().mapToLong(study -> study.ratios().size()).sum();

    assertThat(first.kind()).isEqualTo(Chart.Kind.DOTS);
    assertThat(first.labels()).hasSize((int) ratios).startsWith("S1a none / HikariCP, cold");
    assertThat(first.lines().get(0).points().get(0)).containsExactly(60.2);
    assertThat(first.lines().get(1).points().get(0)).hasSize(3);
  }

  @Test
  void read_noRun_isReported() throws IOException {
    Path file = Files.writeString(folder.resolve("x.json"), "{}");
    assertThatThrownBy(() -> StudiesFile.read(file))
        .hasMessage(file + " has no ratio of any study");
    Files.writeString(file, json(ALL).toString().replace("\"schema\":3", "\"schema\":2"));
    assertThatThrownBy(() -> StudiesFile.read(file)).hasMessageContaining("has schema 2;");
    Path missing = folder.resolve("missing.json");
    assertThatThrownBy(() -> StudiesFile.read(missing))
        .hasMessageStartingWith(missing + " cannot be read as a studies.json");
  }

  @Test
  void console_fitsAndHasEveryRatioAndOmission() {
    List<String> lines = ResultFiles.console(ALL, 100).lines().toList();

    assertThat(lines)
        .allMatch(line -> line.length() <= 100)
        .anyMatch(line -> line.matches("S1a .*cold +60\\.2 × +55\\.6 × .* same size"))
        .contains("- S5: absent: run the stress test: mvn verify -Pstress")
        .contains("- S1b: measured: knee at 100");
  }
}
