package cloakroom.stress.load;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.load.Samples.Row;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * One whole trial: 2 users warm up with 1 iteration, then 3 users do 2 iterations on each page. A
 * user sends 2 opens, a change and a commit for each iteration of each page, and a log-out.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class EngineIT {
  private static final int USERS = 3;
  private static final int REQUESTS = USERS * (2 + 2 * 2 * 2 + 1);
  private static final int TRANSACTIONS = USERS * 2 * 2;
  private static final int WARM_UP_REQUESTS = 2 * (2 + 2 * 2 + 1);
  private static final long THINK = 200;
  private static final long HOLD = 300;

  private Path out;
  private StubTier tier;
  private int exitCode;
  private List<JsonNode> events;
  private List<Row> rows;

  @BeforeAll
  void run(@TempDir Path folder) throws Exception {
    out = folder;
    tier = new StubTier();
    try (EngineProcess engine =
        EngineProcess.start(
            out,
            1, // the line that begins the load tells another one
            ("--wait --dashboard -Jiterations=2 -Jramp_s=0 -Jwarmup_users=2 -Jwarmup_iterations=1"
                    + " -Juser_offset=10 -Jusers=%d -Jthink_ms=%d -Jpending_time=%d")
                .formatted(USERS, THINK, HOLD)
                .split(" ", -1))) {
      engine.type("begin port=" + tier.port());
      exitCode = engine.exitCode();
      events = engine.events();
    }
    rows = Samples.read(out.resolve("samples.jtl"));
  }

  @AfterAll
  void stop() {
    tier.close();
  }

  private List<Row> measured() {
    return rows.stream().filter(row -> !row.isWarmUp()).toList();
  }

  private List<Row> requests() {
    return measured().stream().filter(row -> !row.isTransaction()).toList();
  }

  private List<JsonNode> told(String event) {
    return events.stream().filter(e -> e.get("event").asText().equals(event)).toList();
  }

  @Test
  void events_comeInOrderWithATickForEachSecondAndTheTotalsLast() {
    assertThat(told("measured")).hasSize(1);
    assertThat(told("tick"))
        .isNotEmpty()
        .allSatisfy(
            tick -> {
              assertThat(String.join(" ", (Iterable<String>) tick::fieldNames))
                  .isEqualTo(
                      "event at phase requests transactions errors meanMs throughput activeUsers"
                          + " cpuSeconds gcMillis lagP95Ms p95Ms soFar");
              if (tick.get("phase").asText().equals("measured")) {
                assertThat(String.join(" ", (Iterable<String>) tick.get("soFar")::fieldNames))
                    .contains("response.p95", "service.mean", "requests", "errors", "throughput");
              }
              if (tick.get("phase").asText().equals("warm-up")) {
                assertThat(tick.get("p95Ms").asDouble(0)).isNaN();
              }
            });
    assertThat(exitCode).isZero();
    assertThat(events.get(events.size() - 1).toString())
        .isEqualTo(
            "{\"event\":\"finished\",\"requests\":%d,\"transactions\":%d,\"errors\":0,\"cutShort\":false}"
                .formatted(REQUESTS, TRANSACTIONS));
  }

  @Test
  void everyRequestAndTransaction_hasOneRowOfTheAgreedColumns() throws IOException {
    assertThat(Files.readAllLines(out.resolve("samples.jtl")).get(0).replace("\"", ""))
        .isEqualTo(
            "timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,failureMessage,"
                + "bytes,sentBytes,grpThreads,allThreads,Latency,IdleTime,Connect,due,tierError,"
                + "errorClass,commit");
    assertThat(requests()).hasSize(REQUESTS).allMatch(Row::succeeded);
    assertThat(measured()).hasSize(REQUESTS + TRANSACTIONS);
    Map<String, Long> counts =
        new TreeMap<>(requests().stream().collect(groupingBy(Row::label, counting())));
    assertThat(counts)
        .hasToString(
            "{departments change=6, departments commit=6, departments open=3, employees change=6,"
                + " employees commit=6, employees open=3, log out=3}");
  }

  @Test
  void warmUp_hasRowsOfItsOwnMarksItsRequestsAndEndsBeforeTheMeasuredPhase() {
    assertThat(rows.stream().filter(row -> row.isWarmUp() && !row.isTransaction()))
        .hasSize(WARM_UP_REQUESTS)
        .allMatch(Row::succeeded);
    assertThat(tier.seen.subList(0, WARM_UP_REQUESTS)).allMatch(StubTier.Seen::warmUp);
    assertThat(tier.seen.subList(WARM_UP_REQUESTS, tier.seen.size()))
        .hasSize(REQUESTS)
        .noneMatch(StubTier.Seen::warmUp);
  }

  @Test
  void eachUser_keepsOneSessionAndOneConnection() {
    assertThat(tier.sessions).hasSize(USERS + 2);
    assertThat(tier.connections).hasSize(USERS + 2);
    assertThat(tier.seen.stream().map(StubTier.Seen::user).filter(user -> !user.isEmpty()))
        .containsOnly("11", "12", "13");
  }

  @Test
  void values_areUniqueForUserIterationAndPageAndFullyResolved() {
    List<String> values =
        tier.seen.stream().map(StubTier.Seen::value).filter(value -> !value.isEmpty()).toList();

    assertThat(values)
        .hasSize(TRANSACTIONS + 2 * 2)
        .doesNotHaveDuplicates()
        .allMatch(value -> value.matches("[uw]1[123]-[de]-[01]-\\d{6}"));
    assertThat(tier.committed()).hasSize(2 * USERS);
  }

  @Test
  void request_isDueWhenTheWaitsOfThePlanAreOver() {
    requests().stream()
        .collect(groupingBy(row -> row.get("threadName")))
        .values()
        .forEach(EngineIT::checkDueTimes);
  }

  private static void checkDueTimes(List<Row> user) {
    for (int i = 1; i < user.size(); i++) {
      Row row = user.get(i);
      Row before = user.get(i - 1);
      long wait = before.label().endsWith("commit") ? THINK : 0;
      wait = row.label().endsWith("commit") ? HOLD : wait;
      assertThat(row.due()).isEqualTo(before.end() + wait);
    }
  }

  @Test
  void transaction_isDueWhenItsChangeWasAndHasNoWaitOfThePlan() {
    List<Row> changes = requests().stream().filter(row -> row.label().endsWith("change")).toList();
    assertThat(measured().stream().filter(Row::isTransaction))
        .hasSize(TRANSACTIONS)
        .allMatch(row -> row.number("IdleTime") >= HOLD && row.get("tierError").isEmpty())
        .allMatch(row -> changes.stream().anyMatch(change -> isChangeOf(change, row)));
  }

  private static boolean isChangeOf(Row change, Row transaction) {
    return change.get("threadName").equals(transaction.get("threadName"))
        && change.due() == transaction.due()
        && transaction.label().startsWith(change.label());
  }

  @Test
  void dashboard_showsTheMeasuredPhaseAlone() throws IOException {
    JsonNode statistics =
        new ObjectMapper().readTree(out.resolve("dashboard/statistics.json").toFile());

    assertThat(out.resolve("dashboard/index.html")).isRegularFile();
    assertThat(statistics.get("departments open").get("sampleCount").asInt()).isEqualTo(USERS);
    assertThat(statistics.get("Total").get("errorCount").asInt()).isZero();
  }

  @Test
  void trial_leavesItsFilesAndNothingElse() throws IOException {
    try (var files = Files.list(out)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("samples.jtl", "dashboard", "logs");
    }
    List<String> log = new ArrayList<>(Files.readAllLines(out.resolve("logs/jmeter.log")));
    assertThat(log).isNotEmpty().noneMatch(line -> line.matches(".* (WARN|ERROR) .*"));
  }
}
