package cloakroom.stress.run;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import cloakroom.stress.process.Interrupts;
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

/** Runs of the real thing that are cut off. */
class StressRunIT {
  private static final String SMALLEST =
      "--policies sticky --users 2 --iterations 1 --think 20ms --ramp 0s --warm-up 0 --no-dashboard"
          + " --no-count-trips";
  private static final String LONG = SMALLEST + " --iterations 100000";

  private static final String PASSWORD = "CLOAKROOM_DB_PASSWORD";

  @TempDir private Path out;
  private RunnerProcess runner;

  @AfterEach
  void end() throws Exception {
    if (runner != null) { // a test that was skipped has none
      List<ProcessHandle> left = runner.descendants();
      runner.kill();
      awaitEnd(left);
    }
  }

  private RunnerProcess start(String arguments) throws IOException {
    runner = RunnerProcess.start(out, Map.of(PASSWORD, "inherited"), arguments.split(" ", -1));
    return runner;
  }

  private static void awaitEnd(List<ProcessHandle> processes) throws Exception {
    CompletableFuture.allOf(
            processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new))
        .get(10, TimeUnit.SECONDS);
  }

  private static boolean isPostgres(ProcessHandle process) {
    return process.info().command().orElse("").endsWith("postgres");
  }

  private static boolean measuring(String line) {
    return line.contains(" transactions, ");
  }

  private void assertThatOnlyTheTierHasThePassword() throws IOException {
    if (Files.exists(Path.of("/proc/self/environ"))) {
      assertThat(environment("serve")).contains(PASSWORD);
      assertThat(environment("cloakroom.stress.load.Engine")).isNotEmpty().doesNotContain(PASSWORD);
    }
  }

  /** The environment of the child that has this word on its command line. */
  private String environment(String word) throws IOException {
    for (ProcessHandle child : runner.descendants()) {
      Path process = Path.of("/proc", Long.toString(child.pid()));
      if (Files.readString(process.resolve("cmdline")).contains("\0" + word + "\0")) {
        return Files.readString(process.resolve("environ"), ISO_8859_1);
      }
    }
    return "";
  }

  @Test
  void databaseThatWasRestartedInMidTrial_isNotHeldAgainstTheOthersCounts() throws Exception {
    start(SMALLEST + " --users 4 --iterations 30").awaitError(StressRunIT::measuring);
    // the server then ends all sessions, starts anew and has forgotten its statistics
    runner.descendants().stream()
        .filter(p -> isPostgres(p) && p.parent().filter(StressRunIT::isPostgres).isPresent())
        .findFirst()
        .orElseThrow()
        .destroyForcibly();

    assertThat(runner.exitCode()).isIn(1, 3);
    JsonNode summary = runner.summary();
    assertThat(summary.path("consistent").asBoolean()).as(runner.output()).isTrue();
    assertThat(summary.path("cutShort").asBoolean(true)).isFalse();
    JsonNode trial = summary.path("trials").path(0);
    assertThat(trial.path("errorClasses")).anyMatch(failed -> failed.asInt() > 0);
    assertThat(trial.path("audit"))
        .filteredOn(check -> check.path("note").asText().startsWith("not told: the statistics"))
        .extracting(check -> check.path("id").asText())
        .containsExactly("e", "f", "j", "h");
  }

  /**
   * The password is the tier's alone meanwhile. The next run is interrupted at its terminal, or by
   * a signal where there is none or an interrupt would not be heard.
   */
  @Test
  void killedRunner_leavesNothingBehindAndTheNextRunReportsWhatItMeasured() throws Exception {
    start(LONG).awaitError(StressRunIT::measuring);
    assertThatOnlyTheTierHasThePassword();
    List<ProcessHandle> ofTheKilled = runner.descendants();
    assertThat(ofTheKilled).hasSizeGreaterThanOrEqualTo(4);
    runner.kill();
    awaitEnd(ofTheKilled);

    List<ProcessHandle> started = interruptNext();

    assertThat(runner.exitCode()).isEqualTo(3);
    awaitEnd(started);
    assertThat(runner.output()).contains("No verdict: the run was cut short");
    JsonNode summary = runner.summary();
    assertThat(summary.path("consistent").asBoolean()).isTrue();
    assertThat(summary.path("cutShort").asBoolean()).isTrue();
    assertThat(summary.path("trials").path(0).path("requests").asLong()).isPositive();
    assertThat(runner.latest().resolve("report.html")).content().contains("cut short");
  }

  private List<ProcessHandle> interruptNext() throws Exception {
    assumeThat(Path.of("/bin/sh")).exists();
    if (Files.exists(Path.of("/usr/bin/script")) && Interrupts.areHeard()) {
      runner = RunnerProcess.startAtTerminal(out, LONG.split(" ", -1));
      runner.awaitOutput(" 0 errors  ");
      List<ProcessHandle> started = runner.descendants();
      runner.type('\003');
      return started;
    }
    start(LONG).awaitError(StressRunIT::measuring);
    List<ProcessHandle> started = runner.descendants();
    runner.signal(Interrupts.areHeard() ? "INT" : "TERM");
    return started;
  }
}
