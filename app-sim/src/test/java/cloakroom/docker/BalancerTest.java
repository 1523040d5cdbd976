package cloakroom.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What the balancer's configuration says, against the nodes that the compose file starts. */
final class BalancerTest {
  private final JsonNode services = DockerFolder.compose().get("services");

  /** The lines of each section, by its first line. */
  private static Map<String, List<String>> sections() {
    Map<String, List<String>> all = new LinkedHashMap<>();
    List<String> current = null;
    for (String line : DockerFolder.text("haproxy/haproxy.cfg").lines().toList()) {
      if (line.isBlank() || line.strip().startsWith("#")) {
        continue;
      }
      if (!line.startsWith(" ")) {
        current = new ArrayList<>();
        all.put(line, current);
      } else {
        current.add(line.strip());
      }
    }
    return all;
  }

  @Test
  void affinity_choosesABackendThatExists() {
    assertThat(sections().get("frontend pages")).contains("default_backend \"nodes-${AFFINITY}\"");
    assertThat(services.at("/balancer/environment/AFFINITY").asText())
        .isEqualTo("${CLOAKROOM_AFFINITY:-cookie}");
    assertThat(sections()).containsKeys("backend nodes-cookie", "backend nodes-none");
  }

  @Test
  void onlyTheBackendWithAffinity_setsACookie() {
    assertThat(sections().get("backend nodes-cookie"))
        .contains("cookie BALANCER insert indirect nocache httponly")
        .filteredOn(line -> line.startsWith("server "))
        .allMatch(line -> line.matches("server (\\S+) \\S+ cookie \\1"));
    assertThat(sections().get("backend nodes-none")).noneMatch(line -> line.contains("cookie"));
  }

  @Test
  void bothBackends_haveTheNodesThatAreStarted() {
    TreeSet<String> nodes = new TreeSet<>();
    services.fieldNames().forEachRemaining(nodes::add);
    nodes.removeIf(name -> !name.startsWith("node-"));
    assertThat(nodes).hasSize(2);
    for (String backend : List.of("backend nodes-cookie", "backend nodes-none")) {
      assertThat(sections().get(backend))
          .filteredOn(line -> line.startsWith("server "))
          .extracting(line -> line.split(" ", -1)[2])
          .containsExactlyElementsOf(nodes.stream().map(node -> node + ":8080").toList());
    }
  }

  @Test
  void health_isAskedOfTheAdminPort() {
    String command = services.at("/node-1/command").toString();
    assertThat(command).contains("--port=8080", "--admin-port=8081", "--admin-host=0.0.0.0");
    for (String backend : List.of("backend nodes-cookie", "backend nodes-none")) {
      assertThat(sections().get(backend))
          .contains("http-check send meth GET uri /health")
          .anyMatch(line -> line.startsWith("default-server check port 8081 "));
    }
  }

  @Test
  void requestThatWasSent_isNotRepeated() {
    assertThat(sections().get("defaults"))
        .contains("retry-on conn-failure")
        .filteredOn(line -> line.startsWith("retry-on"))
        .hasSize(1);
  }
}
