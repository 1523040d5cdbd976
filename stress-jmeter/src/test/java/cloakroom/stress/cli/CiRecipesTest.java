package cloakroom.stress.cli;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.settings.EmptyInstallation;
import cloakroom.stress.settings.RunSettings;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.codehaus.groovy.control.CompilationUnit;
import org.codehaus.groovy.control.Phases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Recipes of docs/ci.md, without their servers. */
final class CiRecipesTest {
  private static final String RESULTS = "target/stress/junit.xml";
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(yaml|groovy)\\n(.*?)^```$");
  private static final Pattern COMMAND =
      Pattern.compile("java -jar stress-jmeter/target/stress\\.jar run((?:[^\\\\\\n]|\\\\\\n)+)");
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|([^\\s\"\\\\]+)");

  @TempDir private Path folder;

  private static String page() throws IOException {
    return Files.readString(Path.of("../docs/ci.md"));
  }

  private static String block(String text) throws IOException {
    List<String> found =
        BLOCK
            .matcher(page())
            .results()
            .map(block -> block.group(2))
            .filter(block -> block.contains(text))
            .toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  private static JsonNode yaml(String text) throws IOException {
    LoaderOptions strict = new LoaderOptions();
    strict.setAllowDuplicateKeys(false);
    return new ObjectMapper()
        .valueToTree(new Yaml(new SafeConstructor(strict)).<Object>load(block(text)));
  }

  private static List<String> keys(JsonNode node) {
    return node.properties().stream().map(Map.Entry::getKey).toList();
  }

  private static Stream<JsonNode> each(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }

  @Test
  void everyRun_isTakenAndWritesWhatTheServerReads() throws IOException {
    List<String> commands = COMMAND.matcher(page()).results().map(found -> found.group(1)).toList();

    assertThat(commands).hasSize(4);
    for (String command : commands) {
      String[] words =
          WORD.matcher(command)
              .results()
              .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
              .toArray(String[]::new);
      RunSettings settings = new EmptyInstallation(folder).check(words);
      assertThat(settings.gate().conditions().all()).hasSize(3);
      assertThat(settings.gate().junit()).contains(Path.of(RESULTS).toAbsolutePath());
      assertThat(settings.output().folder()).isEqualTo(Path.of("target/stress").toAbsolutePath());
    }
  }

  @Test
  void workflowOfGitHub_cachesRunsAndKeepsResultsEvenOfABuildThatFails() throws IOException {
    JsonNode workflow = yaml("actions/checkout");
    JsonNode job = workflow.at("/jobs/stress");

    // YAML 1.1 reads "on" as true
    assertThat(keys(workflow)).containsExactly("name", "true", "permissions", "jobs");
    assertThat(keys(job)).containsExactlyInAnyOrder("runs-on", "timeout-minutes", "steps");
    assertThat(job.get("steps"))
        .allMatch(step -> step.has("uses") != step.has("run"))
        .allMatch(step -> step.path("uses").asText("a/b@v1").matches("[\\w-]+/[\\w-]+@v\\d+"));
    assertThat(step(job, "actions/setup-java").at("/with/cache").asText()).isEqualTo("maven");
    JsonNode upload = step(job, "actions/upload-artifact");
    assertThat(upload.get("if").asText()).isEqualTo("always()");
    assertThat(upload.at("/with/path").asText().lines())
        .contains(RESULTS, "target/stress/adf-session_*/report.html");
  }

  private static JsonNode step(JsonNode job, String action) {
    Predicate<JsonNode> uses = step -> step.path("uses").asText().startsWith(action + "@");
    return each(job.get("steps")).filter(uses).findFirst().orElseThrow();
  }

  @Test
  void jobOfGitLab_cachesRunsAndKeepsResultsEvenOfABuildThatFails() throws IOException {
    JsonNode job = yaml("MAVEN_OPTS").get("stress");

    assertThat(keys(job))
        .containsExactlyInAnyOrder(
            "image", "timeout", "variables", "cache", "rules", "script", "artifacts");
    assertThat(job.at("/variables/MAVEN_OPTS").asText())
        .endsWith("/" + job.at("/cache/paths/0").asText());
    assertThat(job.get("script")).allMatch(JsonNode::isTextual);
    assertThat(job.at("/artifacts/when").asText()).isEqualTo("always");
    assertThat(job.at("/artifacts/reports/junit").asText()).isEqualTo(RESULTS);
    assertThat(each(job.at("/artifacts/paths")).map(JsonNode::asText))
        .contains("target/stress/adf-session_*/report.html");
  }

  /** A block for each part of a declarative pipeline; the results are kept even after a failure. */
  @Test
  void pipelineOfJenkins_isDeclarativeAndKeepsResultsEvenOfABuildThatFails() throws IOException {
    String pipeline = block("pipeline {");
    CompilationUnit unit = new CompilationUnit();
    unit.addSource("Jenkinsfile", pipeline);
    unit.compile(Phases.CONVERSION); // checks the syntax

    assertThat(pipeline.lines().map(String::strip))
        .containsSubsequence("options {", "triggers {", "stages {", "post {")
        .containsSubsequence("post {", "always {");
    assertThat(pipeline.substring(pipeline.indexOf("always {"))).contains("junit ", RESULTS);
    assertThat(pipeline.substring(pipeline.indexOf("always {"))).contains("archiveArtifacts ");
  }
}
