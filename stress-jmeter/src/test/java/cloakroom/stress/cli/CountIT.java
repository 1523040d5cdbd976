package cloakroom.stress.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import cloakroom.stress.report.Reports;
import cloakroom.stress.trial.RunnerProcess;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counts of real variants, which are the same on every machine. */
class CountIT {
  @TempDir private Path out;

  @Test
  void count_threeVariants_hasTheirExactRoundTripsAndIsRebuiltFromItsFolder() throws Exception {
    RunnerProcess runner =
        RunnerProcess.count(
            out,
            "--users=12",
            "--variant=released: release-in-memory",
            "--variant=sticky 200: sticky jbo.recyclethreshold=200",
            "--variant=released 200: release-in-memory jbo.recyclethreshold=200");

    assertThat(runner.exitCode()).as(runner.output() + runner.errors()).isZero();
    Path file = runner.latest().resolve("counts.json");
    JsonNode counts = new ObjectMapper().readTree(file.toFile());
    assertThat(counts.path("variants"))
        .extracting(
            v -> Math.round(v.at("/perTransaction/roundTrips").asDouble()),
            v -> Math.round(v.at("/perTransaction/logFlushes").asDouble()),
            v -> Math.round(v.at("/perTransaction/snapshotWrites").asDouble()),
            v -> v.at("/counted/connectionsHeld").asInt(-1),
            v -> v.at("/counted/connectionsInUse").asInt(-1))
        .containsExactly(
            tuple(17L, 3L, 1L, 0, 2), tuple(3L, 1L, 0L, 24, 24), tuple(5L, 1L, 0L, 0, 1));
    // 12 users x 2 pages x (open + 3 x (change + commit)) + log out
    assertThat(counts.path("variants")).allMatch(v -> v.path("requests").asInt() == 180);
    assertThat(counts.path("consistent").asBoolean()).isTrue();
    assertThat(runner.output())
        .contains("report: file:///", "the counters agree")
        .contains("sticky 200 needs the fewest round trips for a transaction: 3.0");

    String before = Files.readString(file);
    Files.delete(file);
    Reports.write(runner.latest());
    assertThat(file).hasContent(before);
  }
}
