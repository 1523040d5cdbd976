package cloakroom.stress.trial;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.FaultKind;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tiny real run with every kind of fault; no acknowledged change is lost. */
@Tag("full")
class FaultsRunIT {
  private static final String TINY =
      "--nodes 2 --users 6 --iterations 80 --ramp 0s --warm-up 2x2 --pool hikari"
          + " --no-dashboard --no-count-round-trips";

  /**
   * With added latency, so that users hold connections at each moment in which those break. The
   * load continues for seconds after the last fault, in case the runner is late. Seconds are
   * between two faults that break connections, in case the generator is late.
   */
  private static final List<String> TRIALS =
      List.of(
          "--variant=a: release-failover db-rtt=5ms think=100ms fault=db-kill-sessions@300ms;"
              + "link-latency@600ms+200ms=50ms;link-loss@900ms+200ms=5%;link-cut@1200ms;"
              + "db-restart@7s;db-freeze@9s+800ms;node-stop@10s",
          "--variant=b: release-failover think=60ms fault=pool-exhaust@300ms+500ms;"
              + "store-full@900ms+500ms;node-kill@3s");

  @TempDir private Path out;

  @Test
  void faults_loseNoAcknowledgedChangeAndNoConnection() throws Exception {
    String[] all =
        Stream.concat(Stream.of(TINY.split(" ", -1)), TRIALS.stream()).toArray(String[]::new);
    RunnerProcess runner = RunnerProcess.start(out, Map.of(), all);
    assertThat(runner.exitCode())
        .as("1, or 3 where the generator was late: " + runner.output() + runner.errors())
        .isIn(1, 3);
    assertThat(Files.readString(runner.latest().resolve("report.html")))
        .contains("Faults and what users saw of them");

    JsonNode trials = runner.summary().path("trials");
    assertThat(trials.findValues("audit").stream().flatMap(audit -> failed(audit))).isEmpty();
    assertThat(runner.summary().path("consistent").asBoolean()).isTrue();
    assertThat(trials).hasSize(TRIALS.size());
    for (JsonNode trial : trials) {
      JsonNode faults = trial.path("faults");
      assertThat(faults.path("injected"))
          .extracting(made -> made.path("failure").asText())
          .containsOnly("");
      assertThat(faults.path("acknowledged").asLong()).isPositive();
      assertThat(faults.path("changesLost").asLong(-1)).isZero();
      assertThat(faults.path("leakedConnections").asLong(-1)).isZero();
    }
    assertThat(Stream.of(0, 1).flatMap(trial -> made(trials.get(trial))))
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(FaultKind.values()).map(FaultKind::key).toList());
    assertThat(trials.get(0).at("/faults/outageSeconds").asDouble()).isGreaterThan(0.5);
    assertThat(trials.get(0).has("killed")).isFalse();
    assertThat(trials.get(1).at("/killed/node").asInt()).isEqualTo(2);
    assertThat(trials.get(0).path("errorClasses")).anyMatch(failed -> failed.asInt() > 0);
    assertThat(trials.get(0).path("audit"))
        .filteredOn(check -> check.path("note").asText().startsWith("not available: the database"))
        .extracting(check -> check.path("id").asText())
        .as("a restarted server has lost its counters")
        .containsExactlyInAnyOrder("e", "f", "h", "j");
  }

  private static Stream<String> failed(JsonNode audit) {
    return StreamSupport.stream(audit.spliterator(), false)
        .filter(check -> check.path("outcome").asText().equals("failed"))
        .map(JsonNode::toString);
  }

  private static Stream<String> made(JsonNode trial) {
    return trial.at("/faults/injected").findValuesAsText("kind").stream();
  }
}
