package cloakroom.docker;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.app.Hr;
import cloakroom.app.NoopApplication;
import cloakroom.http.AdminGuard;
import cloakroom.http.TestTier;
import cloakroom.http.TierServer;
import cloakroom.platform.Variables;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What Prometheus scrapes and Grafana shows, against what a node exports. */
final class MonitoringTest {
  private static final Pattern SERIES = Pattern.compile("(\\w+)\\{([^}]*)}");
  private static final Pattern LABEL = Pattern.compile("(\\w+)\\s*(=~|=)\\s*\"([^\"]*)\"");
  private static String exported;

  @BeforeAll
  static void scrape() throws Exception {
    try (TierServer server =
        new TierServer(
            TestTier.of(new NoopApplication(Hr.APPLICATION)),
            new TierServer.Listening(
                "127.0.0.1", 0, new AdminGuard("127.0.0.1", ""), 0, 4, false))) {
      server.start();
      URI metrics = URI.create("http://127.0.0.1:" + server.adminPort() + "/metrics");
      exported =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(metrics).build(), BodyHandlers.ofString())
              .body();
    }
  }

  private static boolean isExported(String metric, MatchResult label) {
    return exported
        .lines()
        .anyMatch(
            line ->
                line.startsWith(metric + "{")
                    && line.contains(label.group(1) + "=\"" + label.group(3) + "\""));
  }

  @Test
  void everyExpression_requestsWhatANodeExports() throws Exception {
    List<String> expressions =
        DockerFolder.JSON
            .readTree(DockerFolder.text("grafana/dashboards/tier.json"))
            .findValuesAsText("expr");
    assertThat(expressions).hasSizeGreaterThan(20);
    for (String expression : expressions) {
      List<MatchResult> series = SERIES.matcher(expression).results().toList();
      assertThat(series).as(expression).isNotEmpty();
      for (MatchResult one : series) {
        assertThat(one.group(2)).contains("job=\"cloakroom\"", "node=~\"$node\"");
        assertThat(LABEL.matcher(one.group(2)).results())
            .filteredOn(label -> !label.group(1).matches("job|node"))
            .as(one.group())
            .allMatch(label -> isExported(one.group(1), label));
      }
    }
  }

  @Test
  void prometheus_scrapesEveryNodeThatIsStarted() {
    JsonNode job = DockerFolder.yaml("prometheus/prometheus.yml").at("/scrape_configs/0");

    assertThat(job.get("static_configs"))
        .map(group -> group.at("/targets/0").asText())
        .containsExactlyInAnyOrderElementsOf(
            DockerFolder.nodes().stream().map(node -> node + ":8081").toList());
    assertThat(DockerFolder.services().at("/prometheus/entrypoint/2").asText())
        .contains(
            "\"$$%s\" >%s"
                .formatted(
                    Variables.ADMIN_TOKEN, job.at("/authorization/credentials_file").asText()));
  }
}
