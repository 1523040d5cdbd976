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
import org.codehaus.groovy.ast.expr.ClosureExpression;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.MethodCallExpression;
import org.codehaus.groovy.ast.expr.TupleExpression;
import org.codehaus.groovy.ast.stmt.BlockStatement;
import org.codehaus.groovy.ast.stmt.ExpressionStatement;
import org.codehaus.groovy.ast.stmt.Statement;
import org.codehaus.groovy.control.CompilationUnit;
import org.codehaus.groovy.control.Phases;
import org.codehaus.groovy.control.SourceUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The recipes of docs/ci.md, as far as they can be tried without the servers that take them. */
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

  /** The only block that holds this. */
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
      assertThat(settings.gate().limits().all()).hasSize(3);
      assertThat(settings.gate().junit()).contains(Path.of(RESULTS).toAbsolutePath());
      assertThat(settings.output().folder()).isEqualTo(Path.of("target/stress").toAbsolutePath());
    }
  }

  @Test
  void workflowOfGitHub_cachesRunsAndKeepsResultsEvenOfABuildThatFails() throws IOException {
    JsonNode workflow = yaml("actions/checkout");
    JsonNode job = workflow.at("/jobs/stress");

    // YAML 1.1 takes "on" for a truth
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

  @Test
  void pipelineOfJenkins_isDeclarativeAndKeepsResultsEvenOfABuildThatFails() throws IOException {
    CompilationUnit unit = new CompilationUnit();
    SourceUnit source = unit.addSource("Jenkinsfile", block("pipeline {"));
    unit.compile(Phases.CONVERSION);
    List<MethodCallExpression> script = calls(source.getAST().getStatementBlock());

    assertThat(names(script)).containsExactly("pipeline");
    List<MethodCallExpression> pipeline = calls(body(script.get(0)));
    assertThat(names(pipeline)).containsExactly("agent", "options", "triggers", "stages", "post");
    List<MethodCallExpression> stages = calls(body(pipeline.get(3)));
    assertThat(names(stages)).containsOnly("stage");
    for (MethodCallExpression stage : stages) {
      assertThat(names(calls(body(stage)))).containsExactly("steps");
    }
    List<MethodCallExpression> post = calls(body(pipeline.get(4)));
    assertThat(names(post)).containsExactly("always");
    assertThat(names(calls(body(post.get(0))))).containsExactly("junit", "archiveArtifacts");
  }

  private static List<MethodCallExpression> calls(Statement block) {
    return ((BlockStatement) block)
        .getStatements().stream()
            .map(statement -> ((ExpressionStatement) statement).getExpression())
            .map(MethodCallExpression.class::cast)
            .toList();
  }

  private static List<String> names(List<MethodCallExpression> calls) {
    return calls.stream().map(MethodCallExpression::getMethodAsString).toList();
  }

  /** What stands in the braces behind a call. */
  private static Statement body(MethodCallExpression call) {
    List<Expression> arguments = ((TupleExpression) call.getArguments()).getExpressions();
    return ((ClosureExpression) arguments.get(arguments.size() - 1)).getCode();
  }
}
