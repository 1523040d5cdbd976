package cloakroom.docker;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.app.NoopApplication;
import cloakroom.contract.Variables;
import cloakroom.http.AdminGuard;
import cloakroom.http.TestTier;
import cloakroom.http.TierServer;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
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

  private final JsonNode prometheus = DockerFolder.yaml("prometheus/prometheus.yml");

  @BeforeAll
  static void scrape() throws Exception {
    try (TierServer server =
        new TierServer(
            TestTier.of(new NoopApplication()),
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

  private static JsonNode dashboard() throws Exception {
    return DockerFolder.JSON.readTree(DockerFolder.text("grafana/dashboards/tier.json"));
  }

  private static List<String> expressions() throws Exception {
    List<String> all = new ArrayList<>();
    for (JsonNode panel : dashboard().get("panels")) {
      assertThat(panel.get("targets").size()).as(panel.get("title").asText()).isPositive();
      panel.get("targets").forEach(target -> all.add(target.get("expr").asText()));
    }
    return all;
  }

  private static boolean isExported(String metric, String label, String value) {
    return exported
        .lines()
        .anyMatch(
            line -> line.startsWith(metric + "{") && line.contains(label + "=\"" + value + "\""));
  }

  @Test
  void everyExpression_asksForWhatANodeExports() throws Exception {
    List<String> expressions = expressions();
    assertThat(expressions).hasSizeGreaterThan(20);
    for (String expression : expressions) {
      assertThat(expression.contains("cloakroom_events_total"))
          .as("a counter is shown as a rate, a state is not: %s", expression)
          .isEqualTo(expression.contains("rate("));
      List<MatchResult> series = SERIES.matcher(expression).results().toList();
      assertThat(series).as(expression).isNotEmpty();
      for (MatchResult one : series) {
        assertThat(one.group(2)).contains("job=\"cloakroom\"", "node=~\"$node\"");
        LABEL
            .matcher(one.group(2))
            .results()
            .filter(label -> !label.group(1).matches("job|node"))
            .forEach(
                label ->
                    assertThat(isExported(one.group(1), label.group(1), label.group(3)))
                        .as(one.group())
                        .isTrue());
      }
      assertThat(expression.replaceAll(SERIES.pattern(), ""))
          .as("no series without its labels")
          .doesNotContain("cloakroom_");
    }
  }

  @Test
  void prometheus_scrapesEveryNodeThatIsStarted() {
    JsonNode job = prometheus.at("/scrape_configs/0");
    assertThat(prometheus.get("scrape_configs").size()).isEqualTo(1);
    assertThat(job.get("job_name").asText()).isEqualTo("cloakroom");
    assertThat(job.get("metrics_path").asText()).isEqualTo("/metrics");
    List<String> targets = new ArrayList<>();
    for (JsonNode group : job.get("static_configs")) {
      String target = group.at("/targets/0").asText();
      assertThat(target).isEqualTo(group.at("/labels/node").asText() + ":8081");
      targets.add(target.replaceFirst(":.*", ""));
    }
    assertThat(targets).containsExactlyInAnyOrderElementsOf(DockerFolder.nodes());
  }

  @Test
  void prometheus_showsTheNodesTheTokenThatTheyAskFor() {
    JsonNode services = DockerFolder.compose().get("services");
    String file = prometheus.at("/scrape_configs/0/authorization/credentials_file").asText();
    assertThat(services.at("/prometheus/entrypoint/2").asText())
        .contains("\"$$" + Variables.ADMIN_TOKEN + "\" >" + file);
    for (String service : List.of("node-1", "node-2", "prometheus")) {
      assertThat(services.get(service).get("environment").path(Variables.ADMIN_TOKEN).asText())
          .as(service)
          .startsWith("${" + Variables.ADMIN_TOKEN + ":?");
    }
  }

  @Test
  void grafana_isProvisionedWithTheSourceAndTheFolderThatAreMounted() throws Exception {
    JsonNode source =
        DockerFolder.yaml("grafana/provisioning/datasources/prometheus.yml").at("/datasources/0");
    assertThat(source.get("url").asText()).isEqualTo("http://prometheus:9090");
    List<String> used = dashboard().findValuesAsText("uid");
    assertThat(used).contains(source.get("uid").asText());
    for (JsonNode panel : dashboard().get("panels")) {
      assertThat(panel.at("/datasource/uid")).isEqualTo(source.get("uid"));
    }
    String folder =
        DockerFolder.yaml("grafana/provisioning/dashboards/cloakroom.yml")
            .at("/providers/0/options/path")
            .asText();
    assertThat(DockerFolder.compose().at("/services/grafana/volumes").toString())
        .contains("./grafana/dashboards:" + folder + ":ro");
    assertThat(DockerFolder.text("up")).contains("/d/" + dashboard().get("uid").asText());
  }
}
