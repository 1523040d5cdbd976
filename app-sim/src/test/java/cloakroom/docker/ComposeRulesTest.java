package cloakroom.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What this project asks of its compose file beyond the specification. */
final class ComposeRulesTest {
  private static final Pattern VERSIONED = Pattern.compile("[^:@\\s]+:v?\\d+(\\.\\d+)+[-.\\w]*");
  private static final Pattern LOOPBACK =
      Pattern.compile("127\\.0\\.0\\.1:\\$\\{(CLOAKROOM_\\w*PORT):-(\\d+)}:\\d+");
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)(:[-?])?([^}]*)}");
  private static final Set<String> SECRETS =
      Set.of(
          "CLOAKROOM_DB_PASSWORD",
          "ORACLE_PASSWORD",
          "GRAFANA_ADMIN_PASSWORD",
          "CLOAKROOM_ADMIN_TOKEN");

  private final JsonNode compose = DockerFolder.compose();

  private Map<String, JsonNode> services() {
    Map<String, JsonNode> all = new LinkedHashMap<>();
    compose.get("services").properties().forEach(e -> all.put(e.getKey(), e.getValue()));
    return all;
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(element -> texts.add(element.asText()));
    return texts;
  }

  @Test
  void everyImage_isPinnedByVersion() {
    services()
        .forEach(
            (name, service) ->
                assertThat(service.path("image").asText()).as(name).matches(VERSIONED));
  }

  @Test
  void everyService_runsAsAnotherUserThanRoot() {
    services()
        .forEach(
            (name, service) -> {
              if (service.has("build")) {
                assertThat(service.has("user")).as(name + " has its Dockerfile's user").isFalse();
              } else {
                assertThat(service.path("user").asText())
                    .as(name)
                    .isNotEmpty()
                    .doesNotStartWith("root")
                    .doesNotMatch("0(:.*)?");
              }
              assertThat(service.path("privileged").asBoolean()).as(name).isFalse();
            });
  }

  @Test
  void everyService_hasAHealthCheck_orIsTheControllerThatRunsOnce() {
    services()
        .forEach(
            (name, service) -> {
              if (name.equals("jmeter")) {
                assertThat(service.at("/healthcheck/disable").asBoolean()).isTrue();
              } else if (!service.has("build")) {
                assertThat(texts(service.at("/healthcheck/test")))
                    .as(name)
                    .hasSizeGreaterThan(1)
                    .startsWith("CMD");
              }
            });
  }

  @Test
  void everyService_hasLimitsOfProcessorMemoryAndProcesses() {
    services()
        .forEach(
            (name, service) -> {
              JsonNode limits = service.at("/deploy/resources/limits");
              assertThat(limits.path("cpus").asDouble()).as(name).isPositive();
              assertThat(limits.path("memory").asText()).as(name).matches("\\d+[mg]");
              assertThat(limits.path("pids").asInt()).as(name).isPositive();
            });
  }

  @Test
  void ports_arePublishedOnLoopbackOnly_eachOnce() {
    List<String> ports = new ArrayList<>();
    services().values().forEach(service -> ports.addAll(texts(service.path("ports"))));
    assertThat(ports).hasSize(6).allMatch(port -> LOOPBACK.matcher(port).matches());
    assertThat(ports).extracting(port -> port.split(":-", -1)[1]).doesNotHaveDuplicates();
    services().values().forEach(service -> assertThat(service.has("network_mode")).isFalse());
  }

  @Test
  void engines_areOnTheInnerNetworkOnly() {
    assertThat(compose.at("/networks/load/internal").asBoolean()).isTrue();
    for (String engine : List.of("jmeter-1", "jmeter-2", "jmeter")) {
      assertThat(texts(services().get(engine).get("networks"))).containsExactly("load");
    }
  }

  @Test
  void secrets_comeFromTheEnvironmentAndHaveNoDefault() {
    services()
        .forEach(
            (name, service) ->
                service
                    .path("environment")
                    .properties()
                    .forEach(
                        entry -> {
                          if (entry.getKey().matches(".*(PASSWORD|TOKEN)")) {
                            Matcher variable = VARIABLE.matcher(entry.getValue().asText());
                            assertThat(variable.matches()).as(name + " " + entry).isTrue();
                            assertThat(SECRETS).contains(variable.group(1));
                            assertThat(variable.group(2)).isEqualTo(":?");
                          }
                        }));
  }

  @Test
  void exampleEnvironment_hasEveryVariableWithItsDefault_andNoPassword() {
    Map<String, String> example = new LinkedHashMap<>();
    Matcher lines =
        Pattern.compile("(?m)^#?([A-Z_]+)=(.*)$").matcher(DockerFolder.text(".env.example"));
    while (lines.find()) {
      example.put(lines.group(1), lines.group(2));
    }
    Map<String, String> used = new LinkedHashMap<>();
    for (MatchResult variable :
        VARIABLE.matcher(DockerFolder.text("compose.yaml")).results().toList()) {
      used.put(variable.group(1), ":-".equals(variable.group(2)) ? variable.group(3) : "");
    }
    assertThat(example).containsExactlyInAnyOrderEntriesOf(used);
    assertThat(SECRETS).allSatisfy(secret -> assertThat(example.get(secret)).isEmpty());
  }

  @Test
  void volumesAndMountedFiles_exist() {
    Set<String> named = new TreeSet<>();
    services()
        .forEach(
            (name, service) -> {
              for (String volume : texts(service.path("volumes"))) {
                String source = volume.split(":", -1)[0];
                if (source.startsWith(".")) {
                  assertThat(volume).as(name).endsWith(":ro");
                  assertThat(Files.exists(DockerFolder.HERE.resolve(source))).as(volume).isTrue();
                } else {
                  named.add(source);
                }
              }
            });
    Set<String> declared = new TreeSet<>();
    compose.get("volumes").fieldNames().forEachRemaining(declared::add);
    assertThat(named).isEqualTo(declared);
    compose
        .get("volumes")
        .forEach(volume -> assertThat(volume.has("external")).as("of this project").isFalse());
  }

  @Test
  void engines_haveUsersOfTheirOwn() {
    assertThat(texts(services().get("jmeter-1").get("command"))).contains("-Juser_offset=0");
    assertThat(texts(services().get("jmeter-2").get("command"))).contains("-Juser_offset=500");
  }
}
