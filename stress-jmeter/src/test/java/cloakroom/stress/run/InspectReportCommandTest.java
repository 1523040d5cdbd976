package cloakroom.stress.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** A page of what the inspector found of a session variable that a neighbour read. */
final class InspectReportCommandTest {
  private static final Path RESULT = Path.of("src/test/resources/inspector.json");

  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int report(String result) throws IOException {
    Path file = Files.writeString(folder.resolve("left.json"), result);
    return new CommandLine(new InspectReportCommand())
        .setExecutionExceptionHandler(Stress::fail)
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(file.toString());
  }

  @Test
  void result_isToldAndWrittenBesideIt() throws IOException {
    assertThat(report(Files.readString(RESULT))).isZero();

    assertThat(out.toString())
        .contains("page: " + folder.resolve("left.html"))
        .contains("Release-per-request would lose this: session setting cloakroom.variable")
        .contains("select set_config(?, ?, false)", "StateKindSql$NamedSql.ask(StateKindSql.java:")
        .contains("reserved, unbounded, hygiene none: openTransaction kept, sessionSetting kept")
        .containsPattern("modules, hygiene none: openTransaction leaked,\\s+sessionSetting leaked");
    assertThat(Files.readString(folder.resolve("left.html")))
        .contains("<h1>Left in connections</h1>", "read by another")
        .contains("class=\"bad\" data-label=\"sessionSetting\">leaked</td>");
  }

  @Test
  void nothingFound_isGood_andHasNoTables() throws IOException {
    String result =
        Files.readString(RESULT)
            .replaceAll("(?s)\"findings\": \\[.*?\\n  \\]", "\"findings\": []")
            .replaceAll("\"verdict\": \"[^\"]*\"", "\"verdict\": \"It would be safe\"");

    assertThat(report(result)).isZero();
    assertThat(out.toString()).contains("It would be safe").doesNotContain("kept", "leaked");
    assertThat(Files.readString(folder.resolve("left.html"))).contains("verdict good");
  }

  @Test
  void markup_staysText() throws IOException {
    String hostile = "<script>alert(1)</script>";

    assertThat(report(Files.readString(RESULT).replace("cloakroom.variable", hostile))).isZero();
    assertThat(Files.readString(folder.resolve("left.html"))).doesNotContain(hostile);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"schema\": 1} | left.json: verdict: Missing creator property",
        "{\"schema\": 2} | left.json: schema is 2, which is not 1, the schema that this version reads",
        "{\"verdict\": | line 1 is not valid JSON",
        "[] | left.json holds no JSON object"
      })
  void anythingElse_isRefusedInOneLine(String result, String why) throws IOException {
    assertThat(report(result)).isEqualTo(2);
    assertThat(err.toString()).contains(why).hasLineCount(1);
    assertThat(folder.resolve("left.html")).doesNotExist();
  }
}
