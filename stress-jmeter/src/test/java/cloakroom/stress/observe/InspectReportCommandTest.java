package cloakroom.stress.observe;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.InspectionResult;
import cloakroom.contract.StateKind;
import cloakroom.platform.Resources;
import cloakroom.stress.folder.Json;
import cloakroom.stress.report.StressCommand;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

final class InspectReportCommandTest {
  private static final Path RESULT = Path.of("src/test/resources/inspector.json");

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int report(String result) throws IOException {
    Path file = Files.writeString(folder.resolve("left.json"), result);
    return new CommandLine(new ObserveCommand.InspectReport())
        .setExecutionExceptionHandler(StressCommand::fail)
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(file.toString());
  }

  @Test
  void report_findings_printsAndWritesThem() throws IOException {
    assertThat(report(Files.readString(RESULT))).isZero();

    assertThat(out.toString())
        .contains("page: " + folder.resolve("left.html").toUri())
        .contains("Release-per-request would lose this: session setting cloakroom.variable")
        .containsPattern("select\\s+set_config\\(\\?,\\s+\\?,\\s+false\\)")
        .contains("StateKindSql$NamedSql.ask:", "- read by another 1 x: ")
        .containsPattern("unbounded +none, rollback, full +kept")
        .containsPattern("unpooled-modules +none, rollback +leaked");
    assertThat(Files.readString(folder.resolve("left.html")))
        .contains("<h1>Left in connections</h1>", "read by another", "seen by others</th>")
        .contains("class=\"bad\" data-label=\"session setting\">leaked</td>");
  }

  @Test
  void report_openTransactionOnly_isGoodInVerdictAndTables() throws IOException {
    ObjectNode result = (ObjectNode) new ObjectMapper().readTree(Files.readString(RESULT));
    ArrayNode findings = (ArrayNode) result.get("findings");
    findings.remove(1);
    assertThat(findings.findValuesAsText("kind")).containsExactly("openTransaction");
    assertThat(report(result.toString())).isZero();

    assertThat(out.toString())
        .contains("Release-per-request would be safe for this application", "open transaction")
        .doesNotContain("Result under each policy");
    assertThat(Files.readString(folder.resolve("left.html"))).doesNotContain("class=\"bad\"");
  }

  @Test
  void report_noFindings_isGoodWithoutTables() throws IOException {
    String result =
        Files.readString(RESULT)
            .replaceAll("(?s)\"findings\": \\[.*?\\n  \\]", "\"findings\": []")
            .replaceAll(
                "\"verdict\": \"[^\"]*\"",
                "\"verdict\": \"Release-per-request would be safe for this application\"");

    assertThat(report(result)).isZero();
    assertThat(out.toString()).contains("would be safe for this").doesNotContain("kept", "leaked");
    assertThat(Files.readString(folder.resolve("left.html"))).contains("verdict good");
  }

  /** Skipped inspections prevent a verdict, also if the file has one. */
  @ParameterizedTest
  @CsvSource({
    "\"off\": null, \"off\": \"out of memory\", before the inspector was switched off: no verdict",
    "\"boundaries\": 4, \"boundaries\": 0, Nothing was inspected yet: no verdict",
    "\"skippedChecks\": {}, \"skippedChecks\": {\"SQL state 25P02\": 1}, checks were skipped: no verdict"
  })
  void report_nothingFoundInPart_hasNeitherAGoodNorABadEdge(
      String of, String instead, String sentence) throws IOException {
    String result =
        Files.readString(RESULT)
            .replaceAll("(?s)\"findings\": \\[.*?\\n  \\]", "\"findings\": []")
            .replaceAll("\"verdict\": \"[^\"]*\"", "\"verdict\": \"would be safe\"")
            .replace(of, instead);

    assertThat(report(result)).isZero();
    assertThat(out.toString().replaceAll("\\s+", " ")).contains(sentence).doesNotContain("be safe");
    assertThat(Files.readString(folder.resolve("left.html"))).contains("\"verdict open\"");
  }

  @Test
  void report_markup_staysText() throws IOException {
    String hostile = "<script>alert(1)</script>";

    assertThat(report(Files.readString(RESULT).replace("cloakroom.variable", hostile))).isZero();
    assertThat(Files.readString(folder.resolve("left.html"))).doesNotContain(hostile);
  }

  @Test
  void policies_containEachPolicyWithEachResetLevel() throws IOException {
    Set<String> rows = new TreeSet<>();
    for (List<String> row : Resources.rows("cloakroom/stress/report/policies.txt")) {
      for (String policy : row.get(0).split(", ", -1)) {
        for (String level : row.get(1).split(", ", -1)) {
          assertThat(rows.add(policy + " " + level)).as("%s once", policy).isTrue();
        }
      }
    }

    List<String> presets =
        Files.readAllLines(Path.of("../app-sim/src/main/resources/cloakroom/policy/presets.txt"));
    Set<String> expected = new TreeSet<>();
    for (String preset : presets.subList(1, presets.size())) {
      String policy = preset.replaceFirst(" .*", "");
      expected.addAll(Set.of(policy + " none", policy + " rollback", policy + " full"));
    }
    assertThat(rows).isEqualTo(expected);
  }

  @Test
  void keeps_returnsStateKindsOfTheFindings() {
    InspectionResult result =
        Json.readStrict(RESULT, InspectionResult.SCHEMA, InspectionResult.class);
    assertThat(result.keeps()).containsExactly(StateKind.SESSION_VARIABLE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"schema\": 3} | left.json: verdict: Missing creator property",
        "{\"schema\": 1} | left.json: schema is 1, which is not a version this program reads (it reads 3)",
        "{\"schema\": 3, \"findings\": [{\"kind\": 1}]} | left.json: ",
        "{\"verdict\": | line 1 is not valid JSON",
        "[] | left.json contains no JSON object"
      })
  void report_invalidFile_isRejected(String result, String why) throws IOException {
    assertThat(report(result)).isEqualTo(2);
    assertThat(err.toString()).contains(why).hasLineCount(1);
    assertThat(folder.resolve("left.html")).doesNotExist();
  }
}
