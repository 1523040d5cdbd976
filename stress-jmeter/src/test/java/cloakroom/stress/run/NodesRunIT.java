package cloakroom.stress.run;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.process.SharedDatabase;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two real nodes on one real database, tiny. */
class NodesRunIT {
  private static final String TWO =
      "--nodes 2 --policies sticky --users 4 --ramp 0s --warm-up 2x2 --no-dashboard";

  @TempDir private Path out;

  private RunnerProcess run(String arguments) throws Exception {
    String database = " --url " + SharedDatabase.url() + " --user " + SharedDatabase.user() + " ";
    return RunnerProcess.start(
        out,
        Map.of("CLOAKROOM_DB_PASSWORD", SharedDatabase.PASSWORD),
        (TWO + database + arguments).split(" ", -1));
  }

  @Test
  void auditOfTwoNodes_holdsToTheLastCount() throws Exception {
    RunnerProcess runner = run("--iterations 3 --think 20ms");
    int exitCode = runner.exitCode();
    JsonNode summary = runner.summary();
    JsonNode trial = summary.path("trials").path(0);

    assertThat(summary.path("consistent").asBoolean()).as(runner.output()).isTrue();
    assertThat(exitCode).isEqualTo(summary.path("generatorBound").asBoolean() ? 3 : 0);
    assertThat(trial.path("nodes").asInt()).isEqualTo(2);
    assertThat(trial.path("requests").asInt()).isEqualTo(60);
    assertThat(trial.path("audit"))
        .filteredOn(check -> check.path("outcome").asText().equals("skipped"))
        .extracting(check -> check.path("id").asText())
        .containsExactly("m");
    for (int node = 1; node <= 2; node++) {
      Path counters = runner.latest().resolve("trials/01-sticky/nodes/" + node + ".json");
      // each node had one user of the warm-up and two of the others
      assertThat(FakeRun.json(counters).at("/counters/sessionsCreated").asInt()).isEqualTo(3);
    }
  }

  @Test
  void killedNode_takesTheStateOfItsUsersAlongUnderSticky() throws Exception {
    RunnerProcess runner = run("--iterations 30 --think 50ms --kill-node 1s");
    int exitCode = runner.exitCode();
    JsonNode summary = runner.summary();
    JsonNode trial = summary.path("trials").path(0);

    assertThat(exitCode).isEqualTo(summary.path("generatorBound").asBoolean() ? 3 : 1);
    assertThat(summary.path("consistent").asBoolean()).as(runner.output()).isTrue();
    assertThat(summary.path("cutShort").asBoolean(true)).isFalse();
    assertThat(trial.at("/killed/node").asInt()).isEqualTo(2);
    // each of the node's two users waits for one answer in vain
    assertThat(trial.at("/killed/unanswered").asInt()).isEqualTo(2);
    assertThat(runner.output()).contains("01-sticky: node 2 was killed after 1", "2 requests");
    assertThat(Files.readString(runner.latest().resolve("report.html"))).contains("node 2 was");
  }
}
