package cloakroom.stress.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import cloakroom.options.Choices;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.folder.Variant.SearchStep;
import cloakroom.stress.folder.VariantCost;
import cloakroom.stress.folder.VariantCost.Counted;
import cloakroom.stress.folder.VariantCost.DatabaseCost;
import cloakroom.stress.judge.CapacitySearch;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.SyntheticRun;
import cloakroom.stress.judge.SyntheticServer;
import cloakroom.stress.process.StressFailure;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ReportsTest extends PrintedRun {
  private static final String HOSTILE = "\"'><script>alert(1)</script>|`\n=1";
  private static final List<String> FILES =
      List.of("summary.json", "summary.csv", "report.md", "report.html", "junit.xml");

  /** Whichever file cannot be written, none of a good report is replaced. */
  @Test
  void fullDisk_isNamedWithTheFileAndLeavesTheEarlierReport() throws IOException {
    assumeThat(Path.of("/dev/full")).exists();
    SyntheticRun run = SyntheticRun.twoPolicies(folder);
    print(run);
    String before = text("summary.json") + text("report.html");
    run.trial(0).service(40, 10);
    run.write();
    Files.createSymbolicLink(folder.resolve("report.md.part"), Path.of("/dev/full"));

    assertThatThrownBy(() -> Reports.write(folder))
        .isInstanceOf(StressFailure.class)
        .hasMessage("cannot write " + folder.resolve("report.md") + ": No space left on device");
    assertThat(text("summary.json") + text("report.html")).isEqualTo(before);
    assertThat(folder.toFile().list()).noneMatch(name -> name.endsWith(".part"));
  }

  @Test
  void variantWithOwnUsersAndThink_isReportedWithThem() throws IOException {
    SyntheticRun run = SyntheticRun.in(folder);
    run.trial(new Variant("few", "sticky", Map.of("users", "30", "think", "1s~exponential")));
    run.trial("sticky");
    print(run);

    assertThat(trial(0).path("users").asInt()).isEqualTo(30);
    assertThat(trial(1).path("users").asInt()).isEqualTo(80);
    assertThat(text("summary.csv")).containsPattern("01-few,sticky,hikari,200,30,");
    assertThat(text("report.md"))
        .contains("Measured with 30 or 80 users", "think time 1s~exponential or 0ms");
  }

  /** Its rows as objects would be a multiple of this heap. */
  @Test
  void longRun_isReportedInAHeapThatItsRowsDoNotFitInto() throws Exception {
    SyntheticRun run = SyntheticRun.in(folder);
    run.trial("sticky").load(1000, 140).service(5, 100);
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    String classes = System.getProperty("java.class.path");
    String written = run.write().toString();
    Process report =
        new ProcessBuilder(
                List.of(
                    java.toString(),
                    "-Xmx40m",
                    "-XX:+UseSerialGC",
                    "-cp",
                    classes,
                    "cloakroom.stress.cli.Stress",
                    "report",
                    written))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("out").toFile())
            .start();

    assertThat(report.waitFor(300, TimeUnit.SECONDS)).as("ended").isTrue();
    assertThat(report.exitValue()).as(text("out")).isZero();
    assertThat(Files.size(folder.resolve("report.html"))).isLessThan(3_000_000);
  }

  /** What is drawn is what summary.json holds. */
  @Test
  void responseOfAVariant_hasItsIntervalInPictureAndSummary() throws IOException {
    print(SyntheticRun.twoPolicies(folder));
    JsonNode mean = summary().at("/variants/0/responseMean");

    assertThat(summary().at("/variants/0/variant").asText()).isEqualTo("sticky");
    double middle = mean.get("mean").asDouble();
    assertThat(middle)
        .isBetween(mean.get("low").asDouble() + 1e-9, mean.get("high").asDouble() - 1e-9)
        .isCloseTo(13.5, within(0.5));
    assertThat(text("report.html"))
        .contains("\"label\":\"sticky\\nlost: nothing\"")
        .containsPattern(
            "\"points\":\\[\\[16,%s,%s,%s]]"
                .formatted(mean.get("mean"), mean.get("low"), mean.get("high")));
  }

  @Test
  void markupInPlanSettingsAndRequests_staysText() throws IOException {
    SyntheticRun run = SyntheticRun.in(folder).plan(HOSTILE).counted();
    run.trial(new Variant("a", "sticky", Map.of("page-wait", HOSTILE)));
    run.trial("sticky");
    run.write();
    Counted request = new Counted("", HOSTILE, Map.of(DatabaseCost.ROUND_TRIPS, 1L));
    VariantCost.append(folder.resolve("round-trips.csv"), "a", List.of(request));
    Reports.write(folder);

    assertThat(text("report.html"))
        .contains("&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;|`")
        .doesNotContain("<script>alert", "'><");
    assertThat(text("report.md")).doesNotContain("<script>");
  }

  @Test
  void summary_keepsToItsSchemaWhichRefusesWhatIsMissing() throws IOException {
    SyntheticRun run = SyntheticRun.twoPolicies(folder);
    run.trial("noop").inUse(0, 0);
    print(run);
    assertThat(faults(summary())).isEmpty();
    assertThat(summary().get("seed").asLong()).isEqualTo(42);
    String changed = text("summary.json").replaceFirst("\"p999\"", "\"p99_9\"");
    assertThat(faults(MAPPER.readTree(changed)))
        .containsExactly("$.trials[0].response: required property 'p999' not found");
  }

  /** A tier counter becomes a figure of every report by its line in the table of metrics alone. */
  @Test
  void everyMetric_isInEveryReportByItsNameOrHeading() throws IOException {
    SyntheticRun run = SyntheticRun.twoPolicies(folder).counted().sharedRows(2);
    run.trial(0).server(SyntheticServer.ofEverything());
    for (int trial = 0; trial < 8; trial += 2) {
      run.trial(trial).heap(12L << 20).cleanings(10, 20, 3000).relay(40_000);
    }
    run.trial(0).rows(rows -> rows.subList(20, 30).forEach(ApprovedReportsTest::killed));
    print(run);
    String html = text("report.html");
    String markdown = text("report.md");
    JsonNode trial = trial(0);
    String header = text("summary.csv").lines().findFirst().orElseThrow();
    for (Metric metric : Metric.ALL) {
      if (metric.group().equals("Faults")) {
        continue; // only told where faults were made
      }
      assertThat(trial.at("/" + metric.name().replace('.', '/')).isNumber())
          .as(metric.name())
          .isTrue();
      assertThat(header).contains(metric.name());
      assertThat(html).contains(metric.name());
      if (!metric.ofServer()) {
        assertThat(markdown).contains("| " + metric.title() + " |");
      }
    }
  }

  @Test
  void rebuilding_givesTheSameBytes() throws IOException {
    print(SyntheticRun.twoPolicies(folder));
    Map<String, String> first = new HashMap<>();
    for (String file : FILES) {
      first.put(file, text(file));
      Files.delete(folder.resolve(file));
    }
    Reports.write(folder);
    for (String file : FILES) {
      assertThat(text(file)).as(file).isEqualTo(first.get(file));
    }
  }

  @Test
  void page_run_linksItsFilesAndFetchesNothing() throws IOException {
    print(SyntheticRun.twoPolicies(folder));
    assertThat(text("report.html"))
        .contains("default-src 'none'", "Chart.js v", "href=\"trials/01-sticky/samples.jtl\"")
        .contains("<p class=\"good\">Reliable: the counters agree (")
        .contains("alarm", "\"id\":\"response-percentiles\"")
        .doesNotContain("http://", "https://", "@import", "sourceMappingURL")
        .doesNotContainPattern("(src|href)\\s*=\\s*[\"']//");
  }

  /** Returns the colour of the page's edge and its first sentence. */
  private String verdict() throws IOException {
    Matcher matcher =
        Pattern.compile("(?s)class=\"verdict (\\w+)\".*?class=\"headline\">(.*?)</p>")
            .matcher(text("report.html"));
    assertThat(matcher.find()).isTrue();
    return matcher.group(1) + ": " + matcher.group(2);
  }

  @Test
  void verdict_edgeAndFirstSentence_comeFromTheResult() throws IOException {
    print(SyntheticRun.twoPolicies(folder));
    assertThat(verdict())
        .startsWith(
            "good: Primary comparison: release-in-memory is faster than sticky"
                + " (mean of tier time, sticky / release-in-memory 1.");
    print(SyntheticRun.twoPolicies(folder).limits("service.p95 > 1ms", "errors > 0"));
    assertThat(verdict()).isEqualTo("bad: Failure condition crossed: service.p95 &gt; 1ms");
    SyntheticRun failing = SyntheticRun.twoPolicies(folder);
    failing.trial(0).rows(rows -> rows.get(20).success = false);
    print(failing);
    assertThat(verdict()).startsWith("fair: Primary comparison: ");
    assertThat(text("report.html")).contains("Reliable with caveats: ", "; 1 request failed</p>");
    SyntheticRun wild = SyntheticRun.in(folder);
    for (int least : new int[] {10, 14, 19, 14}) {
      wild.trial("sticky").service(least, 2);
      wild.trial("release-in-memory").service(14, 2);
    }
    print(wild);
    assertThat(verdict())
        .startsWith("open: Primary comparison: between sticky and")
        .contains("undecided");
  }

  @Test
  void fault_thatWasNotInjected_isTheFirstSentenceAndACaveat() throws IOException {
    SyntheticRun run = SyntheticRun.in(folder);
    run.trial(new Variant("frozen", "sticky", Map.of("fault", "db-freeze@12s"))).load(10, 8);
    print(run);

    assertThat(verdict()).startsWith("fair: 01-frozen: fault db-freeze@12s was not injected: ");
  }

  @Test
  void cutShortRun_doesNotClaimThatTheCountersAgree() throws IOException {
    RunSummary run = print(SyntheticRun.twoPolicies(folder).cutShort());

    assertThat(VerdictText.trust(run)).isEqualTo("Unreliable: the run was cut short");
    assertThat(verdict()).isEqualTo("bad: No verdict on speed: the run was cut short");
  }

  /** A note that stands before the main result must not displace it into a fold. */
  @Test
  void primaryComparison_isTheHeadlineNextToNotes() throws IOException {
    SyntheticRun run = SyntheticRun.twoPolicies(folder);
    run.trial(0).failedSamples("failed samples: 2, the first: IOException: disk full");
    print(run);

    assertThat(verdict()).contains("Primary comparison: release-in-memory is faster");
    assertThat(text("report.html")).contains("<p>01-sticky: series.csv: failed samples: 2");
  }

  @ParameterizedTest
  @CsvSource({
    "true, bad: Another user&#39;s state was seen in upload",
    "false, fair: 0 of 1 policies kept every probe"
  })
  void stateKinds_lossOrLeak_isTheEdgeAndTheFirstSentence(boolean leaks, String expected)
      throws IOException {
    SyntheticRun run = SyntheticRun.in(folder).plan("state-kinds");
    run.trial("sticky").load(10, 0).probes("upload", 10, leaks ? 0 : 2, leaks ? 2 : 0, 0);
    print(run);

    assertThat(verdict()).startsWith(expected);
  }

  @Test
  void stateKinds_matrix_isBeforeTheTimes() throws IOException {
    print(SyntheticRun.stateKinds(folder, List.of("sticky", "stateless")));

    assertThat(text("report.html"))
        .containsSubsequence(
            "class=\"headline\"", "id=\"matrix\"", "chart-trade", "Response time: mean (ms)");
    assertThat(text("report.md"))
        .containsSubsequence("## What a session finds again", "| variant | view state", "p95 (ms)");
  }

  @Test
  void capacity_nothingMeasured_hasABadEdgeAndItsReason() throws IOException {
    SyntheticRun run = SyntheticRun.in(folder);
    SearchStep step = new SearchStep("sticky", 50, false);
    run.trial(new Variant("sticky x50", "sticky", new Choices(Map.of()), step)).gc(9000);
    RunSummary summary = print(run.objective("service.p95 < 50ms"));

    assertThat(verdict()).startsWith("bad: sticky: no verdict at 50 users: the load generator did");
    for (String text : List.of(text("report.md"), console(summary))) {
      assertThat(text).doesNotContain("0 of 0", "counters agree (", "NaN", "are needed");
    }
    assertThat(text("report.md")).contains("| sticky x50 | invalid | 1 | – |");
  }

  @Test
  void console_ofATerminalOf80Columns_isNotWrapped() {
    SyntheticRun run = SyntheticRun.twoPolicies(folder).counted();
    run.trial("connection-threshold-of-a-user").service(9_000, 30_000).snapshots(1_234_567);
    String console = Reports.console(print(run), 80);

    assertThat(console.lines()).allMatch(line -> line.length() <= 80);
    assertThat(console).contains("1234567", "more columns of the same rows:", "snapshots read");
  }

  @Test
  void trust_restsOnAuditNoiseAndTrials() {
    SyntheticRun run = SyntheticRun.inTurn(folder, "sticky", 17, "noop", 7, 4);
    assertThat(VerdictText.trust(run.measure()))
        .startsWith("Reliable: the counters agree (")
        .contains("; the load generator was on time; background CPU load at most ");
    run.trial(0).others(0.4, 0);
    assertThat(VerdictText.trust(run.measure()))
        .startsWith("Counts are reliable, times are not: the counters agree (")
        .contains("01-sticky: other processes took");
    run.trial(2).lie("checkins", -1);
    assertThat(VerdictText.trust(run.measure()))
        .startsWith("Unreliable: the counters do not agree (");
    assertThat(VerdictText.noVerdictReason(run.measure()))
        .startsWith("the counters do not agree (1 audit check failed); 01-sticky: other");
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql://127.0.0.1/d, The run started the database itself",
    "'', Not collected: the database of the tier was not named (--url)."
  })
  void changes_databaseWithoutChanges_areASentence(String url, String sentence) throws IOException {
    Path config = SyntheticRun.twoPolicies(folder).write().resolve("config.json");
    String database = "{\"database\":{\"url\":\"" + url + "\"},";
    Files.writeString(config, database + Files.readString(config).strip().substring(1));

    Reports.write(folder);
    assertThat(text("report.md")).contains("## Changes in the database\n\n" + sentence);
  }

  @Test
  void aRunThatMeasuredNothing_isReportedAllTheSame() throws IOException {
    SyntheticRun.twoPolicies(folder).cutShort().write();
    try (Stream<Path> trials = Files.list(folder.resolve("trials"))) {
      for (Path trial : trials.toList()) {
        Files.delete(trial.resolve("counters.json"));
      }
    }
    RunSummary run = Reports.write(folder);
    assertThat(Reports.exitCode(run)).isEqualTo(3);
    assertThat(verdict()).isEqualTo("bad: Nothing was measured; the run was cut short");
    assertThat(text("report.html")).contains("Not measured: 01-sticky").doesNotContain("0 of 0");
    assertThat(console(run)).contains("Nothing was measured").doesNotContain("0 of 0");
  }

  @Test
  void unknownCpuTime_isNullAndADashAndMayBeOtherWork() throws IOException {
    SyntheticRun run = SyntheticRun.twoPolicies(folder);
    run.trial(0).others(0.3, 0);
    run.write();
    Path counters = folder.resolve("trials/01-sticky/counters.json");
    String text = Files.readString(counters);
    Files.writeString(counters, text.replace("\"database\":20.125", "\"database\":null"));
    RunSummary summary = Reports.write(folder);
    assertThat(CapacitySearch.flaw(summary.trials().get(0))).as("may be the database").isEmpty();
    assertThat(summary().at("/trials/0/cpuSeconds/database").isNull()).isTrue();
    assertThat(text("report.html"))
        .contains(
            "8.5, 12.3, –", "(15 %); this includes a local database that the run did not start");
  }

  /** What others had is all that the machine did but our own processes. */
  @Test
  void otherWorkOnTheMachine_isToldAndMarksATrialThatHadMuchOfIt() throws IOException {
    SyntheticRun run = SyntheticRun.twoPolicies(folder);
    run.trial(1).others(0.3, 0.1);
    run.trial(3).others(0.12, 0.05);
    print(run);

    JsonNode others = trial(1).get("interference");
    assertThat(others.get("otherProcesses").asDouble()).isCloseTo(0.3, within(0.002));
    assertThat(others.get("steal").asDouble()).isCloseTo(0.1, within(0.002));
    assertThat(others.get("percent").asDouble()).isCloseTo(20, within(0.1));
    assertThat(others.get("worstPercent").asDouble()).isCloseTo(40, within(0.2));
    assertThat(summary().path("trials"))
        .extracting(trial -> trial.at("/interference/noisy").asBoolean())
        .containsExactly(false, true, false, false, false, false, false, false);
    assertThat(text("report.html")).containsPattern("20\\.0[^/]*noisy");
  }

  @Test
  void exitCode_followsValidityThenFailures() {
    assertThat(code(SyntheticRun.twoPolicies(folder.resolve("good")))).isEqualTo(0);
    SyntheticRun failing = SyntheticRun.twoPolicies(folder.resolve("failing"));
    failing.trial(0).rows(rows -> rows.get(20).success = false);
    assertThat(code(failing)).isEqualTo(1);
    assertThat(code(SyntheticRun.twoPolicies(folder.resolve("cut")).cutShort())).isEqualTo(3);
    SyntheticRun late = SyntheticRun.twoPolicies(folder.resolve("late"));
    late.trial(0).gc(9000);
    assertThat(code(late)).isZero();
    assertThat(code(late.limits("service.p95 > 1ms"))).as("not judged").isZero();
    assertThat(code(late.limits("connections.meanInUse > 1"))).as("a count").isEqualTo(1);
    assertThat(code(late.limits().requireVerdict())).isEqualTo(1);
  }

  @Test
  void stockEngine_hasNoLatenessInAnyReportAndNoVerdict() throws IOException {
    SyntheticRun run = SyntheticRun.twoPolicies(folder).limits("service.p95 > 1ms");
    run.trial(1).engines(true);
    RunSummary summary = print(run);

    assertThat(summary().path("latenessMeasured").asBoolean(true)).isFalse();
    assertThat(trial(1).at("/generator/latenessMeasured").asBoolean(true)).isFalse();
    assertThat(trial(1).at("/generator/lagP95Ms").isNull()).isTrue();
    assertThat(trial(0).at("/generator/latenessMeasured").asBoolean()).isTrue();
    assertThat(faults(summary())).isEmpty();
    assertThat(text("report.md")).contains("lateness was not measured", "| not measured |");
    assertThat(console(summary))
        .containsIgnoringNewLines("No verdict on speed: 02-release-in-memory: lateness was not");
    assertThat(Reports.exitCode(summary)).isZero();
    assertThat(code(run.limits().requireVerdict())).isEqualTo(1);
  }

  /** What a limit says of failed requests is all that counts of them then. */
  @ParameterizedTest
  @CsvSource({
    "errors > 0, 1", "errors > 0.01%, 1",
    "errors > 1%, 0", "errors > 1, 0",
    "sticky: errors > 1%, 0", "release-in-memory: errors > 1%, 1",
    "errors.stateLost > 0, 1", "tier.mean > 1ms, 1"
  })
  void exitCode_ofARunWithLimits_saysWhetherOneWasCrossed(String limit, int code) {
    SyntheticRun run = SyntheticRun.twoPolicies(folder).limits(limit);
    run.trial(0).rows(rows -> rows.get(20).success = false);
    assertThat(code(run)).isEqualTo(code);
  }

  private static int code(SyntheticRun run) {
    return Reports.exitCode(run.measure());
  }
}
