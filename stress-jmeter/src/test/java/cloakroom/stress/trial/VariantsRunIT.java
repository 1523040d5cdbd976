package cloakroom.stress.trial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("full")
class VariantsRunIT {
  private static final String PROJECT =
      """
      <BC4JConfig xmlns="http://xmlns.oracle.com/bc4j/configuration">
        <AppModuleConfigBag ApplicationName="a.Dept">
          <AppModuleConfig name="DeptLocal"><AM-Pooling jbo.recyclethreshold="3"/></AppModuleConfig>
        </AppModuleConfigBag>
      </BC4JConfig>
      """;

  @TempDir private Path out;

  private static List<Integer> commits(Path samples) throws Exception {
    return Files.readAllLines(samples).stream()
        .map(row -> row.split(",", -1))
        .filter(row -> row[2].matches("\\w+ commit"))
        .map(row -> Integer.valueOf(row[1]))
        .toList();
  }

  @Test
  void variantsThatDifferInEverything_runInterleavedAndAreToldApart() throws Exception {
    Path file = Files.createDirectory(out.resolve("my app")).resolve("bc4j.xcfg");
    Files.writeString(file, PROJECT);
    RunnerProcess runner =
        RunnerProcess.start(
            out,
            Map.of(),
            "--variant=crowd: sticky store=memory pool=hikari jbo.recyclethreshold=2 db-rtt=1ms"
                + " think=20ms~exponential one-request shared-rows=1 page-wait=2ms page-cpu=1ms"
                + " state-size=4k",
            "--variant=slow disk: release-passivate store=ps-txn pool=none commit-delay=100ms nodes=2",
            "--variant=bc4j=\"" + file + "#DeptLocal\" store=file think=5ms",
            "--baseline=slow disk",
            "--users=4",
            "--iterations=3",
            "--think=20ms",
            "--ramp=0s",
            "--warm-up=0",
            "--pool-size=9",
            "--no-count-round-trips",
            "--no-dashboard");

    runner.exitCode();
    JsonNode summary = runner.summary();
    assertThat(summary.path("consistent").asBoolean()).as(runner.output()).isTrue();
    assertThat(summary.path("trials"))
        .extracting(t -> t.path("folder").asText())
        .containsExactly("01-crowd", "02-slow-disk", "03-DeptLocal-file-think-5ms");
    assertThat(summary.path("trials"))
        .extracting(t -> t.path("policy").asText() + " " + t.path("store").asText())
        .containsExactly("sticky memory", "release-passivate ps-txn", " file");
    assertThat(summary.path("trials"))
        .extracting(t -> t.path("pool").asText() + " " + t.path("nodes").asInt())
        .containsExactly("hikari 1", "none 2", "ucp 1");
    assertThat(summary.at("/trials/2/choices/bc4j").asText()).isEqualTo(file + "#DeptLocal");
    assertThat(summary.path("trials")).allMatch(t -> t.at("/choices/pool-size").asInt() == 9);
    assertThat(commits(runner.latest().resolve("trials/02-slow-disk/samples.jtl")))
        .as("milliseconds of a commit")
        .hasSize(24)
        .allMatch(millis -> millis >= 100);
    assertThat(summary.at("/comparisons/0/a").asText()).isEqualTo("slow disk");
    assertThat(summary.at("/comparisons/0/difference").asText())
        .contains("policy release-passivate instead of sticky")
        .contains("snapshots in PS_TXN instead of memory", "recycle threshold 10 instead of 2")
        .contains("2 nodes instead of 1", "commit delay 100ms instead of 0ms");
    assertThat(Files.readString(runner.latest().resolve("report.md")))
        .contains("| jbo.recyclethreshold | 10 | 2 | 3 |", "| commit-delay | 100ms | – | – |");
    conflictsAreNoFailures(summary.at("/trials/0"));
  }

  /** All users change the rows of one; each conflict is rolled back. */
  private static void conflictsAreNoFailures(JsonNode trial) {
    int conflicts =
        trial.at("/conflicts/changed").asInt(-1) + trial.at("/conflicts/locked").asInt(-1);
    assertThat(conflicts).as("reported; their number depends on the scheduler").isNotNegative();
    // 4 users x 2 pages x (open + 3 x commit) + log out, and a rollback for each conflict
    assertThat(trial.path("requests").asInt()).isEqualTo(36 + conflicts);
    assertThat(trial.path("transactions").asInt()).isEqualTo(24);
    assertThat(trial.path("errors")).allMatch(kind -> kind.asInt() == 0);
    assertThat(trial.at("/network/roundTripsPerRequest").asDouble()).isBetween(1.0, 40.0);
    assertThat(trial.at("/cpuSeconds/relay").isNumber()).isTrue();
  }
}
