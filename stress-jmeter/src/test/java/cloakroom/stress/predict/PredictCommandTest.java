package cloakroom.stress.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.stress.cli.StressCommandLine;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.judge.SyntheticRun;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.report.Reports;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PredictCommandTest {
  private static final ObjectMapper MAPPER = PredictionCommand.MAPPER;
  @TempDir private Path folder;

  private ObjectNode question(String... more) {
    return command(more).input(folder).request();
  }

  private PredictCommand command(String... more) {
    PredictCommand command = new PredictCommand();
    String[] arguments = new String[more.length + 1];
    arguments[0] = "--from=" + folder;
    System.arraycopy(more, 0, arguments, 1, more.length);
    StressCommandLine.of(command).parseArgs(arguments);
    return command;
  }

  private void counted() {
    Reports.write(SyntheticRun.twoPolicies(folder).counted().write());
  }

  @Test
  void question_hasTheRunAndWhatIsAsked() {
    counted();

    ObjectNode question =
        question(
            "--variant=sticky", "--users=1000",
            "--nodes=4", "--connections=100",
            "--think=30s~exponential", "--db-rtt=500us",
            "--set=jbo.recyclethreshold=30", "--for=2m");

    assertThat(question.at("/measured/users").asInt()).isEqualTo(80);
    assertThat(question.at("/measured/databaseProcessors").asInt()).isEqualTo(2);
    JsonNode asked = question.path("asked");
    assertThat(asked.path("policy").asText()).isEqualTo("sticky");
    assertThat(asked.path("users").asInt()).isEqualTo(1000);
    assertThat(asked.path("nodes").asInt()).isEqualTo(4);
    assertThat(asked.path("connections").asInt()).isEqualTo(100);
    assertThat(asked.path("thinkMs").asDouble()).isEqualTo(30_000);
    assertThat(asked.path("thinkKind").asText()).isEqualTo("exponential");
    assertThat(asked.path("rttMs").asDouble()).isEqualTo(0.5);
    assertThat(asked.path("settings").path("jbo.recyclethreshold").asText()).isEqualTo("30");
    assertThat(asked.path("modules").valueStream().map(JsonNode::asText))
        .containsExactly("departments change and commit");
    assertThat(question.path("seconds").asInt()).isEqualTo(120);
    assertThat(question.path("figures").path("response.mean").asDouble()).isPositive();
    assertThat(question.path("cycle").valueStream().map(one -> one.path("name").asText()))
        .containsExactly("departments change", "departments commit");
    assertThat(question.path("cycle").valueStream().map(one -> one.path("ends").asBoolean()))
        .containsExactly(false, true);
  }

  @Test
  void variantWithOwnUsersAndThink_isTheMeasuredSystem() {
    SyntheticRun run = SyntheticRun.in(folder).counted();
    run.trial(new Variant("few", "sticky", Map.of("users", "30", "think", "2s~uniform")));
    Reports.write(run.write());

    ObjectNode question = question();
    assertThat(question.at("/measured/users").asInt()).isEqualTo(30);
    assertThat(question.at("/asked/users").asInt()).isEqualTo(30);
    assertThat(question.at("/measured/thinkMs").asInt()).isEqualTo(2_000);
    assertThat(question.at("/measured/thinkKind").asText()).isEqualTo("uniform");
  }

  @Test
  void disturbedRun_isRejectedUnlessAccepted() {
    SyntheticRun run = SyntheticRun.in(folder).counted();
    run.trial("sticky").others(0.7, 0);
    Reports.write(run.write());

    assertThatThrownBy(() -> question())
        .isInstanceOf(StressFailure.class)
        .hasMessageContainingAll("01-sticky: other processes took", "with --noisy");
    JsonNode response = MAPPER.createObjectNode().set("notes", MAPPER.createArrayNode());
    assertThat(command("--noisy").input(folder).withNotes(response).at("/notes/0").asText())
        .startsWith("not valid: 01-sticky: other processes took 3");
    assertThat(response.at("/notes/1").asText()).contains("uses one root module");
  }

  private void modules(String json) throws IOException {
    Path config = folder.resolve("config.json");
    String with = "{\"modules\":" + json + ",";
    Files.writeString(config, Files.readString(config).replaceFirst("\\{", with));
  }

  @Test
  void input_runOfAnApplication_hasAllItsModules() throws Exception {
    counted();
    modules("{\"departments\":\"HrModule\",\"jobs\":\"HrModule\",\"search\":\"SearchModule\"}");

    PredictionCommand.PredictionInput input = command("--variant=sticky").input(folder);
    assertThat(input.request().path("cycle").valueStream())
        .extracting(one -> one.path("module").asText())
        .containsExactly("HrModule", "HrModule");
    assertThat(input.system().path("modules").valueStream().map(JsonNode::asText))
        .containsExactly("HrModule", "SearchModule");
    JsonNode response = MAPPER.createObjectNode().set("notes", MAPPER.createArrayNode());
    assertThat(input.withNotes(response).path("notes")).isEmpty();
  }

  @Test
  void input_onlyRelayCounted_assumesATransactionOfEachPage() throws Exception {
    SyntheticRun run = SyntheticRun.in(folder);
    run.trial("sticky").relay(10_000);
    Reports.write(run.write());
    modules("{\"departments\":\"HrModule\",\"search\":\"SearchModule\"}");

    assertThat(question().path("cycle").valueStream())
        .extracting(one -> one.path("name").asText() + " in " + one.path("module").asText())
        .containsExactly(
            "departments change in HrModule",
            "departments commit in HrModule",
            "search change in SearchModule",
            "search commit in SearchModule");
  }

  @Test
  void otherPolicy_leavesTheSettingsOfTheMeasuredOne() {
    counted();

    JsonNode asked = question("--variant=sticky", "--policy=release-in-memory").path("asked");

    assertThat(asked.path("policy").asText()).isEqualTo("release-in-memory");
    assertThat(asked.path("settings")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--noisy | --variant: is required, because FOLDER has several variants; choose from sticky, release-in-memory",
        "--variant=stiky | --variant \"stiky\": choose a variant of this run from sticky, release-in-memory"
      })
  void variantThatIsMissingOrNotThere_isRejectedWithTheChoices(String option, String message) {
    counted();

    assertThatThrownBy(() -> question(option))
        .isInstanceOf(StressFailure.class)
        .hasMessage(message.replace("FOLDER", folder.toString()));
  }

  @Test
  void runWithoutTrials_isNoBase() {
    SyntheticRun.in(folder).cutShort().write();

    assertThatThrownBy(() -> question())
        .isInstanceOf(StressFailure.class)
        .hasMessageContaining("nothing was measured");
  }

  @Test
  void runThatCountedNothing_saysHowToCount() {
    Reports.write(SyntheticRun.twoPolicies(folder).write());

    assertThatThrownBy(() -> question("--variant=sticky"))
        .isInstanceOf(StressFailure.class)
        .hasMessageContaining("measure with --count-round-trips or --db-rtt");
  }

  @Test
  void text_answer_hasItsFiguresAndNotes() throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    JsonNode asked = mapper.readTree("{\"users\":1000,\"nodes\":1,\"connections\":100}");
    JsonNode answer =
        mapper.readTree(
            """
            {"predicted":{"response":{"mean":12.5,"p95":40},"counts":{"recycles":7}},
             "restMs":3.25,"heapMegabytes":null,"notes":["beyond what was measured: all"]}\
            """);

    assertThat(PredictCommand.text(folder, asked, answer, Map.of(), 100))
        .contains("1,000 users, 1 node, 100 connections", "beyond what was measured: all")
        .containsPattern("response time, mean \\(ms\\) +12\\.5 \\[10\\.5, 20\\.1] +validated")
        .containsPattern("response time, p95 \\(ms\\) +40\\.0 \\[30\\.4, 120] +validated")
        .containsPattern("recycles +7 +not validated")
        .containsPattern("not simulated \\(ms\\) +3\\.25 +not validated");
  }
}
