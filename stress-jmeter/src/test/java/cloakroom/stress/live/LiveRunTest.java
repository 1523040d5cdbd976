package cloakroom.stress.live;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.live.LiveRun.News;
import cloakroom.stress.live.LiveRun.Trial;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class LiveRunTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern SERIES =
      Pattern.compile("cloakroom_run_\\w+\\{job=\"cloakroom-run\",(?:of|event)=\"(\\w+)\"}");

  private final LiveRun run = new LiveRun();
  private long latest = LiveRun.NOTHING;

  private void begin(int number, String variant) {
    run.begin(new Trial(number, 2, variant, "sticky", 100));
  }

  private List<JsonNode> next() throws Exception {
    News news = run.after(latest);
    latest = news.number();
    String text = news.text();
    assertThat(text).startsWith("data: ").endsWith("}\n\n");
    return text.lines().filter(line -> !line.isEmpty()).map(LiveRunTest::message).toList();
  }

  private static JsonNode message(String line) {
    try {
      return JSON.readTree(line.substring("data: ".length()));
    } catch (IOException e) {
      throw new AssertionError(line, e);
    }
  }

  private static JsonNode value(JsonNode second, JsonNode definitions, String name) {
    int index = definitions.findValuesAsText("name").indexOf(name);
    return second.path("values").get(index);
  }

  @Test
  void after_lateClient_receivesTheTrialFromItsBegin() throws Exception {
    begin(1, "sticky <b>");
    run.row(Seconds.warmUp(0));
    run.row(Seconds.measured(1, 20));

    List<JsonNode> all = next();

    JsonNode definitions = all.get(0).path("figures");
    assertThat(all.get(1).path("begins").asText()).isEqualTo("sticky <b>");
    JsonNode warmUp = all.get(2);
    assertThat(warmUp.path("seconds").asDouble()).isZero();
    assertThat(value(warmUp, definitions, "instances").isNull()).as("no tier").isTrue();
    assertThat(value(warmUp, definitions, "p95Ms").isNull()).as("not measured").isTrue();
    JsonNode second = all.get(3);
    assertThat(second.path("variant").asText()).isEqualTo("sticky <b>");
    assertThat(second.path("seconds").asDouble()).isEqualTo(1);
    assertThat(second.path("values")).hasSameSizeAs(definitions);
    assertThat(value(second, definitions, "p95Ms").asDouble()).isEqualTo(40);
    assertThat(value(second, definitions, "connections").asInt()).isEqualTo(6);
    assertThat(value(second, definitions, "snapshotWrites").asInt()).isEqualTo(140);
    assertThat(all.get(4).path("doing").asText())
        .isEqualTo("trial 1/2 sticky <b>: 20 of 100 transactions");
    assertThat(all).hasSize(5);
  }

  @Test
  void after_anyChange_containsTheStatus() throws Exception {
    assertThat(next().get(1).path("doing").asText()).isEqualTo("the run begins");
    run.say("counting round trips of a");
    assertThat(next().get(0).path("doing").asText()).isEqualTo("counting round trips of a");
    begin(1, "a");
    List<JsonNode> begins = next();
    assertThat(begins.get(0).path("begins").asText()).isEqualTo("a");
    assertThat(begins.get(1).path("doing").asText()).isEqualTo("trial 1/2 a: begins");
    run.row(Seconds.warmUp(1));
    List<JsonNode> second = next();
    assertThat(second.get(0).has("values")).isTrue();
    assertThat(second.get(1).path("doing").asText()).isEqualTo("trial 1/2 a: warming up");
    run.close();
    News end = run.after(latest);
    assertThat(message(end.text().strip()).path("over").asBoolean()).isTrue();
    assertThat(end.last()).isTrue();
  }

  private static List<JsonNode> points(List<JsonNode> messages) {
    return messages.stream().filter(message -> message.has("values")).toList();
  }

  private static List<Integer> seconds(List<JsonNode> points) {
    return points.stream().map(point -> point.path("seconds").asInt()).toList();
  }

  @Test
  void after_lateClient_receivesAWholeLongTrialThinnedInItsPast() throws Exception {
    begin(1, "a");
    for (int second = 0; second < 10_000; second++) {
      run.row(Seconds.measured(second, second));
    }

    List<JsonNode> rows = points(next());
    assertThat(rows).hasSizeBetween(LiveRun.MAX_ROWS / 4, LiveRun.MAX_ROWS);
    List<Integer> seconds = seconds(rows);
    assertThat(seconds).isSorted().endsWith(9_997, 9_998, 9_999);
    assertThat(seconds.get(0)).isLessThan(200);
    int before = -1;
    for (JsonNode row : rows) {
      int second = row.path("seconds").asInt();
      assertThat(second - before).as("second %d", second).isEqualTo(row.path("span").asInt());
      before = second;
    }
  }

  @Test
  void after_lateClient_receivesEachTrial() throws Exception {
    begin(1, "a");
    run.row(Seconds.measured(0, 20));
    run.end();
    begin(2, "b");
    run.row(Seconds.measured(1, 20));
    run.end();
    begin(3, "a");
    run.row(Seconds.measured(2, 20));

    List<JsonNode> all = next();
    assertThat(all.stream().filter(one -> one.has("begins")).map(JsonNode::toString))
        .containsExactly(
            "{\"begins\":\"a\",\"trial\":1}",
            "{\"begins\":\"b\",\"trial\":2}",
            "{\"begins\":\"a\",\"trial\":3}");
    assertThat(points(all)).hasSize(3);
  }

  /** A client would otherwise keep rows that the run has dropped. */
  @Test
  void after_rowsWereThinned_sendsAllAgain() throws Exception {
    begin(1, "a");
    for (int second = 0; second < LiveRun.MAX_ROWS; second++) {
      run.row(Seconds.measured(second, second));
    }
    assertThat(points(next())).hasSize(LiveRun.MAX_ROWS);

    run.row(Seconds.measured(LiveRun.MAX_ROWS, 1));
    List<JsonNode> again = next();
    assertThat(again.get(0).has("figures")).isTrue();
    assertThat(points(again)).hasSize(LiveRun.MAX_ROWS / 2 + 1);
    run.row(Seconds.measured(LiveRun.MAX_ROWS + 1, 1));
    assertThat(next()).hasSize(2);
  }

  @Test
  void after_manyTrials_areBounded() throws Exception {
    for (int trial = 0; trial < LiveRun.MAX_ROWS + 100; trial++) {
      begin(trial, "v" + trial);
      run.row(Seconds.measured(trial, 1));
    }

    List<JsonNode> all = next();
    assertThat(all.stream().filter(one -> one.has("begins"))).hasSize(LiveRun.MAX_ROWS);
    assertThat(points(all)).hasSize(LiveRun.MAX_ROWS);
  }

  @Test
  void metrics_areTheLatestRowOfTheTrial() {
    assertThat(run.metrics()).isEmpty();
    begin(2, "stic\"ky");
    run.row(Seconds.warmUp(0));
    assertThat(run.metrics()).contains("of=\"meanMs\"").doesNotContain("p95Ms");
    run.row(Seconds.measured(1, 20));
    run.row(Seconds.measured(2, 40));

    assertThat(run.metrics())
        .contains(
            "# TYPE cloakroom_run_state gauge\n",
            "cloakroom_run_state{of=\"throughput\",variant=\"stic\\\"ky\",policy=\"sticky\"} 250.0\n",
            "cloakroom_run_state{of=\"trial\",variant=\"stic\\\"ky\",policy=\"sticky\"} 2\n",
            "# TYPE cloakroom_run_events_total counter\n",
            "cloakroom_run_events_total{event=\"requests\",variant=\"stic\\\"ky\",policy=\"sticky\"}"
                + " 80\n")
        .endsWith("\n");

    run.end();
    assertThat(run.metrics()).isEmpty();
  }

  @Test
  void dashboard_queriesExportedMetricsOnly() throws Exception {
    begin(1, "a");
    run.row(Seconds.measured(1, 20));
    run.row(Seconds.measured(2, 40));
    JsonNode dashboard =
        JSON.readTree(Files.readString(Path.of("../docker/grafana/dashboards/run.json")));

    List<String> expressions = dashboard.findValuesAsText("expr");
    assertThat(expressions).hasSizeGreaterThan(8);
    for (String expression : expressions) {
      assertThat(expression.contains("cloakroom_run_events_total"))
          .as("a counter is shown as a rate, a state is not: %s", expression)
          .isEqualTo(expression.contains("rate("));
      List<String> names =
          SERIES.matcher(expression).results().map(series -> series.group(1)).toList();
      assertThat(names).as(expression).isNotEmpty();
      assertThat(names).allSatisfy(name -> assertThat(run.metrics()).contains("=\"" + name + "\""));
    }
    assertThat(dashboard.findValuesAsText("uid")).contains("cloakroom-run");
  }
}
