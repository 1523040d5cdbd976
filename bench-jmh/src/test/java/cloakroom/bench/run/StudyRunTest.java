package cloakroom.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import cloakroom.bench.run.StudyResult.Point;
import cloakroom.bench.run.StudyRun.Plan;
import cloakroom.stress.report.Reports;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StudyRunTest {
  @TempDir private Path folder;

  @BeforeAll
  static void allowOtherBenchmarks() {
    System.setProperty("jmh.ignoreLock", "true");
  }

  private Plan plan(int rounds, boolean full, boolean operations) {
    return new Plan(rounds, full, operations, folder.resolve("jmh.log"));
  }

  private static Point at(StudyResult result, double x) {
    return result.points().stream().filter(point -> point.x() == x).findFirst().orElseThrow();
  }

  @Test
  void rounds_areMergedByParameters() throws Exception {
    List<Integer> told = new ArrayList<>();
    StudyRun run =
        new StudyRun(
            SleepCards.card("S0", "1", "20"), plan(2, false, true), (card, n, of) -> told.add(n));
    StudyResult result = run.run();

    assertThat(told).startsWith(1, 2).contains(0);
    assertThat(result.points()).extracting(Point::x).containsExactly(1.0, 20.0);
    assertThat(at(result, 20).millis()).hasSize(2).allMatch(time -> time >= 20 && time < 500);
    assertThat(at(result, 20).counts()).isEqualTo(Map.of("sleeps", 20.0));
    assertThat(at(result, 20).operation().orElseThrow().bytes()).isCloseTo(1036, within(40.0));
    assertThat(result.ratios()).extracting(r -> r.ratio().name()).containsExactly("20 / 1");
    assertThat(result.ratios().get(0).interval().low()).isNotNaN();
    assertMerged(run);
  }

  /** In JMH's file the rounds are forks of one benchmark. */
  private void assertMerged(StudyRun run) throws Exception {
    Reports.write(folder, Results.of(List.of()), run.jmhResults());
    ObjectMapper strict = new ObjectMapper().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
    JsonNode root = strict.readTree(Files.readString(folder.resolve(Reports.JMH)));
    assertThat(root).hasSize(4);
    for (JsonNode benchmark : root) {
      assertThat(benchmark.path("params").path("millis").isTextual()).isTrue();
      assertThat(benchmark.path("primaryMetric").path("score").isNumber()).isTrue();
      assertThat(benchmark.path("secondaryMetrics").isObject()).isTrue();
      boolean protocol = benchmark.path("benchmark").asText().endsWith("protocol");
      assertThat(benchmark.path("primaryMetric").path("rawData")).hasSize(protocol ? 2 : 1);
    }
  }

  @Test
  void longForm_hasItsOwnParameters() {
    StudyRun run =
        new StudyRun(SleepCards.card("S0", "1"), plan(1, true, false), (card, n, of) -> {});

    StudyResult result = run.run();

    assertThat(result.points()).extracting(Point::x).containsExactly(1.0, 2.0, 20.0);
    assertThat(result.points()).allMatch(point -> point.operation().isEmpty());
  }

  @Test
  void whatThrows_isNamedInOneLineWithItsParameters() throws Exception {
    StudyRun run =
        new StudyRun(SleepCards.card("S0", "1", "-5"), plan(1, false, false), (card, n, of) -> {});

    assertThatThrownBy(run::run)
        .isInstanceOf(StudyFailure.class)
        .hasMessageContaining("millis=-5")
        .hasMessageEndingWith("IllegalStateException: cannot sleep -5 ms at all");
    assertThat(folder.resolve("jmh.log")).content().contains("Parameters: (millis = -5)");
  }

  @Test
  void forkThatCannotStart_saysWhy() {
    StudyRun run =
        new StudyRun(
            SleepCards.card("S0", UnstartableBenchmark.class, Map.of()),
            plan(1, false, false),
            (card, n, of) -> {});

    assertThatThrownBy(run::run)
        .isInstanceOf(StudyFailure.class)
        .hasMessageContaining("exit code 1: ")
        .hasMessageContaining("NoSuchOptionOfAnyJvm");
  }

  @Test
  void parametersThatNobodyMeasured_makeNoRatio() {
    StudyRun run =
        new StudyRun(SleepCards.card("S0", "1"), plan(1, false, false), (card, n, of) -> {});

    StudyResult result = run.run();

    assertThat(result.ratios()).isEmpty();
    assertThat(result.main()).isEmpty();
    assertThat(at(result, 1).parameters()).isEqualTo(Map.of("millis", "1"));
  }
}
