package cloakroom.stress.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults of every family in real runs, tiny: what was acknowledged is there, nothing is left. */
class FaultsRunIT {
  private static final String TINY =
      "--policies release-failover --nodes 2 --users 6 --iterations 30 --think 100ms --ramp 0s"
          + " --warm-up 2x2 --db-rtt 0 --pool hikari --no-dashboard --no-count-trips";

  @TempDir private Path out;

  private JsonNode trials(String faults) throws Exception {
    RunnerProcess runner =
        RunnerProcess.start(out, Map.of(), (TINY + " --vary fault=" + faults).split(" ", -1));
    assertThat(runner.exitCode()).as(runner.output() + runner.errors()).isBetween(0, 3);
    assertThat(Files.readString(runner.latest().resolve("report.html")))
        .contains("Faults and what users saw of them");
    return runner.summary().path("trials");
  }

  private static void assertNothingLost(JsonNode trials, int number) {
    assertThat(trials).hasSize(number);
    for (JsonNode trial : trials) {
      JsonNode faults = trial.path("faults");
      assertThat(faults.path("made")).as(trial.path("folder").asText()).hasSize(1);
      assertThat(faults.at("/made/0/failure").asText()).isEmpty();
      assertThat(faults.path("acknowledged").asLong()).isPositive();
      assertThat(faults.path("changesLost").asLong(-1)).isZero();
      assertThat(faults.path("connectionsLeft").asLong(-1)).isZero();
    }
  }

  @Test
  void faultsOfTheDatabase_loseNoAcknowledgedChangeAndNoConnection() throws Exception {
    JsonNode trials = trials("db-restart@1s,db-freeze@1s+1s,db-kill-sessions@1s");

    assertNothingLost(trials, 3);
    assertThat(trials.get(1).at("/faults/outageSeconds").asDouble()).isGreaterThan(0.5);
  }

  @Test
  void faultsOfTheWay_loseNoAcknowledgedChangeAndNoConnection() throws Exception {
    JsonNode trials = trials("link-cut@1s,link-latency@1s+1s=50ms,link-loss@1s+1s=5%");

    assertNothingLost(trials, 3);
  }

  @Test
  void faultsOfTheTier_loseNoAcknowledgedChangeAndNoConnection() throws Exception {
    JsonNode trials = trials("node-stop@1s,node-kill@1s,pool-exhaust@1s+1s,store-full@1s+1s");

    assertNothingLost(trials, 4);
    assertThat(trials.get(0).has("killed")).isFalse();
    assertThat(trials.get(1).at("/killed/node").asInt()).isEqualTo(2);
  }
}
