package cloakroom.stress.trial;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.process.SharedDatabase;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tiny real run with two nodes: one trial without fault, one in which a node is killed. */
@Tag("full")
class NodesRunIT {
  /** The load continues for seconds after the fault, in case the runner is late. */
  private static final String TWO =
      "--nodes 2 --policies sticky --users 4 --ramp 0s --warm-up 2x2 --no-dashboard"
          + " --no-count-round-trips --iterations 65 --think 50ms --vary fault=none,node-kill@500ms"
          + " --json --quiet";

  @TempDir private static Path out;
  private static RunnerProcess runner;
  private static Set<String> commandLines;
  private static int exitCode;
  private static JsonNode summary;

  @BeforeAll
  static void runOnce() throws Exception {
    String database = " --url " + SharedDatabase.url() + " --user " + SharedDatabase.user();
    runner =
        RunnerProcess.start(
            out,
            Map.of("CLOAKROOM_DB_PASSWORD", SharedDatabase.PASSWORD),
            (TWO + database).split(" ", -1));
    commandLines = runner.commandLinesToItsEnd();
    exitCode = runner.exitCode();
    summary = runner.summary();
  }

  /** It prints only JSON, and no process or file shows the password. */
  @Test
  void existingDatabase_isUsedByTwoNodesAndAuditedToTheLastCount() throws Exception {
    assertThat(runner.errors()).isEmpty();
    JsonNode trial = summary.path("trials").path(0);

    assertThat(summary.path("consistent").asBoolean()).as(runner.output()).isTrue();
    assertThat(trial.path("nodes").asInt()).isEqualTo(2);
    assertThat(trial.path("requests").asInt()).isEqualTo(4 * (2 + 65 * 2 * 2 + 1));
    assertThat(trial.path("errors")).allMatch(count -> count.asInt() == 0);
    assertThat(trial.path("audit"))
        .filteredOn(check -> check.path("outcome").asText().equals("skipped"))
        .extracting(check -> check.path("id").asText())
        .containsExactly("m");
    for (int node = 1; node <= 2; node++) {
      Path folder = runner.latest().resolve("trials").resolve(trial.path("folder").asText());
      assertThat(folder.resolve("logs/tier-" + node + ".log")).exists();
      Path counters = folder.resolve("nodes/" + node + ".json");
      // each node had one user of the warm-up and two of the others
      assertThat(FakeRun.json(counters).at("/counters/sessionsCreated").asInt()).isEqualTo(3);
    }
    assertThat(commandLines)
        .as("at least that of the nodes and of the engine")
        .anyMatch(line -> line.contains(" serve "))
        .anyMatch(line -> line.contains("cloakroom.stress.load.Engine"))
        .noneMatch(line -> line.contains(SharedDatabase.PASSWORD));
    assertThat(runner.output())
        .isEqualTo(Files.readString(runner.latest().resolve("summary.json")))
        .doesNotContain(SharedDatabase.PASSWORD);
    RunnerProcess.assertThatNoFileHolds(SharedDatabase.PASSWORD, out);
  }

  @Test
  void existingDatabase_changesAreInReportAndSummary() throws Exception {
    JsonNode changes = summary.path("databaseChanges");

    assertThat(changes.path("url").asText()).isEqualTo(SharedDatabase.url());
    assertThat(changes.path("schema").asText()).isEqualTo("cloakroom");
    assertThat(changes.path("installed").asText("?")).isEmpty();
    assertThat(changes.path("unavailable")).isEmpty();
    assertThat(changes.at("/rows/departments").asLong()).isPositive();
    assertThat(changes.at("/rows/employees").asLong()).isPositive();
    assertThat(changes.path("snapshotRowsBefore").isNumber()).isTrue();
    assertThat(changes.path("snapshotRowsAfter").isNumber()).isTrue();
    assertThat(changes.at("/maintenance/checkpoint/not ordered (--tidy)").asInt()).isEqualTo(2);
    assertThat(changes.at("/maintenance/vacuum (analyze, skip_locked) cloakroom.ps_txn/done"))
        .hasToString("2");
    assertThat(changes.path("sessionsEnded").asInt(-1)).isZero();
    assertThat(changes.path("foreignRowCount").asInt(-1)).isZero();
    assertThat(Files.readString(runner.latest().resolve("report.html")))
        .contains("Changes in the database", SharedDatabase.url() + ", schema cloakroom")
        .contains("before trials: checkpoint", "2 x not ordered (--tidy)");
  }

  @Test
  void killedNode_losesTheStateOfItsUsersUnderSticky() throws Exception {
    JsonNode trial = summary.path("trials").path(1);

    assertThat(exitCode).isEqualTo(1);
    assertThat(summary.path("cutShort").asBoolean(true)).isFalse();
    assertThat(trial.at("/killed/node").asInt()).isEqualTo(2);
    // each of the node's two users has one request without a response
    assertThat(trial.at("/killed/unanswered").asInt()).isEqualTo(2);
    double after = trial.at("/killed/afterSeconds").asDouble();
    assertThat(after).isGreaterThanOrEqualTo(0.5);
    assertThat(Files.readString(runner.latest().resolve("report.md")))
        .contains("node 2 was killed after %.1f s".formatted(after), "2 requests");
    assertThat(Files.readString(runner.latest().resolve("report.html"))).contains("node 2 was");
  }
}
