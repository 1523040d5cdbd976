package cloakroom.stress.load;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.load.Samples.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Plan against several nodes with 11 requests for each user. In the trial with affinity a user
 * starts on the node of the same number. The nodes of even numbers die in different ways, and the
 * next node serves their users.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class NodesIT {
  private static final int REQUESTS_OF_A_USER = 2 + 2 * 2 * 2 + 1;

  private final List<StubTier> opened = new ArrayList<>();
  private List<StubTier> nodes;
  private List<Row> rows;

  @BeforeAll
  void runWithAffinity(@TempDir Path out) throws Exception {
    nodes = nodes(11);
    nodes.add(node(null)); // which alone finds nothing of the others' state
    nodes.get(1).dies(at("/employees/change"), true);
    nodes.get(3).dies(at("/employees/change"), false);
    nodes.get(5).dies(at("/departments/commit"), false);
    nodes.get(7).loses(at("/departments/commit"));
    nodes.get(7).dies(seen -> seen.value().startsWith("u8-d-1-"), false);
    nodes.get(9).close();
    nodes.get(11).dies(at("/departments/commit"), false);
    nodes.get(0).refusesStrangers();
    rows = trial(out, nodes, "-Jusers=12");
  }

  @AfterAll
  void stop() {
    opened.forEach(StubTier::close);
  }

  /** Creates nodes that share the state of the first one. */
  private List<StubTier> nodes(int count) throws IOException {
    List<StubTier> made = new ArrayList<>(List.of(node(null)));
    while (made.size() < count) {
      made.add(node(made.get(0)));
    }
    return made;
  }

  private StubTier node(StubTier beside) throws IOException {
    StubTier node = new StubTier("n" + (opened.size() + 1) + "-", beside);
    opened.add(node);
    return node;
  }

  private static List<Row> trial(Path out, List<StubTier> nodes, String... properties)
      throws Exception {
    String targets = nodes.stream().map(n -> "127.0.0.1:" + n.port()).collect(joining(","));
    List<String> arguments = new ArrayList<>(List.of("-Jtargets=" + targets));
    arguments.addAll(List.of("-Jiterations=2", "-Jthink_ms=20", "-Jramp_s=0"));
    arguments.addAll(List.of(properties));
    try (EngineProcess engine = EngineProcess.start(out, 1, arguments.toArray(String[]::new))) {
      assertThat(engine.exitCode()).isBetween(0, 1);
    }
    return Samples.requests(out.resolve("samples.jtl"));
  }

  private static List<Row> failed(List<Row> rows) {
    return rows.stream().filter(row -> !row.succeeded()).toList();
  }

  private List<Row> failed(int user) {
    return failed(rows).stream().filter(row -> row.get("threadName").endsWith("-" + user)).toList();
  }

  private static List<Row> unanswered(List<Row> rows) {
    return rows.stream().filter(row -> row.get("responseCode").startsWith("Non HTTP")).toList();
  }

  private static List<String> stateLost(List<Row> rows) {
    return rows.stream()
        .map(row -> row.get("failureMessage"))
        .filter(message -> message.startsWith("stateLost"))
        .toList();
  }

  private static Predicate<StubTier.Seen> at(String path) {
    return seen -> seen.path().equals(path);
  }

  @Test
  void usersWithAffinity_stayOnTheNodeWhereTheyStart() {
    for (int user = 1; user <= 9; user += 2) {
      StubTier node = nodes.get(user - 1);
      String ofTheUser = Integer.toString(user);
      assertThat(failed(user)).isEmpty();
      assertThat(node.sessions).hasSize(1);
      assertThat(node.count(seen -> seen.user().equals(ofTheUser))).isEqualTo(2);
    }
  }

  @Test
  void requestsWithoutAffinity_takeTheNodesInTurn(@TempDir Path out) throws Exception {
    List<StubTier> three = nodes(3);

    assertThat(failed(trial(out, three, "-Jaffinity=false", "-Jusers=1"))).isEmpty();
    assertThat(
            three.stream()
                .map(node -> node.seen.stream().map(StubTier.Seen::path).collect(joining(" "))))
        .containsExactly(
            "/departments /departments/change /employees/change /employees/commit",
            "/departments/change /departments/commit /employees/commit /logout",
            "/departments/commit /employees /employees/change");
  }

  @Test
  void deadNode_costsEachUserOneRequestWithoutAffinity(@TempDir Path out) throws Exception {
    List<StubTier> two = nodes(2);
    two.get(1).close();

    List<Row> all = trial(out, two, "-Jaffinity=false", "-Jusers=2");

    assertThat(unanswered(all).stream().collect(groupingBy(row -> row.get("threadName"))))
        .hasSize(2)
        .allSatisfy((thread, of) -> assertThat(of).hasSize(1));
    assertThat(failed(all)).hasSize(2);
    assertThat(two.get(0).seen).hasSize(2 * REQUESTS_OF_A_USER - 2);
  }

  @Test
  void deadNode_isLeftByTheUsersThatStartThere() {
    assertThat(failed(10)).extracting(Row::label).containsExactly("departments open");
    assertThat(nodes.get(10).seen).hasSize(2 * REQUESTS_OF_A_USER - 1);
  }

  @Test
  void lastNodeThatIsLeft_isAskedAgainAndAgain(@TempDir Path out) throws Exception {
    List<StubTier> two = nodes(2);
    two.forEach(StubTier::close);

    List<Row> all = trial(out, two, "-Jusers=2");

    assertThat(unanswered(all)).hasSize(2 * REQUESTS_OF_A_USER).isEqualTo(all);
    assertThat(failed(all)).isEqualTo(all);
    assertThat(stateLost(all)).isEmpty();
  }

  /** The request of user 2 took effect, the others did not. */
  @ParameterizedTest
  @CsvSource({"2, employees change", "4, employees change", "6, departments commit"})
  void unacknowledgedRequest_isNoLostState(int user, String label) {
    assertThat(failed(user)).extracting(Row::label).containsExactly(label);
    assertThat(unanswered(failed(user))).hasSize(1);
    assertThat(nodes.get(0).committed()).containsKeys("departments/" + user, "employees/" + user);
  }

  @Test
  void stateThatIsNeitherTheOldNorTheUnacknowledgedOne_isLost() {
    assertThat(failed(8))
        .extracting(Row::label)
        .containsExactly("departments change", "departments commit");
    assertThat(stateLost(failed(8)))
        .singleElement()
        .asString()
        .startsWith("stateLost: departments commit does not show \"u8-d-0-");
  }

  @Test
  void sessionThatDiedWithItsNode_isLostOnce() {
    assertThat(unanswered(failed(12))).extracting(Row::label).containsExactly("departments commit");
    assertThat(stateLost(failed(12)))
        .singleElement()
        .asString()
        .startsWith("stateLost: the session in which departments showed \"u12-d-0-");
    assertThat(failed(12))
        .extracting(Row::label)
        .contains("departments change", "departments commit");
  }
}
