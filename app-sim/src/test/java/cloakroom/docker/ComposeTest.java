package cloakroom.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cloakroom.database.oracle.OracleSettings;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ComposeTest {
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)(:[-?])?([^}]*)}");
  private final JsonNode services = DockerFolder.services();

  private static String byDefault(JsonNode text) {
    return VARIABLE.matcher(text.asText()).replaceAll("$3");
  }

  private List<String> ofAllServices(String key) {
    List<String> all = new ArrayList<>();
    services.forEach(service -> service.path(key).forEach(element -> all.add(element.asText())));
    return all;
  }

  private static int compose(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("docker", "compose"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.directory(DockerFolder.HERE.toFile());
    for (String secret :
        List.of(
            "CLOAKROOM_DB_PASSWORD",
            "ORACLE_PASSWORD",
            "GRAFANA_ADMIN_PASSWORD",
            "CLOAKROOM_ADMIN_TOKEN")) {
      builder.environment().put(secret, "secret");
    }
    try {
      return builder.start().waitFor();
    } catch (IOException e) {
      return 127; // there is no docker
    }
  }

  /** Each combination of profiles that a script uses. */
  @ParameterizedTest
  @ValueSource(
      strings = {"", "oracle", "load", "oracle,load", "controller", "oracle,load,controller"})
  void profiles_ofEachScript_areAValidProject(String profiles) throws Exception {
    List<String> enabled = List.of(profiles.split(",", -1));
    Predicate<JsonNode> isEnabled =
        service ->
            service.path("profiles").isEmpty()
                || enabled.contains(service.at("/profiles/0").asText());
    for (JsonNode service : services) {
      for (Map.Entry<String, JsonNode> other : service.path("depends_on").properties()) {
        boolean isOptional = other.getValue().has("required") || !isEnabled.test(service);
        assertThat(isOptional || isEnabled.test(services.get(other.getKey())))
            .as("a service depends on " + other.getKey())
            .isTrue();
      }
    }
    assumeTrue(compose("version") == 0, "requires Docker's plugin compose");
    List<String> command = new ArrayList<>();
    enabled.forEach(profile -> command.addAll(List.of("--profile", profile)));
    command.addAll(List.of("config", "--quiet"));
    assertThat(compose(command.toArray(String[]::new))).isZero();
  }

  /** Of two services with one image, one builds it, and no other asks a registry for it. */
  @Test
  void image_isBuiltByOneService_andNeverPulled() {
    assertThat(services)
        .filteredOn(service -> service.has("build"))
        .map(service -> service.get("image").asText())
        .containsExactlyInAnyOrder(
            "cloakroom/app-sim:local", "cloakroom/jmeter:local", "cloakroom/benchmarks:local");
    assertThat(services)
        .filteredOn(service -> service.get("image").asText().endsWith(":local"))
        .hasSize(7)
        .allMatch(service -> service.path("pull_policy").asText().equals("never"));
  }

  @Test
  void services_arePinned_limited_andNotRoot() {
    for (JsonNode service : services) {
      String image = byDefault(service.path("image"));
      assertThat(image)
          .matches(
              service.has("pull_policy")
                  ? "cloakroom/[^:]+:local"
                  : "[^:@\\s]+:v?\\d+(\\.\\d+)+[-.\\w]*");
      assertThat(service.path("user").asText(service.has("pull_policy") ? "" : "root"))
          .as(image)
          .doesNotMatch("(root|0)(:.*)?");
      assertThat(service.at("/deploy/resources/limits").fieldNames())
          .toIterable()
          .contains("cpus", "memory", "pids");
    }
    for (String name : List.of("app-sim", "jmeter", "bench")) {
      assertThat(DockerFolder.text(name + ".Dockerfile")).containsPattern("(?m)^USER [1-9]\\d*");
    }
  }

  @Test
  void engines_networks_haveNoRouteOutside() {
    assertThat(DockerFolder.yaml("compose.yaml").at("/networks/load/internal").asBoolean())
        .isTrue();
    for (String engine : List.of("jmeter-1", "jmeter-2", "jmeter", "runner")) {
      assertThat(services.path(engine).path("networks"))
          .as(engine)
          .singleElement()
          .hasToString("\"load\"");
    }
    assertThat(services.at("/runner/environment").fieldNames())
        .toIterable()
        .containsExactly("CLOAKROOM_ADMIN_TOKEN");
  }

  @Test
  void ports_arePublishedOnLoopbackOnly_eachOnce() {
    assertThat(ofAllServices("ports"))
        .hasSize(7)
        .allMatch(port -> port.matches("127\\.0\\.0\\.1:\\$\\{CLOAKROOM_\\w*PORT:-\\d+}:\\d+"))
        .extracting(port -> port.split(":-", -1)[1])
        .doesNotHaveDuplicates();
  }

  @Test
  void exampleEnvironment_hasEveryVariableWithItsDefault_andSecretsHaveNone() {
    Map<String, String> used = new LinkedHashMap<>();
    for (MatchResult variable :
        VARIABLE.matcher(DockerFolder.text("compose.yaml")).results().toList()) {
      boolean secret = variable.group(1).matches(".*(PASSWORD|TOKEN)");
      assertThat(variable.group(2)).as(variable.group()).isEqualTo(secret ? ":?" : ":-");
      used.put(variable.group(1), secret ? "" : variable.group(3));
    }
    Map<String, String> example = new LinkedHashMap<>();
    Pattern.compile("(?m)^#?([A-Z_]+)=(.*)$")
        .matcher(DockerFolder.text(".env.example"))
        .results()
        .forEach(line -> example.put(line.group(1), line.group(2)));
    assertThat(example).containsExactlyInAnyOrderEntriesOf(used);
  }

  @Test
  void mountedFiles_exist() {
    assertThat(ofAllServices("volumes"))
        .map(volume -> volume.split(":", -1)[0])
        .filteredOn(source -> source.startsWith("."))
        .isNotEmpty()
        .allSatisfy(source -> assertThat(DockerFolder.HERE.resolve(source)).exists());
  }

  /** The same release; a container without a volume takes the one with its database unpacked. */
  @Test
  void oraclesImage_isInStepWithThatOfTheCommand() {
    assertThat(byDefault(services.at("/oracle/image")) + "-faststart")
        .isEqualTo(OracleSettings.DEFAULT_IMAGE);
  }
}
