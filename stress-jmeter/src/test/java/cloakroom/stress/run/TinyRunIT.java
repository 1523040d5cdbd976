package cloakroom.stress.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real thing, tiny: database, tier and load engine as a user gets them. */
class TinyRunIT {
  private static final String TINY =
      "--policies sticky,release-in-memory --users 4 --iterations 3 --think 20ms --ramp 0s"
          + " --warm-up 2x2";

  @TempDir private static Path out;
  private static RunnerProcess runner;
  private static int exitCode;

  @BeforeAll
  static void runOnce() throws Exception {
    runner = RunnerProcess.start(out, Map.of(), TINY.split(" ", -1));
    exitCode = runner.exitCode();
  }

  @Test
  void tinyRun_isConsistentAndReported() throws Exception {
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

  /** All on the rows of one: each conflict is rolled back, and all counters agree on the rest. */
  @Test
  void usersAsTheyAre_areConsistentAndTheirConflictsNoFailures(@TempDir Path folder)
      throws Exception {
    RunnerProcess users =
        RunnerProcess.start(
            folder,
            Map.of(),
            ("--policies sticky --users 4 --iterations 3 --think 20ms~exponential --ramp 0s"
                    + " --warm-up 0 --no-dashboard --one-request --shared-rows 1 --page-work 2ms"
                    + " --page-cpu 1ms --state-size 4k")
                .split(" ", -1));
    assertThat(users.exitCode()).as(users.output()).isIn(0, 3);
    JsonNode summary = users.summary();
    JsonNode trial = summary.at("/trials/0");
    int conflicts =
        trial.at("/conflicts/changed").asInt(-1) + trial.at("/conflicts/locked").asInt(-1);

    assertThat(summary.path("consistent").asBoolean()).as(users.output()).isTrue();
    assertThat(conflicts).isPositive();
    // 4 users x 2 pages x (open + 3 x commit) + log out, and a rollback for each conflict
    assertThat(trial.path("requests").asInt()).isEqualTo(36 + conflicts);
    assertThat(trial.path("transactions").asInt()).isEqualTo(24);
    assertThat(trial.path("errors")).allMatch(kind -> kind.asInt() == 0);
  }

  @Test
  void tinyRun_leavesTheFolderOfTheContract() throws Exception {
    Path folder = runner.latest();

    assertThat(folder.getFileName().toString()).matches("adf-session_\\d{8}T\\d{6}Z");
    for (String name :
        "report.html summary.json report.md summary.csv config.json environment.json"
            .split(" ", -1)) {
      assertThat(folder.resolve(name)).isNotEmptyFile();
    }
    for (String name :
        ("samples.jtl response.hlog service.hlog series.csv counters.json dashboard/index.html"
                + " logs/tier.log logs/jmeter.log")
            .split(" ", -1)) {
      assertThat(folder.resolve("trials/01-sticky").resolve(name)).exists();
    }
  }

  @Test
  void progress_isToldOnTheErrorStream() {
    assertThat(runner.errors().get(0))
        .startsWith("adf-session: sticky, release-in-memory; 4 users");
    assertThat(runner.errors())
        .contains(
            "trial 1/2 sticky: begins",
            "trial 1/2 sticky: 24 of 24 transactions, 0 errors, done",
            "trial 2/2 release-in-memory: 24 of 24 transactions, 0 errors, done");
  }
}
