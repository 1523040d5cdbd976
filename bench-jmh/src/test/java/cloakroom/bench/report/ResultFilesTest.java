package cloakroom.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.bench.lab.Interval;
import cloakroom.bench.lab.StudiesRun.StudiesResult;
import cloakroom.bench.lab.Verdict;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ResultFilesTest {
  private static final ObjectMapper STRICT =
      new ObjectMapper().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);

  @TempDir private Path folder;

  private JsonNode json(StudiesResult result) throws IOException {
    ResultFiles.write(folder, result, List.of(), List.of());
    return STRICT.readTree(Files.readString(folder.resolve(ResultFiles.DATA)));
  }

  private String page(StudiesResult result) throws IOException {
    ResultFiles.write(folder, result, List.of(), List.of());
    return Files.readString(folder.resolve(ResultFiles.PAGE));
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
  void json_keepsToItsSchema() throws IOException {
    assertThat(faults(json(SyntheticStudies.all()))).isEmpty();
  }

  @Test
  void schema_refusesWhatIsMissingOrOfTheWrongKind() throws IOException {
    String changed =
        json(SyntheticStudies.all())
            .toString()
            .replaceFirst("\"complete\":true", "\"complete\":1")
            .replaceFirst("\"sameSize\"", "\"splendid\"")
            .replaceFirst("\"micros\"", "\"micro\"");

    assertThat(faults(STRICT.readTree(changed)))
        .containsExactlyInAnyOrder(
            "$.complete", "$.studies[0].ratios[0].verdict", "$.studies[0].points[0].operation");
  }

  @Test
  void schema_knowsEveryVerdict() throws IOException {
    assertThat(schema().at("/$defs/ratio/properties/verdict/enum"))
        .hasSize(Verdict.values().length);
  }

  @Test
  void json_holdsRatiosRoundsCountsAndCosts() throws IOException {
    JsonNode study = json(SyntheticStudies.all()).at("/studies/0");

    assertThat(study.at("/ratios/0/published").asDouble()).isEqualTo(60.2);
    assertThat(study.at("/ratios/0/low").asDouble()).isEqualTo(41.2);
    assertThat(study.at("/ratios/0/verdict").asText()).isEqualTo("sameSize");
    assertThat(study.at("/points/0/millis")).hasSize(3);
    assertThat(study.at("/points/0/parameters/link").asText()).isEqualTo("DIRECT");
    assertThat(study.at("/points/0/series").asText()).isEqualTo("UNPOOLED");
    assertThat(study.at("/points/0/counts/roundTrips").asDouble()).isEqualTo(6120);
    assertThat(study.at("/points/0/operation/bytes").asDouble()).isEqualTo(2048);
    assertThat(study.at("/points/2/operation").isNull()).isTrue();
  }

  @Test
  void json_saysNullForWhatIsNotKnown() throws IOException {
    JsonNode ratio = json(SyntheticStudies.all()).at("/studies/2/ratios/0");

    assertThat(ratio.get("published").isNull()).isTrue();
    assertThat(ratio.get("low").isNull()).isTrue();
    assertThat(ratio.get("ratio").isNumber()).isTrue();
  }

  @Test
  void json_readsKneesAndSlopes() throws IOException {
    JsonNode root = json(SyntheticStudies.all());

    assertThat(root.at("/studies/1/curves/0/knee").asDouble()).isEqualTo(100);
    assertThat(root.at("/studies/1/curves/1/knee").asDouble()).isEqualTo(100);
    assertThat(root.at("/studies/1/curves/1/published").asBoolean()).isTrue();
    assertThat(root.at("/studies/1/curves/0/slope").isNull()).isTrue();
    assertThat(root.at("/studies/5/curves/0/slope").asDouble()).isBetween(0.999, 1.001);
    assertThat(root.at("/studies/5/curves/0/knee").isNull()).isTrue();
    assertThat(root.at("/studies/3/curves/0/slope").isNull()).isTrue();
  }

  @Test
  void problems_makeItIncomplete() throws IOException {
    StudiesResult result =
        SyntheticStudies.result(List.of(SyntheticStudies.pooling()), List.of("S4 failed"));

    assertThat(json(result).get("complete").asBoolean()).isFalse();
    assertThat(json(result).at("/problems/0").asText()).isEqualTo("S4 failed");
    assertThat(page(result)).contains("<p class=\"alarm\">S4 failed</p>");
  }

  @Test
  void jmhResult_isAListEvenWithoutJmh() throws IOException {
    ResultFiles.write(folder, SyntheticStudies.all(), List.of(), List.of());

    JsonNode root = STRICT.readTree(Files.readString(folder.resolve(ResultFiles.JMH)));
    assertThat(root.isArray()).isTrue();
    assertThat(root).isEmpty();
  }

  @Test
  void page_showsEveryStudyAndNeedsNoNetwork() throws IOException {
    String page = page(SyntheticStudies.all());

    for (String id : List.of("S1a", "S1b", "S1d", "S2", "S3c", "S4", "S5")) {
      assertThat(page).contains("<section id=\"" + id + "\">");
    }
    assertThat(page)
        .contains("43.7 × [41.2, 46.4]")
        .contains("undecided: needs at least 3 rounds</td>")
        .contains("run the stress test: mvn verify -Pstress")
        .contains("<li>here: knee at 100</li>")
        .contains("<li>published: knee at 100</li>")
        .doesNotContain("http://")
        .doesNotContain("https://")
        .doesNotContain("src=");
  }

  @Test
  void page_drawsAChartWhereThereArePoints() throws IOException {
    String page = page(SyntheticStudies.all());

    List<String> canvases = new ArrayList<>();
    Matcher matcher = Pattern.compile("id=\"chart-([^\"]+)\"").matcher(page);
    while (matcher.find()) {
      canvases.add(matcher.group(1));
    }
    List<String> charts = new ArrayList<>();
    charts(page).forEach(chart -> charts.add(chart.get("id").asText()));
    assertThat(charts).isEqualTo(canvases).hasSize(7).startsWith("ratios").doesNotContain("S5");
  }

  @Test
  void publishedCurve_hasTheColourOfTheOneThatItSpeaksOf() throws IOException {
    JsonNode lines = charts(page(SyntheticStudies.all())).at("/6/lines");

    assertThat(lines.at("/2/label").asText()).isEqualTo("borrowed (published)");
    assertThat(lines.at("/2/hue").asInt())
        .isEqualTo(lines.at("/0/label").asText().equals("BORROWED") ? 0 : 1);
  }

  @Test
  void page_holdsWhatATextCannotFold() throws IOException {
    assertThat(page(SyntheticStudies.all()))
        .contains("<details open><summary>One operation in the steady state</summary>")
        .contains("<details><summary>Times of all rounds</summary>")
        .contains(">knee</th><td data-label=\"meaning\">The smallest size")
        .contains(">fsync</th><td>on</td>");
  }

  @Test
  void charts_haveTheAxesOfTheCardAndThePublishedCurve() throws IOException {
    JsonNode charts = charts(page(SyntheticStudies.all()));

    assertThat(charts.at("/2/x/scale").asText()).isEqualTo("LOGARITHMIC");
    assertThat(charts.at("/2/y/scale").asText()).isEqualTo("LINEAR");
    assertThat(charts.at("/2/lines/1/hollow").asBoolean()).isTrue();
    assertThat(charts.at("/2/lines/1/right").asBoolean()).isTrue();
    assertThat(charts.at("/6/y/scale").asText()).isEqualTo("LOGARITHMIC");
    assertThat(charts.at("/6/lines/2/right").asBoolean()).isFalse();
    assertThat(charts.at("/1/lines/0/points/0/0").asDouble()).isEqualTo(130);
    assertThat(charts.at("/1/lines/1/points/2/0").asDouble()).isEqualTo(612);
  }

  private static JsonNode charts(String page) throws IOException {
    Matcher matcher =
        Pattern.compile("id=\"charts-data\">(.*?)</script>", Pattern.DOTALL).matcher(page);
    assertThat(matcher.find()).isTrue();
    return STRICT.readTree(matcher.group(1));
  }

  @Test
  void namesThatHoldMarkup_stayText() throws IOException {
    StudiesResult result =
        SyntheticStudies.result(
            List.of(SyntheticStudies.hostile()), List.of(SyntheticStudies.HOSTILE));

    assertThat(page(result)).doesNotContain("<script>alert");
    assertThat(charts(page(result)).at("/1/labels/0").asText())
        .startsWith(SyntheticStudies.HOSTILE);
    assertThat(json(result).at("/studies/0/title").asText()).isEqualTo(SyntheticStudies.HOSTILE);
  }

  @Test
  void countsWithoutTimes_haveATableAndNoChartOfTheirOwn() throws IOException {
    StudiesResult result = SyntheticStudies.result(List.of(SyntheticStudies.traffic()), List.of());

    String page = page(result);
    assertThat(page)
        .contains("8.00 × (counted)")
        .contains("round trips")
        .doesNotContain("Times of all rounds");
    assertThat(charts(page)).as("that of all ratios alone").hasSize(1);
    assertThat(json(result).at("/studies/0/points/0/meanMillis").isNull()).isTrue();
    assertThat(faults(json(result))).isEmpty();
  }

  @Test
  void firstChart_hasEveryRatioOnOneLogarithmicAxisWithItsInterval() throws IOException {
    JsonNode first = charts(page(SyntheticStudies.all())).at("/0");

    assertThat(first.at("/kind").asText()).isEqualTo("DOTS");
    assertThat(first.at("/y/scale").asText()).isEqualTo("LOGARITHMIC");
    assertThat(first.at("/labels")).hasSize(6);
    assertThat(first.at("/labels/0").asText()).isEqualTo("S1a unpooled / HikariCP");
    assertThat(first.at("/lines/0/points/0")).hasToString("[60.2]");
    assertThat(first.at("/lines/1/points/0")).hasToString("[43.7,41.2,46.4]");
    assertThat(first.at("/lines/0/points/3")).as("a claim without a figure").hasToString("[null]");
  }

  @Test
  void study_beginsWithWhatWasAskedAndFoundAndWhyItMayDiffer() throws IOException {
    assertThat(page(SyntheticStudies.all()))
        .containsPattern(">Asked</strong>\\s+What does it cost, and does Connection pooling change")
        .containsPattern(">Why it may differ</strong>\\s+The machine is another one\\.")
        .contains(
            "unpooled / HikariCP is 43.7 × [41.2, 46.4], published 60.2 ×: same size; of the others"
                + " 1 smaller.",
            "nothing that could be compared.",
            "no ratio was published.");
  }

  @Test
  void client_standsBesideThePublishedTimesItWasMeasuredWith() throws IOException {
    assertThat(page(SyntheticStudies.all()))
        .containsPattern(">dedicated, 1</th><td[^>]*>24.4</td><td[^>]*>7.40</td><td[^>]*>3.10")
        .doesNotContain("pooled, 1</th>");
  }

  @Test
  void otherRuns_standBesideTheirRatios_andTheirDistanceIsRead() throws IOException {
    Path near = Files.createDirectories(folder.resolve("near"));
    ResultFiles.write(near, SyntheticStudies.all(), List.of(), List.of());
    OtherRun none = OtherRun.read(near.resolve(ResultFiles.DATA));
    Map<String, Interval> far = new TreeMap<>(none.ratios());
    far.put("S1a unpooled / HikariCP", new Interval(11, 10, 12, 4));
    far.remove("S4 borrowed / reused at 4,096");

    ResultFiles.write(
        folder,
        SyntheticStudies.all(),
        List.of(new OtherRun("1ms", far), new OtherRun("200us", none.ratios())),
        List.of());

    String page = Files.readString(folder.resolve(ResultFiles.PAGE));
    assertThat(none.distance()).isEqualTo("none");
    assertThat(charts(page).at("/0/lines/2/label").asText()).isEqualTo("at 1ms");
    assertThat(charts(page).at("/0/lines/2/points/0")).hasToString("[11,10,12]");
    assertThat(page)
        .contains(
            "unpooled / HikariCP: 43.7 × no distance, 43.7 × at 200us, 11.0 × at 1ms (falls)",
            "borrowed / reused at 4,096: 2.33 × no distance, 2.33 × at 200us (not told apart)")
        .containsPattern("data-label=\"at 1ms\"[^>]*>11.0 × \\[10.0, 12.0]<");
  }

  @Test
  void fileThatIsNoRun_isRefusedInOneLine() throws IOException {
    Path file = Files.writeString(folder.resolve("x.json"), "{}");
    assertThatThrownBy(() -> OtherRun.read(file)).hasMessage(file + " holds no ratio of any study");
    Path missing = folder.resolve("missing.json");
    assertThatThrownBy(() -> OtherRun.read(missing))
        .hasMessageStartingWith(missing + " cannot be read as a studies.json");
  }

  @Test
  void console_fitsAndShowsEveryRatioAndWhatIsAbsent() {
    List<String> lines =
        ResultFiles.write(folder, SyntheticStudies.all(), List.of(), List.of()).lines().toList();

    assertThat(lines)
        .allMatch(line -> line.length() <= 100)
        .anyMatch(line -> line.matches("S1a unpooled / HikariCP +60\\.2 × +43\\.7 × .* same size"))
        .anyMatch(
            line ->
                line.matches(
                    "S1d .*– +0\\.97 × \\(one round\\) +undecided: needs at least 3 rounds"))
        .contains("- S5: absent: run the stress test: mvn verify -Pstress")
        .contains("- S1b: here: knee at 100");
  }
}
