package cloakroom.docker;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.database.oracle.OracleSettings;
import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The compose file against its schema, and the names in it against the files that it names. */
final class ComposeTest {
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)(:[-?])?([^}]*)}");
  private static final Pattern MOUNTED = Pattern.compile("(?m)^@/opt/cloakroom/sql/(.*)$");

  private final JsonNode compose = DockerFolder.compose();
  private final JsonNode services = compose.get("services");

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(element -> texts.add(element.asText()));
    return texts;
  }

  private List<String> ofAllServices(String key) {
    List<String> all = new ArrayList<>();
    services.forEach(service -> all.addAll(texts(service.path(key))));
    return all;
  }

  /** What stands there if nobody sets a variable. */
  private static String byDefault(String text) {
    return VARIABLE.matcher(text).replaceAll("$3");
  }

  @Test
  void composeFile_followsTheSpecification() throws IOException {
    try (InputStream schema =
        ComposeTest.class.getResourceAsStream("/compose-spec/compose-spec.json")) {
      assertThat(
              JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                  // its own name is a relative one; nothing is fetched from here
                  .getSchema(
                      SchemaLocation.of("https://example.org/schema/"),
                      DockerFolder.JSON.readTree(schema))
                  .validate(compose))
          .isEmpty();
    }
  }

  @Test
  void services_arePinned_limited_andNotRoot() {
    for (JsonNode service : services) {
      String image = byDefault(service.path("image").asText());
      assertThat(image).matches("[^:@\\s]+:v?\\d+(\\.\\d+)+[-.\\w]*");
      assertThat(service.path("user").asText(service.has("build") ? "" : "root"))
          .as(image)
          .doesNotMatch("(root|0)(:.*)?");
      assertThat(service.path("privileged").asBoolean()).isFalse();
      assertThat(service.at("/deploy/resources/limits").fieldNames())
          .toIterable()
          .contains("cpus", "memory", "pids");
    }
    for (String dockerfile :
        List.of("app-sim.Dockerfile", "jmeter.Dockerfile", "bench.Dockerfile")) {
      assertThat(DockerFolder.text(dockerfile)).containsPattern("(?m)^USER [1-9]\\d*");
    }
  }

  @Test
  void benchmarks_areAClientWithProcessorsOfTheirOwn_beforeEveryListener() {
    JsonNode client = services.get("benchmarks");
    assertThat(texts(client.get("networks"))).containsExactly("database");
    assertThat(client.at("/deploy/resources/limits/cpus").asText())
        .isEqualTo("${CLOAKROOM_CLIENT_CPUS:-2}");
    assertThat(client.get("environment").fieldNames())
        .toIterable()
        .contains("CLOAKROOM_DB_URL", "CLOAKROOM_DB_URLS", "CLOAKROOM_DB_PASSWORD");
    assertThat(texts(services.at("/oracle/ports"))).anyMatch(port -> port.endsWith(":1522"));
  }

  @Test
  void engines_haveNoWayOut_andUsersOfTheirOwn() {
    assertThat(compose.at("/networks/load/internal").asBoolean()).isTrue();
    for (String engine : List.of("jmeter-1", "jmeter-2", "jmeter", "runner")) {
      assertThat(texts(services.get(engine).get("networks"))).containsExactly("load");
    }
    assertThat(texts(services.at("/jmeter-1/command"))).contains("-Juser_offset=0");
    assertThat(texts(services.at("/jmeter-2/command"))).contains("-Juser_offset=500");
    for (String node : List.of("node-1", "node-2")) {
      assertThat(texts(services.get(node).get("networks"))).contains("load");
    }
    assertThat(services.get("runner").get("environment").fieldNames())
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
  void volumesAndMountedFiles_exist() {
    TreeSet<String> named = new TreeSet<>();
    for (String volume : ofAllServices("volumes")) {
      String source = volume.split(":", -1)[0];
      if (source.startsWith(".")) {
        assertThat(DockerFolder.HERE.resolve(source)).as(volume).exists();
      } else {
        named.add(source);
      }
    }
    assertThat(compose.get("volumes").fieldNames())
        .toIterable()
        .containsExactlyInAnyOrderElementsOf(named);
  }

  @Test
  void copiedFiles_areThoseThatTheBuildContextHolds() {
    for (JsonNode service : services) {
      if (service.has("build")) {
        String dockerfile = service.at("/build/dockerfile").asText().replaceFirst("^docker/", "");
        List<String> copied =
            DockerFolder.text(dockerfile)
                .lines()
                .filter(line -> line.startsWith("COPY ") && !line.contains("--from="))
                .map(line -> "!" + line.split(" ", -1)[1])
                .distinct()
                .toList();
        List<String> ignore = DockerFolder.text(dockerfile + ".dockerignore").lines().toList();
        assertThat(ignore.get(0)).isEqualTo("*");
        assertThat(ignore.subList(1, ignore.size())).containsExactlyInAnyOrderElementsOf(copied);
      }
    }
  }

  @Test
  void balancer_sendsToTheNodesThatAreStarted_byEitherAffinity() {
    List<String> lines =
        DockerFolder.text("haproxy/haproxy.cfg").lines().map(String::strip).toList();
    assertThat(DockerFolder.nodes()).hasSize(2);
    for (String node : DockerFolder.nodes()) {
      assertThat(lines)
          .contains(
              "server %1$s %1$s:8080 cookie %1$s".formatted(node),
              "server %1$s %1$s:8080".formatted(node));
      assertThat(services.get(node).get("command").toString())
          .contains("--port=8080", "--admin-port=8081", "--admin-host=0.0.0.0");
    }
    assertThat(lines)
        .contains(
            "default_backend \"nodes-${AFFINITY}\"",
            "backend nodes-cookie",
            "backend nodes-none",
            "retry-on conn-failure",
            "http-check send meth GET uri /health")
        .filteredOn(line -> line.startsWith("retry-on"))
        .as("a request that was sent is not repeated")
        .hasSize(1);
    assertThat(services.at("/balancer/environment/AFFINITY").asText())
        .isEqualTo("${CLOAKROOM_AFFINITY:-cookie}");
  }

  /** The same release; a container without a volume takes the one with its database unpacked. */
  @Test
  void oraclesImage_isInStepWithThatOfTheCommand() {
    assertThat(byDefault(services.at("/oracle/image").asText()) + "-faststart")
        .isEqualTo(OracleSettings.DEFAULT_IMAGE);
  }

  @Test
  void oraclesScripts_areWhereTheSchemaIsMounted() {
    assertThat(texts(services.at("/oracle/volumes")))
        .contains("../sql/oracle:/opt/cloakroom/sql:ro");
    assertThat(
            MOUNTED.matcher(DockerFolder.text("oracle/first-start/20-server-types.sh")).results())
        .hasSize(3)
        .allMatch(call -> Files.isRegularFile(Path.of("..", "sql", "oracle", call.group(1))));
  }
}
