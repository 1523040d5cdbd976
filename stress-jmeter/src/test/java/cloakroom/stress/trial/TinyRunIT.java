package cloakroom.stress.trial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tiny real run: database, tier and load engine as delivered. */
class TinyRunIT {
  /** Longer than two seconds, so that events of each second occur. */
  private static final String TINY =
      "--policies sticky,release-in-memory --users 12 --iterations 3 --think 400ms --ramp 0s"
          + " --warm-up 2x2 --store ps-txn-classic --no-dashboard";

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
      // 12 users x 2 pages x (open + 3 x (change + commit)) + log out
      assertThat(trial.path("requests").asInt()).isEqualTo(180);
      assertThat(trial.path("transactions").asInt()).isEqualTo(72);
      assertThat(trial.path("errors")).allMatch(kind -> kind.asInt() == 0);
      assertThat(trial.at("/interference/percent").isNumber())
          .isEqualTo(Files.exists(Path.of("/proc/stat")));
    }
    assertThat(exitCode).isZero();
    assertThat(runner.output()).contains("the counters agree", "report.html");
  }

  /** At threshold 10 the twelve users recycle, each change in the instance of another. */
  @Test
  void transaction_hasTheRoundTripsOfItsPolicy() throws Exception {
    assertThat(runner.summary().path("trials"))
        .extracting(t -> t.at("/perTransaction/roundTrips").asDouble())
        .zipSatisfy(
            List.of(14.0, 17.0), (mean, least) -> assertThat(mean).isGreaterThanOrEqualTo(least));
    assertThat(runner.summary().path("trials"))
        .allMatch(t -> t.at("/perTransaction/logFlushes").asDouble() >= 3);
    assertThat(counted("sticky"))
        .containsExactly(
            "departments change 18: 8",
            "departments commit 18: 6",
            "employees change 18: 8",
            "employees commit 18: 6");
    assertThat(counted("release-in-memory"))
        .containsExactly(
            "departments change 18: 10",
            "departments commit 18: 7",
            "employees change 18: 10",
            "employees commit 18: 7");
    assertThat(runner.output()).contains("round trips", "flushes");
  }

  /** Returns requests of transactions, their count, and their minimum of round trips. */
  private static List<String> counted(String variant) throws Exception {
    List<String> all = new ArrayList<>();
    for (JsonNode kind : runner.summary().path("requestKinds")) {
      if (kind.path("variant").asText().equals(variant)
          && !kind.path("transaction").asText().isEmpty()) {
        String name = kind.path("request").asText() + " " + kind.path("counted").asInt();
        all.add(name + ": " + kind.at("/roundTrips/min").asInt());
      }
    }
    return all;
  }

  @Test
  void tinyRun_leavesTheFolderOfTheContract() throws Exception {
    Path folder = runner.latest();

    assertThat(folder.getFileName().toString()).matches("adf-session_\\d{8}T\\d{6}Z");
    for (String name :
        "report.html summary.json report.md summary.csv junit.xml config.json environment.json"
            .split(" ", -1)) {
      assertThat(folder.resolve(name)).isNotEmptyFile();
    }
    for (String name :
        "samples.jtl series.csv counters.json logs/tier.log logs/jmeter.log".split(" ", -1)) {
      assertThat(folder.resolve("trials/01-sticky").resolve(name)).exists();
    }
  }

  @Test
  void progress_isOnTheErrorStream() {
    assertThat(runner.errors().get(0)).matches("live: http://127\\.0\\.0\\.1:\\d+/");
    assertThat(runner.errors().get(1))
        .startsWith("adf-session: sticky, release-in-memory; 12 users");
    assertThat(runner.errors())
        .contains(
            "counting round trips of sticky",
            "counting round trips of release-in-memory",
            "trial 1/2 sticky: begins",
            "trial 1/2 sticky: 72 of 72 transactions, 0 errors, done",
            "trial 2/2 release-in-memory: 72 of 72 transactions, 0 errors, done");
  }
}
