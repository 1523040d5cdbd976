package cloakroom.stress.cli;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.judge.SyntheticRun;
import cloakroom.stress.report.Reports;
import cloakroom.stress.report.StressCommand;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class HistoryCommandTest {
  private static final String HOSTILE = "\"'><script>alert(1)</script>";

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int history(String... more) {
    String[] arguments = new String[more.length + 1];
    arguments[0] = folder.toString();
    System.arraycopy(more, 0, arguments, 1, more.length);
    return new CommandLine(new FolderCommands.HistoryCommand())
        .setExecutionExceptionHandler(StressCommand::fail)
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }

  private Path night(int number, double serviceMean, Consumer<ObjectNode> edit) {
    try {
      ObjectMapper mapper = new ObjectMapper();
      Path run = Files.createDirectories(folder.resolve("november/night-%02d".formatted(number)));
      ObjectNode json = mapper.createObjectNode().put("schema", 3).put("plan", "adf-session");
      json.put("startedAt", "2026-11-%02dT02:00:00.123Z".formatted(number));
      json.put("consistent", true).put("generatorSaturated", false).put("cutShort", false);
      ObjectNode trial = json.putArray("trials").addObject().put("variant", "sticky");
      trial.put("store", "memory").putObject("choices");
      trial.putObject("service").put("mean", serviceMean);
      edit.accept(json);
      mapper.writeValue(run.resolve("summary.json").toFile(), json);
      return run;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes sixteen nights; from the ninth on times are 20 % longer. */
  private void nights() {
    for (int i = 0; i < 16; i++) {
      night(i + 1, (i < 8 ? 10 : 12) + 0.1 * (i % 3), json -> {});
    }
  }

  private String page() throws IOException {
    return Files.readString(folder.resolve("history.html"));
  }

  @Test
  void change_isToldWithItsNightAndDrawn() throws IOException {
    nights();

    assertThat(history()).isZero();
    assertThat(out.toString())
        .contains("16 runs, 2026-11-01 02:00 to 2026-11-16 02:00", "One change was seen")
        .contains("since 2026-11-09 02:00 (night-09): service.mean of sticky is 12.10 instead of")
        .containsPattern("service.mean +sticky +16 +12\\.10 +12\\.00 +1")
        .contains("page: " + folder.resolve("history.html").toUri());
    assertThat(page())
        .contains("One change was seen", "id=\"chart-service-mean\"", "\"label\":\"sticky, level\"")
        .contains("chosen\" scope=\"row\">2026-11-09 02:00</th>", "\"points\":[[10],[10.1],[10.2],")
        .doesNotContain("chart-response-mean");
  }

  @Test
  void smallChange_isSaidToBeWithinTheMargin() throws IOException {
    for (int i = 1; i <= 16; i++) {
      night(i, i < 9 ? 10 : 10.5, json -> {});
    }

    assertThat(history()).isZero();
    assertThat(page()).contains("ratio 1.05, within the margin</li>");
  }

  @Test
  void invalidAndUnreadableRuns_areNamedAndLeftOut() throws IOException {
    nights();
    night(17, 99, json -> json.put("consistent", false).put("cutShort", true));
    Path half = Files.createDirectories(folder.resolve("half"));
    Files.writeString(half.resolve("summary.json"), "{\"schema\":");

    assertThat(history()).isZero();
    assertThat(page())
        .contains("night-17: invalid, cut short; the counters do not agree</li>")
        .contains("half: summary.json line 1 is not valid JSON</li>", "One change was seen")
        .doesNotContain(">99.00<");
  }

  @Test
  void runsOfTheRunner_areRead() throws IOException {
    Reports.write(SyntheticRun.twoPolicies(folder.resolve("a")).write());

    assertThat(history()).isZero();
    assertThat(out.toString())
        .containsPattern("connections.databaseMax +sticky +1 +160 +160 +0")
        .contains("No change was seen")
        .doesNotContain("Left out");
    assertThat(page()).contains("<a href=\"a/report.html\">a</a>");
  }

  @Test
  void markupInNames_staysText() throws IOException {
    for (int i = 1; i <= 2; i++) {
      night(
          i,
          10,
          json -> {
            json.put("plan", HOSTILE);
            ((ObjectNode) json.at("/trials/0")).put("variant", HOSTILE).put("store", HOSTILE);
          });
    }

    assertThat(history()).isZero();
    assertThat(page()).contains("&lt;script&gt;alert(1)").doesNotContain("<script>alert", "'><");
  }

  @Test
  void runs_areSortedByStartTime() throws IOException {
    night(2, 10, json -> json.put("startedAt", "2026-11-05T02:00:00Z"));
    night(1, 11, json -> json.put("startedAt", "2026-11-07T02:00:00Z"));
    night(3, 12, json -> json.put("startedAt", "2026-11-06T02:00:00Z"));

    assertThat(history()).isZero();
    assertThat(out.toString()).contains("3 runs, 2026-11-05 02:00 to 2026-11-07 02:00");
    assertThat(page())
        .contains("\"points\":[[10],[12],[11]]")
        .containsSubsequence(">2026-11-05 02:00<", ">2026-11-06 02:00<", ">2026-11-07 02:00<");
  }

  @Test
  void emptyFolder_isRefusedAndNothingIsWritten() throws IOException {
    Path page = Files.writeString(folder.resolve("history.html"), "good");

    assertThat(history()).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "history: "
                + folder
                + " contains no run: there is no summary.json below it; name the folder of the runs");
    assertThat(page).hasContent("good");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void runsOfSeveralPlans_requireAPlan() {
    night(1, 10, json -> {});
    assertThat(history("--plan", "other")).isEqualTo(2);
    night(2, 10, json -> json.put("plan", "state-kinds"));
    assertThat(history()).isEqualTo(2);
    assertThat(err.toString())
        .contains("\"other\": there is no run of it: choose one with --plan from adf-session")
        .contains("of several plans", "choose one with --plan from adf-session, state-kinds")
        .hasLineCount(2);
    assertThat(history("--plan", "state-kinds")).isZero();
    assertThat(out.toString()).contains("1 run, 2026-11-02 02:00");
  }
}
