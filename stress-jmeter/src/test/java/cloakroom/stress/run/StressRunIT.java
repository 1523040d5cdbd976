package cloakroom.stress.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real thing, tiny: database, tier and load engine as a user gets them. */
class StressRunIT {
  private static final String[] TINY = {
    "--policies", "sticky,release-in-memory", "--users", "4", "--iterations", "3",
    "--think", "20ms", "--ramp", "0s", "--warm-up", "2x2"
  };
  private static final String[] LONG = {
    "--policies",
    "sticky",
    "--users",
    "4",
    "--iterations",
    "100000",
    "--think",
    "20ms",
    "--ramp",
    "0s",
    "--warm-up",
    "0",
    "--no-dashboard"
  };

  @TempDir private Path out;
  private RunnerProcess runner;

  @AfterEach
  void end() throws Exception {
    List<ProcessHandle> left = runner.descendants();
    runner.kill();
    awaitEnd(left);
  }

  private RunnerProcess start(String... arguments) throws IOException {
    runner = RunnerProcess.start(out, Map.of(), arguments);
    return runner;
  }

  private static void awaitEnd(List<ProcessHandle> processes) throws Exception {
    CompletableFuture.allOf(
            processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new))
        .get(10, TimeUnit.SECONDS);
  }

  private static boolean measuring(String line) {
    return line.contains(" transactions, ");
  }

  @Test
  void tinyRun_isConsistentAndReported() throws Exception {
    int exitCode = start(TINY).exitCode();
    JsonNode summary = runner.summary();

    assertThat(summary.path("consistent").asBoolean()).as(runner.output()).isTrue();
    assertThat(summary.path("cutShort").asBoolean(true)).isFalse();
    assertThat(summary.path("trials"))
        .extracting(t -> t.path("policy").asText())
        .containsExactly("sticky", "release-in-memory");
    for (JsonNode trial : summary.path("trials")) {
      // 4 users x 2 pages x (open + 3 x (change + commit)) + log out
      assertThat(trial.path("requests").asInt()).isEqualTo(60);
      assertThat(trial.path("transactions").asInt()).isEqualTo(24);
      assertThat(trial.path("errors")).allMatch(kind -> kind.asInt() == 0);
    }
    // so short a load may find the generator busy with itself, which withholds the verdict
    assertThat(exitCode).isEqualTo(summary.path("generatorBound").asBoolean() ? 3 : 0);
    assertThat(runner.output()).contains("consistent: true", "report.html");
  }

  @Test
  void tinyRun_leavesTheFolderOfTheContract() throws Exception {
    start(TINY).exitCode();
    Path folder = runner.latest();

    assertThat(folder.getFileName().toString()).matches("adf-session_\\d{8}T\\d{6}Z");
    assertThat(
            List.of(
                "report.html",
                "summary.json",
                "report.md",
                "summary.csv",
                "config.json",
                "environment.json"))
        .allSatisfy(name -> assertThat(folder.resolve(name)).isNotEmptyFile());
    assertThat(
            List.of(
                "samples.jtl",
                "response.hlog",
                "service.hlog",
                "series.csv",
                "counters.json",
                "dashboard/index.html",
                "logs/tier.log",
                "logs/jmeter.log"))
        .allSatisfy(name -> assertThat(folder.resolve("trials/01-sticky").resolve(name)).exists());
  }

  @Test
  void json_isTheSummaryAndNothingElse() throws Exception {
    start(
            "--policies",
            "noop",
            "--users",
            "2",
            "--iterations",
            "1",
            "--think",
            "20ms",
            "--ramp",
            "0s",
            "--warm-up",
            "0",
            "--no-dashboard",
            "--json",
            "--quiet")
        .exitCode();

    assertThat(runner.output())
        .isEqualTo(Files.readString(runner.latest().resolve("summary.json")));
    assertThat(runner.errors()).isEmpty();
  }

  @Test
  void killedRunner_leavesNothingBehindAndTheNextRunStarts() throws Exception {
    start(LONG).awaitLine(StressRunIT::measuring);
    List<ProcessHandle> started = runner.descendants();
    assertThat(started).hasSizeGreaterThanOrEqualTo(4);
    runner.kill();
    awaitEnd(started);

    assertThat(start(TINY).exitCode()).isIn(0, 3);
    assertThat(runner.summary().path("consistent").asBoolean()).isTrue();
  }

  @Test
  void interruptedRunner_reportsWhatWasMeasured() throws Exception {
    start(LONG).awaitLine(StressRunIT::measuring);
    List<ProcessHandle> started = runner.descendants();
    runner.signal(interrupt());

    assertThat(runner.exitCode()).isEqualTo(3);
    awaitEnd(started);
    JsonNode summary = runner.summary();
    assertThat(summary.path("cutShort").asBoolean()).isTrue();
    assertThat(summary.path("trials").path(0).path("requests").asLong()).isPositive();
    assertThat(runner.latest().resolve("report.html")).content().contains("cut short");
    assertThat(runner.output()).contains("No verdict: the run was cut short");
  }

  /** A build in the background hands an ignored SIGINT down to every process it starts. */
  private static String interrupt() throws IOException {
    Path status = Path.of("/proc/self/status");
    assumeThat(Path.of("/bin/sh")).exists();
    if (!Files.exists(status)) {
      return "INT";
    }
    long ignored =
        Files.readAllLines(status).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .mapToLong(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
            .sum();
    return (ignored & 0b10) == 0 ? "INT" : "TERM";
  }
}
