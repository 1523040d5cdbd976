package cloakroom.stress.load;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.load.Samples.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The plan against several nodes: 2 users, 2 iterations, so 11 requests for each user. */
final class NodesIT {
  private static final int REQUESTS_OF_A_USER = 2 + 2 * 2 * 2 + 1;

  @TempDir private Path out;
  private final List<StubTier> nodes = new ArrayList<>();

  @AfterEach
  void stop() {
    nodes.forEach(StubTier::close);
  }

  private StubTier node() throws IOException {
    StubTier node = new StubTier(prefix());
    nodes.add(node);
    return node;
  }

  private StubTier nodeBeside(StubTier first) throws IOException {
    StubTier node = StubTier.beside(first, prefix());
    nodes.add(node);
    return node;
  }

  private String prefix() {
    return "n" + (nodes.size() + 1) + "-";
  }

  /** All measured requests of a trial against all nodes. */
  private List<Row> trial(String... properties) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of("-Jusers=2", "-Jiterations=2", "-Jthink_ms=20", "-Jramp_s=0", targets()));
    arguments.addAll(List.of(properties));
    try (EngineProcess engine = EngineProcess.start(out, 1, arguments.toArray(String[]::new))) {
      assertThat(engine.exitCode()).isBetween(0, 1);
    }
    return Samples.requests(out.resolve("samples.jtl"));
  }

  private String targets() {
    return nodes.stream()
        .map(node -> "127.0.0.1:" + node.port())
        .collect(Collectors.joining(",", "-Jtargets=", ""));
  }

  private static List<Row> failed(List<Row> rows) {
    return rows.stream().filter(row -> !row.succeeded()).toList();
  }

  private static List<Row> unanswered(List<Row> rows) {
    return rows.stream().filter(row -> row.get("responseCode").startsWith("Non HTTP")).toList();
  }

  private static List<Row> stateLost(List<Row> rows) {
    return rows.stream().filter(row -> row.get("failureMessage").startsWith("stateLost")).toList();
  }

  private static Predicate<StubTier.Seen> at(String path) {
    return seen -> seen.path().equals(path);
  }

  @Test
  void usersWithAffinity_stayOnTheNodeWhereTheyStart() throws Exception {
    StubTier first = node();
    StubTier second = node();

    assertThat(failed(trial())).isEmpty();
    for (StubTier node : nodes) {
      assertThat(node.sessions).hasSize(1);
      assertThat(node.seen).hasSize(REQUESTS_OF_A_USER);
    }
    assertThat(first.count(seen -> seen.user().equals("1"))).isEqualTo(2);
    assertThat(second.count(seen -> seen.user().equals("2"))).isEqualTo(2);
  }

  @Test
  void requestsWithoutAffinity_takeTheNodesInTurn() throws Exception {
    StubTier first = node();
    StubTier second = nodeBeside(first);
    StubTier third = nodeBeside(first);

    assertThat(failed(trial("-Jaffinity=false", "-Jusers=1"))).isEmpty();
    assertThat(first.seen)
        .extracting(StubTier.Seen::path)
        .containsExactly(
            "/departments", "/departments/change", "/employees/change", "/employees/commit");
    assertThat(second.seen)
        .extracting(StubTier.Seen::path)
        .containsExactly(
            "/departments/change", "/departments/commit", "/employees/commit", "/logout");
    assertThat(third.seen)
        .extracting(StubTier.Seen::path)
        .containsExactly("/departments/commit", "/employees", "/employees/change");
  }

  @Test
  void deadNode_costsEachUserOneRequestWithoutAffinity() throws Exception {
    StubTier first = node();
    nodeBeside(first).close();

    List<Row> rows = trial("-Jaffinity=false");

    assertThat(unanswered(rows).stream().collect(groupingBy(row -> row.get("threadName"))))
        .hasSize(2)
        .allSatisfy((thread, of) -> assertThat(of).hasSize(1));
    assertThat(failed(rows)).hasSize(2);
    assertThat(first.seen).hasSize(2 * REQUESTS_OF_A_USER - 2);
  }

  @Test
  void deadNode_isLeftByTheUsersThatStartThere() throws Exception {
    StubTier first = node();
    node().close();

    List<Row> rows = trial();

    assertThat(failed(rows)).extracting(Row::label).containsExactly("departments open");
    assertThat(first.seen).hasSize(2 * REQUESTS_OF_A_USER - 1);
  }

  @Test
  void lastNodeThatIsLeft_isAskedAgainAndAgain() throws Exception {
    node().close();
    node().close();

    List<Row> rows = trial();

    assertThat(rows).hasSize(2 * REQUESTS_OF_A_USER);
    assertThat(unanswered(rows)).hasSize(2 * REQUESTS_OF_A_USER);
    assertThat(stateLost(rows)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"employees change, true", "employees change, false", "departments commit, false"})
  void unacknowledgedRequest_isNoLostStateWhetherItHappenedOrNot(String label, boolean happened)
      throws Exception {
    StubTier first = node();
    nodeBeside(first).dies(at("/" + label.replace(' ', '/')), happened);

    List<Row> rows = trial();

    assertThat(failed(rows)).extracting(Row::label).containsExactly(label);
    assertThat(unanswered(rows)).hasSize(1);
    assertThat(first.committed())
        .containsOnlyKeys("departments/1", "departments/2", "employees/1", "employees/2");
  }

  @Test
  void stateThatIsNeitherTheOldNorTheUnacknowledgedOne_isLost() throws Exception {
    StubTier first = node();
    StubTier second = nodeBeside(first);
    second.loses(at("/departments/commit"));
    second.dies(seen -> seen.value().startsWith("u2-d-1-"), false);

    List<Row> rows = trial();

    assertThat(failed(rows))
        .extracting(Row::label)
        .containsExactly("departments change", "departments commit");
    assertThat(stateLost(rows))
        .extracting(row -> row.get("failureMessage"))
        .singleElement()
        .asString()
        .startsWith("stateLost: departments commit does not show \"u2-d-0-");
  }

  @Test
  void sessionThatDiedWithItsNode_isLostOnce() throws Exception {
    StubTier first = node();
    StubTier second = node();
    first.refusesStrangers();
    second.dies(at("/departments/commit"), false);

    List<Row> rows = trial();
    Map<String, List<Row>> byLabel = failed(rows).stream().collect(groupingBy(Row::label));

    assertThat(unanswered(rows)).extracting(Row::label).containsExactly("departments commit");
    assertThat(stateLost(rows)).hasSize(1);
    assertThat(stateLost(rows).get(0).get("failureMessage"))
        .startsWith("stateLost: the session in which departments showed \"u2-d-0-");
    assertThat(byLabel).containsKeys("departments change", "departments commit");
  }
}
