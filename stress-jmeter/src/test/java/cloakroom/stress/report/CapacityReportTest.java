package cloakroom.stress.report;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.options.Choices;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.SearchStep;
import cloakroom.stress.measure.SyntheticRun;
import cloakroom.stress.measure.SyntheticTrial;
import cloakroom.stress.measure.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a search found, from its folder. Every variant has 200 connections there. */
final class CapacityReportTest {
  @TempDir private Path folder;
  private SyntheticRun run;

  @BeforeEach
  void search() {
    run = SyntheticRun.in(folder).objective("service.p95 < 50ms, errors < 1%");
  }

  private SyntheticTrial step(String name, int millis) {
    String policy = name.replaceFirst(" .*", "");
    double load = Double.parseDouble(name.replaceAll("\\D", ""));
    SearchStep step = new SearchStep(policy, load, name.endsWith("long"));
    Choices choices = new Choices(Map.of("hygiene", "rollback"));
    return run.trial(new Variant(name, policy, choices, step)).load(20, 30).service(millis, 2);
  }

  private String written() throws Exception {
    RunSummary summary = Reports.write(run.write());
    assertThat(Reports.exitCode(summary)).isZero();
    assertThat(summary.comparisons()).as("loads differ").isEmpty();
    String page = Files.readString(folder.resolve("report.html"));
    assertThat(page)
        .contains("Response time against load", "service.p95 &lt; 50ms, errors &lt; 1%")
        .contains("each step&#39;s users, ");
    return Files.readString(folder.resolve("report.md"));
  }

  @Test
  void result_isLoadForEachConnectionAndWhatEndedIt() throws Exception {
    step("sticky x100", 10);
    step("sticky x200", 60).inUse(190, 200);
    step("sticky x190", 60).inUse(190, 200);
    step("sticky x180", 10);
    step("sticky x180 long", 10);
    step("noop x100", 10);

    assertThat(written())
        .contains(
            "sticky carries 180 users on 200 connections, 0.90 to 0.95 for each; limited by"
                + " connections: 160.0 of 200 in use**")
        .contains(
            "noop carries at least 100 users on 200 connections, 0.50 or more for each; more was not tried (not confirmed)");
  }

  @Test
  void stepThatTellsNothing_isInNoFigureAndSaidToBe() throws Exception {
    step("sticky x100", 10);
    step("sticky x200", 60).gc(3000);
    step("sticky x200", 60).gc(3000);

    assertThat(written())
        .contains("sticky carries at least 100 users")
        .contains("above that nothing can be told: the load generator was the bottleneck")
        .doesNotContain("No verdict");
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("Not measured: 02-sticky_x200 (the load generator was the bottleneck");
  }

  @Test
  void searchOfWhichNothingCanBeTold_saysWhy() {
    step("sticky x20", 60).gc(3000);

    RunSummary summary = Reports.write(run.write());

    assertThat(Reports.exitCode(summary)).isEqualTo(3);
    assertThat(ConsoleTable.print(summary))
        .contains("sticky with 20 users: nothing can be told: the load generator was the");
  }

  @Test
  void requestsThatFail_missTheObjective() throws Exception {
    step("sticky x100", 10)
        .rows(rows -> rows.stream().limit(30).forEach(row -> row.fail("500", "no")));

    assertThat(written())
        .contains(
            "sticky: no load met the objective, down to 100 users (limited by processors: 2.0 of 2 busy");
  }
}
