package cloakroom.stress.report;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.SyntheticRun;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the printers make of probes. */
final class MatrixTest extends PrintedRun {
  private static final List<String> TWO = List.of("sticky", "release-in-memory");
  private static final List<String> PRESETS =
      List.of(
          "reserved",
          "sticky",
          "sticky-failover",
          "release-passivate",
          "release-in-memory",
          "release-failover",
          "connection-threshold",
          "stateless",
          "unpooled-modules",
          "unbounded",
          "noop");

  private RunSummary writeTwo() {
    return print(SyntheticRun.stateKinds(folder, TWO));
  }

  @Test
  void summary_probes_holdsTheirVerdicts() throws IOException {
    writeTwo();
    JsonNode trial = trial(2);
    assertThat(trial.at("/stateKinds/temporaryRows").toString())
        .isEqualTo("{\"kept\":3,\"lost\":197,\"leaked\":40,\"refused\":0,\"failed\":0}");
    assertThat(trial.at("/errors/stateLost").asInt()).isEqualTo(240 + 237 + 237 + 235 + 240);
  }

  @Test
  void trialsOfAVariant_areAddedUp() throws IOException {
    SyntheticRun run = SyntheticRun.in(folder).plan("state-kinds");
    run.trial("sticky").load(10, 0).probes("upload", 10, 0, 0, 0);
    run.trial("sticky").load(10, 0).probes("upload", 5, 4, 1, 0);
    RunSummary summary = print(run);
    assertThat(Headline.matrix(summary))
        .containsExactly("sticky: kept 75 %; leaked upload 1 of 20; lost upload 4 of 20");
    assertThat(text("report.html"))
        .contains("kept 15, lost 4, leaked 1, refused 0, failed 0 of 20");
  }

  @Test
  void console_fits100ColumnsAndTellsVariantsApart() {
    RunSummary run = SyntheticRun.stateKinds(folder, PRESETS).measure();
    List<String> lines = ConsoleTable.tables(run);
    assertThat(lines).allMatch(line -> line.length() <= 100);
    List<String> names = lines.stream().map(line -> line.replaceAll("  .*", "")).toList();
    assertThat(names.subList(4, 26)).doesNotHaveDuplicates();
    assertThat(console(run)).contains("- release-in-memory none: kept 35.8 %; leaked temporary");
  }

  @Test
  void verdicts_areFindingsAndNoFailures() {
    RunSummary run = writeTwo();
    assertThat(run.errors()).isPositive();
    assertThat(run.failures()).isZero();
    assertThat(Reports.exitCode(run)).isZero();
    assertThat(console(run))
        .containsPattern("failed,\\s+all\\s+of\\s+them\\s+verdicts\\s+of\\s+probes");
  }

  @Test
  void anyOtherFailedRequest_isAFailure() {
    SyntheticRun run = SyntheticRun.in(folder).plan("state-kinds");
    run.trial("sticky")
        .load(10, 0)
        .probes("upload", 10, 2, 0, 0)
        .rows(
            rows -> {
              rows.get(10).label = "clear upload";
              rows.get(11).label = "clear upload";
              rows.get(10).fail("500", "");
            });
    RunSummary summary = print(run);
    assertThat(summary.failures()).isEqualTo(1);
    assertThat(Reports.exitCode(summary)).isEqualTo(1);
    assertThat(console(summary)).containsPattern("failed, 2 of them verdicts of\\s+probes");
  }
}
