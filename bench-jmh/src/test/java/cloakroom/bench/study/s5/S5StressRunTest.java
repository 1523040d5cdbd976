package cloakroom.bench.study.s5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import cloakroom.bench.lab.Experiment;
import cloakroom.bench.lab.Experiment.Plan;
import cloakroom.bench.lab.Interval;
import cloakroom.bench.lab.StudyResult;
import cloakroom.bench.lab.StudyResult.MeasuredRatio;
import cloakroom.bench.lab.Verdict;
import cloakroom.bench.study.Studies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class S5StressRunTest {
  private static final String COMMAND =
      "; run java -jar stress-jmeter/target/stress.jar run"
          + " --policies sticky,release-in-memory --trials 3";

  @TempDir private Path runs;

  @Test
  void latestRun_givesBothRatiosAndTheFigures() throws IOException {
    write(summary(true, trials("sticky", "release-in-memory"), sticky("no difference")));

    StudyResult result = read();

    assertThat(result.ratios())
        .extracting(MeasuredRatio::interval)
        .containsExactly(new Interval(1.5, 1.2, 1.8, 2), new Interval(1.4, 1.1, 1.7, 2));
    assertThat(result.ratios().get(0).verdict()).isEqualTo(Verdict.SAME_SIZE);
    assertThat(result.remarks())
        .containsExactly("from the stress run run-1, which says: no difference");
    assertThat(result.points()).hasSize(4);
    assertThat(result.points().get(0).millis()).containsExactly(3.0, 5.0);
    assertThat(result.points().get(1).millis()).containsExactly(4.0, 6.0);
    assertThat(result.points().get(0).counts())
        .containsEntry("connections.meanInUse", 24.0)
        .containsEntry("passivations.snapshotWrites", 15.0);
  }

  @Test
  void comparisonTheOtherWayRound_isTurned() throws IOException {
    write(
        summary(
            true,
            trials("release-in-memory", "sticky"),
            comparison("release-in-memory", "sticky", "tier.mean", "0.5, 0.4, 0.8", "x")
                + ","
                + comparison("release-in-memory", "sticky", "service.mean", "1, null, null", "x")));

    StudyResult result = read();

    assertThat(result.ratios().get(0).interval()).isEqualTo(new Interval(2, 1.25, 2.5, 2));
    assertThat(result.ratios().get(1).interval())
        .isEqualTo(new Interval(1, Double.NaN, Double.NaN, 2));
  }

  @Test
  void noRun_isAbsentWithTheCommand() {
    assertThat(absent()).isEqualTo("absent: no stress run in " + runs + COMMAND);
  }

  static Stream<Arguments> unusable() {
    String both = trials("sticky", "release-in-memory");
    String run = "absent: the stress run run-1 ";
    return Stream.of(
        arguments(
            summary(true, trials("noop", "sticky"), comparison("noop", "sticky")),
            run + "measured noop, sticky, not both of sticky and release-in-memory" + COMMAND),
        arguments(summary(false, both, sticky("x")), run + "failed its own audit;"),
        arguments(
            summary(true, both, sticky("withheld: the generator was the bottleneck"))
                .replace("{\"schema\": 1", "{\"schema\": 1, \"generatorBound\": true"),
            run + "has no verdict: withheld: the generator was the bottleneck;"),
        arguments(
            summary(true, both, sticky("no ratio").replace("\"ratio\": 1.5", "\"ratio\": null")),
            run + "has no verdict: no ratio;"),
        arguments("{\"schema\": 2}", "has schema 2, 1 is read here"),
        arguments("{\"schema\": ", "cannot be read: "));
  }

  @ParameterizedTest
  @MethodSource("unusable")
  void runThatSaysNothing_isAbsentWithItsReasonInOneLine(String summary, String words)
      throws IOException {
    write(summary);

    assertThat(absent()).contains(words).endsWith(COMMAND).doesNotContain("\n");
  }

  private StudyResult read() {
    try (Experiment experiment = Studies.of(runs).named(List.of("S5")).get(0).experiment()) {
      experiment.rounds(new Plan(1, false, false, runs)).next().work().run();
      return experiment.result();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private String absent() {
    StudyResult result = read();
    assertThat(result.ratios()).isEmpty();
    assertThat(result.gaps()).hasSize(1);
    return result.gaps().get(0).sentence();
  }

  private void write(String summary) throws IOException {
    Path folder = Files.createDirectories(runs.resolve("run-1"));
    Files.writeString(folder.resolve("summary.json"), summary);
    Files.createSymbolicLink(runs.resolve("latest"), Path.of("run-1"));
  }

  private static String summary(boolean consistent, String trials, String comparisons) {
    return "{\"schema\": 1, \"consistent\": %s, \"trials\": [%s], \"comparisons\": [%s]}"
        .formatted(consistent, trials, comparisons);
  }

  private static String trials(String a, String b) {
    return String.join(",", trial(a, 3), trial(b, 2), trial(a, 5), trial(b, 3));
  }

  private static String trial(String policy, int mean) {
    return """
    {"policy": "%s", "requests": 100, "transactions": 40,
     "tier": {"mean": %d}, "service": {"mean": %d},
     "connections": {"meanInUse": 24, "databaseMax": 68},
     "passivations": {"snapshotWrites": 15, "snapshotReads": 14}}
    """
        .formatted(policy, mean, mean + 1);
  }

  private static String sticky(String verdict) {
    return comparison("sticky", "release-in-memory", "tier.mean", "1.5, 1.2, 1.8", verdict)
        + ","
        + comparison("sticky", "release-in-memory", "service.mean", "1.4, 1.1, 1.7", verdict);
  }

  private static String comparison(String a, String b) {
    return comparison(a, b, "tier.mean", "2, 1, 3", "x")
        + ","
        + comparison(a, b, "service.mean", "2, 1, 3", "x");
  }

  private static String comparison(
      String a, String b, String metric, String figures, String verdict) {
    String[] each = figures.split(", ", -1);
    return """
    {"a": "%s", "b": "%s", "metric": "%s", "ratio": %s, "low": %s, "high": %s, "verdict": "%s"}
    """
        .formatted(a, b, metric, each[0], each[1], each[2], verdict);
  }
}
