package cloakroom.stress.report;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.SyntheticRun;
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
  void summary_holdsTheVerdictsAndKeepsToItsSchema() throws IOException {
    writeTwo();
    assertThat(faults(summary())).isEmpty();
    JsonNode trial = trial(2);
    assertThat(trial.get("variant").asText()).isEqualTo("release-in-memory none");
    assertThat(trial.get("policy").asText()).isEqualTo("release-in-memory");
    assertThat(trial.at("/choices/hygiene").asText()).isEqualTo("none");
    assertThat(trial.get("store").asText()).isEqualTo("ps-txn-classic");
    assertThat(trial.get("stateKinds").get("temporaryRows"))
        .isEqualTo(
            MAPPER.readTree("{\"kept\":3,\"lost\":197,\"leaked\":40,\"refused\":0,\"failed\":0}"));
    assertThat(trial.at("/errors/stateLost").asInt()).isEqualTo(240 + 237 + 237 + 235 + 240);
    assertThat(summary().at("/comparisons/0/a").asText()).isEqualTo("sticky none");
  }

  @Test
  void headline_saysWhatTheProbesFoundAndTheMatrixWhatWentWrongWithItsCounts() {
    RunSummary run = writeTwo();
    assertThat(Headline.of(run))
        .containsExactly(
            "2 of 4 variants kept every probe: sticky none, sticky full",
            "Another user's state was seen in temporary rows, session variable, under 1 of 4"
                + " variants: release-in-memory none");
    assertThat(Headline.matrix(run))
        .containsExactly(
            "sticky none, sticky full: kept everything",
            "release-in-memory none: kept 35.8 %; leaked temporary rows 40 of 240, session variable"
                + " 235 of 240; lost posted change 240 of 240, row lock 237 of 240, temporary rows"
                + " 197 of 240, open cursor 240 of 240; refused row lock 3 of 240, upload 40 of"
                + " 240",
            "release-in-memory full: kept 35.8 %; lost posted change 240 of 240, row lock 237 of"
                + " 240, temporary rows 237 of 240, session variable 235 of 240, open cursor 240 of"
                + " 240; refused row lock 3 of 240, upload 40 of 240");
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
  void everyReport_saysWhatHappenedAndHowOftenAndWhatHygieneCost() throws IOException {
    writeTwo();
    assertThat(text("report.html"))
        .contains(
            "What a session finds again",
            "title=\"release-in-memory none, temporary rows: kept 3, lost 197, leaked 40, refused 0,"
                + " failed 0 of 240\"",
            "<span class=\"leaked\">leaked <b>16.7 %</b></span>",
            ">hygiene</th>",
            ">cleanings</a></th>",
            "600.0");
    assertThat(text("report.md"))
        .contains("## What a session finds again")
        .contains("| kept 1.3 %, lost 82.1 %, leaked 16.7 % |")
        .contains("| 900 | 2.00 | 600.0 |");
    List<String> lines = text("summary.csv").lines().toList();
    assertThat(lines.get(0))
        .endsWith(",stateKinds.upload.leaked,stateKinds.upload.refused,stateKinds.upload.failed");
    assertThat(lines.get(3))
        .contains("release-in-memory none,ps-txn-classic,hygiene=none,")
        .endsWith(",200,0,0,40,0");
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

  @Test
  void generatorThatWasTheBottleneck_takesOnlyTheVerdictOnSpeedAway() throws IOException {
    SyntheticRun run = SyntheticRun.stateKinds(folder, TWO);
    run.trial(0).gc(9000);
    RunSummary summary = print(run);
    assertThat(summary.valid()).isFalse();
    assertThat(Reports.exitCode(summary)).isZero();
    assertThat(Headline.of(summary))
        .contains("2 of 4 variants kept every probe: sticky none, sticky full")
        .anyMatch(
            line -> line.startsWith("No verdict on speed: 01-sticky_none: the load generator did"));
    assertThat(text("report.html")).contains("class=\"dense\"");
  }

  @Test
  void countersThatDoNotAgree_invalidateTheMatrix() throws IOException {
    SyntheticRun run = SyntheticRun.stateKinds(folder, TWO);
    run.trial(0).lie("checkins", -1);
    RunSummary summary = print(run);
    assertThat(Reports.exitCode(summary)).isEqualTo(3);
    assertThat(Headline.of(summary))
        .containsExactly("No matrix: the counters do not agree (1 audit check failed)");
    assertThat(text("report.html")).doesNotContain("class=\"dense\"", "kept every probe");
    assertThat(text("report.md")).doesNotContain("kept 1.3 %");
    assertThat(console(summary)).doesNotContain(": kept ");
  }

  @Test
  void runCutShort_showsWhatItHasAndIsInvalid() {
    RunSummary summary = print(SyntheticRun.stateKinds(folder, TWO).cutShort());
    assertThat(Reports.exitCode(summary)).isEqualTo(3);
    assertThat(Headline.of(summary))
        .startsWith("The run was cut short: the matrix holds the probes that ended before that");
  }

  @Test
  void runWithoutProbes_hasNoMatrixAndSpeaksOfPolicies() throws IOException {
    RunSummary run = print(SyntheticRun.twoPolicies(folder));
    assertThat(text("report.html"))
        .contains("Policies side by side")
        .doesNotContain("What a session finds again");
    assertThat(console(run)).doesNotContain(": kept ");
    assertThat(text("summary.csv")).doesNotContain("stateKinds");
  }
}
