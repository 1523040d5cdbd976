package cloakroom.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.bench.harness.Experiment.RoundPlan;
import cloakroom.bench.harness.StudyResult.Point;
import cloakroom.bench.machine.UtilizationProfiler;
import cloakroom.platform.MachineTime;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("full")
final class JmhExperimentIT {
  @TempDir private Path folder;

  @BeforeAll
  static void allowOtherBenchmarks() {
    System.setProperty("jmh.ignoreLock", "true");
  }

  private RoundPlan plan(int rounds, boolean full, boolean steadyState) {
    return new RoundPlan(rounds, full, steadyState, folder);
  }

  private static Point at(StudyResult result, double x) {
    return result.points().stream().filter(point -> point.x() == x).findFirst().orElseThrow();
  }

  @Test
  void rounds_areMergedByParameters() throws Exception {
    Experiment run = SleepStudies.experiment("millis=1,20");
    StudyResult result = Results.of(run, plan(2, false, true));

    assertThat(Files.readAllLines(folder.resolve("jmh-S0.log")))
        .filteredOn(line -> line.startsWith("# Parameters: "))
        .as("the second round runs backwards")
        .startsWith(
            "# Parameters: (millis = 1)",
            "# Parameters: (millis = 20)",
            "# Parameters: (millis = 20)",
            "# Parameters: (millis = 1)");
    assertThat(result.points()).extracting(Point::x).containsExactly(1.0, 20.0);
    assertThat(at(result, 20).millis()).hasSize(2).allMatch(time -> time >= 20);
    assertThat(at(result, 20).counts()).containsEntry("sleeps", 20.0);
    if (MachineTime.now().isPresent()) {
      assertThat(at(result, 20).counts()).containsKey(UtilizationProfiler.UTILIZATION);
      assertThat(result.ratios().get(0).utilization())
          .hasSize(2)
          .allSatisfy(percent -> assertThat(percent).isBetween(0.0, 150.0));
    }
    assertThat(at(result, 20).operation().bytes())
        .as("of an array of 1,020 bytes")
        .isGreaterThanOrEqualTo(1036);
    assertThat(at(result, 1).operation()).as("sets of once alone have one").isNull();
    assertThat(result.ratios()).extracting(r -> r.ratio().name()).containsExactly("20 / 1");
    assertThat(result.ratios().get(0).interval().blocks()).isEqualTo(2);
    // in JMH's file the rounds are forks of one benchmark
    assertThat(run.jmhResults())
        .extracting(jmh -> jmh.getBenchmarkResults().size())
        .containsExactlyInAnyOrder(2, 2, 1);
  }

  @Test
  void longForm_hasOtherParameters() throws Exception {
    StudyResult result = Results.of(SleepStudies.experiment("millis=1"), plan(1, true, false));

    assertThat(result.points()).extracting(Point::x).containsExactly(1.0, 2.0, 20.0);
    assertThat(result.points()).allMatch(point -> point.operation() == null);
  }

  @Test
  void failure_isOneLineWithParameters() {
    assertThatThrownBy(
            () -> Results.of(SleepStudies.experiment("millis=1,-5"), plan(1, false, false)))
        .isInstanceOf(JmhRuns.Failure.class)
        .hasMessageContaining("millis=-5")
        .hasMessageEndingWith("IllegalStateException: cannot sleep -5 ms; at all");
    assertThat(folder.resolve("jmh-S0.log")).content().contains("Parameters: (millis = -5)");
  }
}
