package cloakroom.stress.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import cloakroom.stress.files.CountedFile;
import cloakroom.stress.measure.DatabaseCost;
import cloakroom.stress.measure.Metric;
import cloakroom.stress.measure.Metrics;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.SyntheticRun;
import cloakroom.stress.measure.SyntheticServer;
import cloakroom.stress.measure.SyntheticTrial;
import cloakroom.stress.measure.Variant;
import cloakroom.stress.measure.VariantCost.Counted;
import cloakroom.stress.process.StressFailure;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ReportsTest extends PrintedRun {
  private static final String HOSTILE = "\"'><script>alert(1)</script>|`\n=1";
  private static final List<String> FILES =
      List.of("summary.json", "summary.csv", "report.md", "report.html", "junit.xml");

  private static final String MAIN = "cloakroom.stress.run.Stress";

  private RunSummary printTwoPolicies() {
    return print(SyntheticRun.twoPolicies(folder));
  }

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

  /** Its rows as objects would be a multiple of this heap; ten million: docs/performance.md. */
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
                    MAIN,
                    "report",
                    written))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("out").toFile())
            .start();

    assertThat(report.waitFor(300, TimeUnit.SECONDS)).as("ended").isTrue();
    assertThat(report.exitValue()).as(text("out")).isZero();
    assertThat(Files.size(folder.resolve("report.html"))).isLessThan(3_000_000);
  }

  @Test
  void firstScreen_tellsVerdictConditionsTrustAndTheTrade() throws IOException {
    print(SyntheticRun.twoPolicies(folder).counted());
    String html = text("report.html");
    String first = html.substring(html.indexOf("id=\"verdict\""), html.indexOf("<nav"));

    assertThat(first)
        .contains("release-in-memory is 1.6 x [1.6, 1.7] faster than sticky and uses 8.0 x fewer")
        .contains("connections (at most 20 open against 160)")
        .contains(
            "Measured with 80 users, ? iterations, think time ? ms, no distance to the database,")
        .contains("recycle threshold 200.</p>")
        .contains("<p class=\"fair\">Reliable with caveats: the counters agree (")
        .contains("; the load generator was on time; background CPU load at most ")
        .contains("; 3 trials of each are needed to publish")
        .contains("id=\"chart-trade\"", "\"#figure-response.p95\">Response time: p95 (ms)</a>")
        .containsPattern("hue0\" scope=\"row\"><a href=\"#trials\">sticky</a>")
        .contains("data-label=\"lost\">nothing</td>");
    assertThat(html).contains("id=\"figure-response.p95\"");
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
  void verdictOnManyVariants_isOneSentenceAndTheOthersAreFolded() throws IOException {
    SyntheticRun run = SyntheticRun.in(folder);
    run.trial("noop").service(1, 1).inUse(0, 0);
    run.trial("sticky").service(30, 4);
    run.trial("stateless").service(10, 4);
    run.trial("release-in-memory").service(20, 4);
    print(run);

    assertThat(text("report.html"))
        .containsPattern(
            "<p class=\"headline\">stateless is 1\\.\\d x \\[[^]]*] faster than release-in-memory[^<]*"
                + "\\(the fastest two of 3 policies\\)</p>")
        .containsOnlyOnce("class=\"headline\"")
        .contains("<li>stateless is ");
  }

  @Test
  void stateThatWasLost_isNamedBesideTheMarkAndInTheTable() throws IOException {
    SyntheticRun run = SyntheticRun.twoPolicies(folder);
    run.trial(0).rows(rows -> rows.get(20).fail("200", "stateLost: was 17"));
    print(run);

    assertThat(text("report.html"))
        .contains("\"label\":\"sticky\\nlost: state of 1 request\"")
        .contains("alarm\" data-label=\"lost\">state of 1 request</td>");
  }

  @Test
  void percentileCurve_goesFromTheLeastToTheLastSample() throws IOException {
    print(SyntheticRun.twoPolicies(folder));

    assertThat(text("report.html"))
        .contains("\"title\":\"percentile\",\"scale\":\"NINES\"")
        .containsPattern("\"id\":\"response-percentiles\".*?\"points\":\\[\\[1,10],\\[1.414,")
        .containsPattern("\\[512,1[67]]]");
  }

  @Test
  void print_trialWithFailedSamples_namesThem() throws IOException {
    SyntheticRun run = SyntheticRun.twoPolicies(folder);
    run.trial(0)
        .failedSamples("failed samples: 2, the first: IOException: No space left on device");

    String line = "01-sticky: series.csv: failed samples: 2, the first: IOException: No space left";
    assertThat(console(print(run))).contains(line);
    assertThat(text("report.md")).contains(line);
  }

  @Test
  void fault_isMarkedOnEveryCurveOfTimeAndHasWhatUsersSawOfIt() throws IOException {
    SyntheticRun run = SyntheticRun.in(folder);
    run.trial(new Variant("frozen", "sticky", Map.of("fault", "db-freeze@12s+5s")))
        .fault("db-freeze", 12_500, 5_000, 3);
    run.trial("sticky");
    print(run);

    assertThat(text("report.html"))
        .contains("{\"x\":12.5,\"label\":\"db-freeze\",\"group\":0}")
        .contains("{\"x\":17.5,\"label\":\"db-freeze over\",\"group\":0}")
        .contains("a fault began or was over", "Faults and what users saw of them");
    assertThat(text("report.md"))
        .contains("01-frozen: db-freeze@12s+5s did not go as asked: the load was over before")
        .contains("faults were made on purpose");
    for (Metric metric : Metrics.ALL) {
      if (metric.group().equals("Faults") && !metric.name().equals("faults.statesLeaked")) {
        assertThat(text("report.html")).contains(metric.name());
        assertThat(text("report.md")).contains(metric.title());
      }
    }
    assertThat(faults(summary())).isEmpty();
    JsonNode faults = summary().at("/trials/0/faults");
    assertThat(faults.path("inDoubtMade").asInt()).isEqualTo(1);
    assertThat(faults.path("connectionsLeft").asInt(-1)).isZero();
    assertThat(faults.at("/made/0/toSeconds").asDouble()).isEqualTo(17.5);
  }

  @Test
  void markupInPlanSettingsAndRequests_staysText() throws IOException {
    SyntheticRun run = SyntheticRun.in(folder).plan(HOSTILE).counted();
    run.trial(new Variant("a", "sticky", Map.of("page-work", HOSTILE)));
    run.trial("sticky");
    run.write();
    Counted request = new Counted("", HOSTILE, Map.of(DatabaseCost.ROUND_TRIPS, 1L));
    CountedFile.add(folder.resolve("round-trips.csv"), "a", List.of(request));
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
    run.trial(0).heap(12L << 20).cleanings(10, 20, 3000).server(SyntheticServer.ofEverything());
    run.trial(2).heap(12L << 20).cleanings(10, 20, 3000);
    List.of(0, 2).forEach(trial -> run.trial(trial).relay(40_000));
    run.trial(0).rows(rows -> rows.subList(20, 30).forEach(ReportsTest::killed));
    print(run);
    String html = text("report.html");
    String markdown = text("report.md");
    JsonNode trial = trial(0);
    String header = text("summary.csv").lines().findFirst().orElseThrow();
    for (Metric metric : Metrics.ALL) {
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
  void whatRequestsCostTheDatabase_isInEveryReportIfItWasCounted() throws IOException {
    String console = console(print(SyntheticRun.twoPolicies(folder).counted()));

    assertThat(faults(summary())).isEmpty();
    assertThat(trial(0).at("/perTransaction").toString())
        .isEqualTo(
            "{\"roundTrips\":14.0,\"logFlushes\":3.0,\"bytesSent\":1200,\"bytesReceived\":2400,"
                + "\"snapshotWrites\":3.0,\"snapshotReads\":0.0}");
    assertThat(trial(0).at("/counted").toString())
        .isEqualTo("{\"connectionsHeld\":9,\"connectionsInUse\":10}");
    assertThat(summary().at("/requestKinds/1").toString())
        .startsWith(
            "{\"variant\":\"sticky\",\"request\":\"departments change\","
                + "\"transaction\":\"departments change and commit\",\"counted\":1,"
                + "\"roundTrips\":{\"mean\":9.0,\"min\":9,\"max\":9}");
    assertThat(console)
        .containsPattern("sticky +14\\.0 +3\\.0 +1200 +2400")
        .contains("Round trips of a transaction: sticky 14.0, release-in-memory 14.0")
        .contains("No session's state was lost");
    for (String report : List.of(text("report.html"), text("report.md"))) {
      assertThat(report).contains("Counted before the trials", "departments commit");
    }

    console = console(printTwoPolicies());
    assertThat(summary().path("requestKinds")).isEmpty();
    assertThat(trial(0).at("/perTransaction/roundTrips").isNull()).isTrue();
    assertThat(console).doesNotContain("a transaction");
    assertThat(text("report.md")).contains("Not counted.").doesNotContain("log flushes |");
  }

  @Test
  void errorsOfTheDatabase_areShownByClassIfThereAreAny() throws IOException {
    SyntheticRun run = SyntheticRun.twoPolicies(folder);
    run.trial(0).rows(rows -> rows.subList(20, 30).forEach(ReportsTest::killed));
    String console = console(print(run));
    String line = "by database error: session dead 3, lock 4";
    assertThat(text("report.html")).contains("Failed " + line + ".", "package state lost</a></th>");
    assertThat(text("report.md")).contains("Failed requests by database error: session dead");
    assertThat(console).contains("failed " + line);
    assertThat(summary().at("/trials/0/errorClasses/sessionDead").asInt()).isEqualTo(3);
    assertThat(text("summary.csv")).contains("errorClasses.lock");

    String none = console(printTwoPolicies()) + text("report.md");
    assertThat(none).doesNotContain("by database error");
    assertThat(text("report.html")).doesNotContain("Failed by database error");
  }

  /** Transactions' own rows among them are no requests, and count for nothing. */
  private static void killed(SyntheticTrial.Row row) {
    row.fail("503", "");
    row.errorClass = row.label.endsWith("commit") ? "lock" : "sessionDead";
  }

  @Test
  void rebuilding_givesTheSameBytes() throws IOException {
    printTwoPolicies();
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
  void csv_hasOneRowATrialAndUnitsInItsHeadings() throws IOException {
    printTwoPolicies();

    List<String> lines = text("summary.csv").lines().toList();
    assertThat(lines).hasSize(5);
    assertThat(lines.get(0)).contains("tier.mean (ms)", "throughputPerSecond (requests/s)");
    assertThat(lines.get(1))
        .startsWith(
            "01-sticky,sticky,hikari,200,80,1,true,sticky,ps-txn-classic,hygiene=rollback,");
  }

  @Test
  void html_showsPublishedFiguresVerdictAuditSettingsAndLinksAndFetchesNothing()
      throws IOException {
    printTwoPolicies();
    assertThat(text("report.html"))
        .contains("default-src 'none'", "Chart.js v")
        .doesNotContain("http://", "https://", "@import", "sourceMappingURL")
        .doesNotContainPattern("(src|href)\\s*=\\s*[\"']//")
        .contains("driver.socketTimeout", "driver.defaultRowFetchSize")
        .contains(
            "75.23 ms",
            "43.12 ms",
            "release-in-memory is 1.6 x [1.6, 1.7] faster than sticky and uses 8.0 x fewer connections",
            "the counters agree (",
            "href=\"trials/01-sticky/dashboard/index.html\"",
            "href=\"trials/01-sticky/samples.jtl\"",
            "href=\"trials/01-sticky/logs/jmeter.log\"");
    assertThat(text("report.md"))
        .contains("| driver.socketTimeout | 60 | 60 |", "| hygiene | rollback | rollback |")
        .contains("| store | ps-txn-classic | ps-txn-classic |");
  }

  @Test
  void publishedPolicy_isFoundUnderAnyName() throws IOException {
    SyntheticRun run = SyntheticRun.in(folder);
    run.trial(new Variant("mine", "sticky", Map.of())).service(30, 4);
    run.trial(new Variant("released", "release-in-memory", Map.of())).service(20, 4);
    print(run);
    assertThat(text("report.md"))
        .contains("| mine: response", "| released: response")
        .doesNotContain("not in this run");
  }

  @Test
  void aHostilePolicyName_staysText() throws IOException {
    SyntheticRun run = SyntheticRun.in(folder);
    run.trial(HOSTILE);
    run.trial("sticky");
    print(run);
    assertThat(text("report.html")).doesNotContain("<script>alert", "'><");
    assertThat(text("report.md")).doesNotContain("<script>").contains("\\|");
    assertThat(text("summary.csv")).contains("\"\"\"'><script>");
    assertThat(summary().at("/trials/0/policy").asText()).isEqualTo(HOSTILE);
  }

  @Test
  void anInvalidRun_showsNoWinnerInAnyReport() throws IOException {
    SyntheticRun run = SyntheticRun.twoPolicies(folder);
    run.trial(2).lie("connectionsReturned", -1);
    RunSummary summary = print(run);
    String console = console(summary);
    for (String report : List.of(text("report.html"), text("report.md"), console)) {
      assertThat(report)
          .contains("No verdict on speed: the counters do not agree", "the counters do not agree");
      assertThat(report).doesNotContain("faster", "fewer connections");
    }
    assertThat(text("summary.json")).doesNotContain("faster").contains("\"withheld: ");
  }

  @Test
  void aRunThatMeasuredNothing_isReportedAllTheSame() throws IOException {
    SyntheticRun.twoPolicies(folder).cutShort().write();
    for (Path trial : trials()) {
      Files.delete(trial.resolve("counters.json"));
    }
    RunSummary run = Reports.write(folder);
    assertThat(Reports.exitCode(run)).isEqualTo(3);
    assertThat(text("report.html")).contains("Nothing was measured", "Not measured: 01-sticky");
    assertThat(console(run)).contains("Nothing was measured");
  }

  private List<Path> trials() throws IOException {
    try (Stream<Path> trials = Files.list(folder.resolve("trials"))) {
      return trials.toList();
    }
  }

  @Test
  void unknownCpuTime_isNullAndADashAndMayBeOtherWork() throws IOException {
    SyntheticRun run = SyntheticRun.twoPolicies(folder);
    run.trial(0).others(0.3, 0);
    run.write();
    Path counters = folder.resolve("trials/01-sticky/counters.json");
    String text = Files.readString(counters);
    Files.writeString(counters, text.replace("\"database\":20.125", "\"database\":null"));
    Reports.write(folder);
    assertThat(summary().at("/trials/0/cpuSeconds/database").isNull()).isTrue();
    assertThat(text("report.html"))
        .contains(
            "8.5, 12.3, –", "(15 %); this includes a local database that the run did not start");
  }

  @Test
  void costOfARequestAndASession_areToldWhereTheyAreKnown() throws IOException {
    SyntheticRun run = SyntheticRun.in(folder);
    run.trial("sticky").heap(12L << 20);
    run.trial("noop");
    print(run);
    JsonNode weighed = trial(0);
    double each = weighed.at("/cpuSeconds/tier").asDouble() * 1e6 / weighed.get("requests").asInt();
    assertThat(weighed.at("/cpuMicrosPerRequest/tier").asDouble()).isCloseTo(each, within(0.001));
    assertThat(weighed.at("/liveHeap/megabytes").asDouble()).isEqualTo(12);
    assertThat(weighed.at("/liveHeap/sessions").asInt()).isEqualTo(20);
    assertThat(weighed.at("/liveHeap/kilobytesPerSession").asDouble()).isEqualTo(102.4);
    assertThat(summary().at("/trials/1/liveHeap/sessions").isNull()).isTrue();
    assertThat(text("report.html")).contains("Live heap of the tier");
  }

  /** One commit in 10 meets a lock, one in 10 another user's change. */
  @Test
  void conflictsOverSharedRows_areAFigureAndNoFailure() throws IOException {
    SyntheticRun run = SyntheticRun.in(folder).sharedRows(2);
    run.trial("sticky").rows(ReportsTest::conflicts);
    run.trial("noop");
    RunSummary summary = print(run);

    JsonNode trial = trial(0);
    assertThat(trial.at("/conflicts/locked").asInt()).isEqualTo(30);
    assertThat(trial.at("/conflicts/changed").asInt()).isEqualTo(30);
    assertThat(trial.at("/conflicts/perThousandCommits").asDouble()).isEqualTo(200);
    assertThat(summary.errors()).isZero();
    assertThat(summary.consistent()).isTrue();
    assertThat(Reports.exitCode(summary)).isZero();
    assertThat(text("report.html")).contains("Conflicts over shared rows");
    assertThat(text("report.md")).contains("rows of 2 users shared by all");
  }

  @Test
  void rowsOfTheirOwn_haveNoFigureOfConflicts() throws IOException {
    SyntheticRun run = SyntheticRun.in(folder);
    run.trial("sticky");
    print(run);
    assertThat(trial(0).at("/conflicts/locked").isNull()).isTrue();
    assertThat(text("report.md")).doesNotContain("shared", "for 1,000 commits");
  }

  private static void conflicts(List<SyntheticTrial.Row> rows) {
    List<SyntheticTrial.Row> commits =
        rows.stream()
            .filter(row -> row.label.equals("departments commit") && row.thread.startsWith("users"))
            .toList();
    for (int i = 0; i < commits.size(); i += 10) {
      conflict(commits.get(i), "");
      conflict(commits.get(i + 1), "lock");
    }
  }

  private static void conflict(SyntheticTrial.Row commit, String errorClass) {
    commit.code = "409";
    commit.tierError = "conflict";
    commit.errorClass = errorClass;
  }

  @Test
  void wayToTheDatabase_isToldWhereARelayCounted() throws IOException {
    SyntheticRun run = SyntheticRun.in(folder);
    run.trial("sticky").relay(40_000);
    run.trial("noop");
    print(run);
    JsonNode far = trial(0);
    double requests = far.get("requests").asDouble();
    JsonNode distance = far.get("distance");
    assertThat(distance.get("roundTripsPerRequest").asDouble())
        .isCloseTo(40_000 / requests, within(0.001));
    assertThat(distance.get("bytesSentPerRequest").asDouble())
        .isCloseTo(50 * 40_000 / requests, within(0.1));
    assertThat(far.at("/cpuSeconds/relay").asDouble()).isEqualTo(1.5);
    assertThat(far.at("/cpuMicrosPerRequest/relay").asDouble())
        .isCloseTo(1.5e6 / requests, within(0.001));
    assertThat(distance.get("relayProcessors").asDouble()).isPositive();
    assertThat(summary().at("/trials/1/distance/roundTripsPerRequest").isNull()).isTrue();
    assertThat(summary().at("/trials/1/cpuSeconds/relay").isNull()).isTrue();
    assertThat(text("report.html")).contains("Way to the database");
  }

  @Test
  void equalPolicies_areSaidToShowNoDifference() {
    SyntheticRun run = SyntheticRun.inTurn(folder, "sticky", 10, "release-in-memory", 10, 3);
    assertThat(Headline.of(print(run)))
        .containsExactly(
            "Between sticky and release-in-memory no difference in speed: all of the interval lies"
                + " within 0.9 to 1.1 (sticky / release-in-memory 1.00 [0.98, 1.02]);"
                + " release-in-memory uses 9.0 x fewer connections (at most 20 open against 160)");
  }

  @Test
  void undecidedComparison_saysHowManyTrialsMoreItWouldTake() throws IOException {
    SyntheticRun run = SyntheticRun.in(folder);
    for (int least : new int[] {10, 14, 19}) {
      run.trial("sticky").service(least, 2);
      run.trial("release-in-memory").service(14, 2);
    }
    print(run);

    JsonNode tier = summary().at("/comparisons/0");
    assertThat(tier.get("verdict").asText())
        .isEqualTo(
            "undecided: about %d more trials of each would probably tell"
                .formatted(tier.get("moreTrials").asInt()));
    assertThat(faults(summary())).isEmpty();
  }

  /** What others had is all that the machine did but our own processes. */
  @Test
  void otherWorkOnTheMachine_isToldAndMarksATrialThatHadMuchOfIt() throws IOException {
    SyntheticRun run = SyntheticRun.twoPolicies(folder);
    run.trial(1).others(0.3, 0.1);
    run.trial(3).others(0.12, 0.05);
    List<String> lines = Headline.of(print(run));

    JsonNode others = trial(1).get("interference");
    assertThat(others.get("strangers").asDouble()).isCloseTo(0.3, within(0.002));
    assertThat(others.get("steal").asDouble()).isCloseTo(0.1, within(0.002));
    assertThat(others.get("percent").asDouble()).isCloseTo(20, within(0.1));
    assertThat(others.get("worstPercent").asDouble()).isCloseTo(40, within(0.2));
    assertThat(summary().path("trials"))
        .extracting(trial -> trial.at("/interference/disturbed").asBoolean())
        .containsExactly(false, true, false, false);
    assertThat(lines)
        .last()
        .isEqualTo(
            "No verdict on speed: 02-release-in-memory: other processes took 20 % of the machine"
                + " (limit 10 %); all counts are valid");
    assertThat(text("report.html")).containsPattern("20\\.0[^/]*disturbed");
    assertThat(text("report.md")).contains("Other work on the machine: both");
    assertThat(faults(summary())).isEmpty();
  }

  @Test
  void otherWorkThatTheSystemDoesNotTell_isSaidToBeUntoldAndDisturbsNothing() throws IOException {
    SyntheticRun run = SyntheticRun.twoPolicies(folder);
    run.trial(0).others(2, 0).othersUntold();
    List<String> lines = Headline.of(print(run));

    assertThat(lines).noneMatch(line -> line.contains("Background CPU"));
    assertThat(trial(0).at("/interference/percent").isNull()).isTrue();
    assertThat(text("report.html")).contains("not told");
    assertThat(faults(summary())).isEmpty();
  }

  /** All pairs of up to four variants, of more only those with the baseline. */
  @Test
  void variants_areExplainedAndComparedWithTheBaselineFirst() throws IOException {
    SyntheticRun run = SyntheticRun.in(folder).baseline("roomy");
    for (String store : List.of("usual:ps-txn", "roomy:memory", "files:file")) {
      String[] parts = store.split(":", -1);
      run.trial(new Variant(parts[0], "sticky", Map.of("store", parts[1], "db-rtt", "1ms")));
    }
    RunSummary three = print(run);
    assertThat(three.variants()).containsExactly("roomy", "usual", "files");
    assertThat(three.shown()).extracting(c -> c.a() + "/" + c.b()).contains("usual/files");
    assertThat(Headline.of(three)).hasSize(3);
    assertThat(text("report.md"))
        .contains(", distance to the database 1ms, ")
        .contains("| roomy | policy sticky, snapshots in memory |  |")
        .contains(
            "| usual | policy sticky, snapshots in PS_TXN | snapshots in PS_TXN instead of memory |")
        .contains("roomy against usual: snapshots in memory instead of PS_TXN");
    assertThat(console(three)).contains("files: policy sticky, snapshots in files");
    assertThat(summary().at("/comparisons/0/difference").asText())
        .isEqualTo("snapshots in memory instead of PS_TXN");
    assertThat(faults(summary())).isEmpty();

    run.trial("noop");
    run.trial("stateless");
    assertThat(print(run).shown()).allMatch(c -> c.a().equals("roomy")).hasSize(24);
  }

  @Test
  void bounds_frameTheTableAndWinNothing() {
    SyntheticRun run = SyntheticRun.twoPolicies(folder);
    run.trial("noop").service(1, 1).inUse(0, 0);
    assertThat(Headline.of(print(run))).hasSize(2).noneMatch(line -> line.contains("noop"));
  }

  @Test
  void consoleTable_isAlignedAndFits100Columns() {
    SyntheticRun run = SyntheticRun.twoPolicies(folder);
    run.trial("connection-threshold-of-somebody").service(9_000, 30_000);
    run.trial(HOSTILE).inUse(12345.6, 23456).snapshots(1_234_567);
    List<String> lines = ConsoleTable.tables(print(run));
    assertThat(lines).allMatch(line -> line.length() <= 100).noneMatch(line -> line.contains("\n"));
    assertThat(lines.subList(0, 3)).anyMatch(line -> line.contains("ms"));
    assertThat(lines.get(4)).startsWith("sticky");
    assertThat(lines.subList(4, 8)).extracting(String::length).containsOnly(lines.get(4).length());
    assertThat(ConsoleTable.tables(print(SyntheticRun.twoPolicies(folder.resolve("two")))))
        .anyMatch(line -> line.startsWith("release-in-memory "));
  }

  @Test
  void console_endsWithTheTables() {
    RunSummary run = print(SyntheticRun.twoPolicies(folder));
    String end = System.lineSeparator();
    assertThat(console(run)).endsWith(String.join(end, ConsoleTable.tables(run)) + end);
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

  /** What a limit says of failed requests is all that counts of them then. */
  @ParameterizedTest
  @CsvSource({
    "errors > 0, 1",
    "errors > 0.01%, 1",
    "errors > 1%, 0",
    "errors > 1, 0",
    "sticky: errors > 1%, 0",
    "release-in-memory: errors > 1%, 1",
    "errors.stateLost > 0, 1",
    "tier.mean > 1ms, 1"
  })
  void exitCode_ofARunWithLimits_saysWhetherOneWasCrossed(String limit, int code) {
    SyntheticRun run = SyntheticRun.twoPolicies(folder).limits(limit);
    run.trial(0).rows(rows -> rows.get(20).success = false);
    assertThat(code(run)).isEqualTo(code);
  }

  @Test
  void runThatALimitEnded_failsAndSaysWhich() throws IOException {
    String why = "service.p95 > 5ms was broken for 30s in 03-sticky, where it was 16ms";
    SyntheticRun run = SyntheticRun.twoPolicies(folder).limits("service.p95 > 5ms").aborted(why);
    RunSummary summary = print(run);

    assertThat(Reports.exitCode(summary)).isEqualTo(1);
    for (String report : List.of(console(summary), text("report.md"), text("report.html"))) {
      assertThat(report.replace("&gt;", ">").replace("\\>", ">").replaceAll("\\s+", " "))
          .contains("the run was cut short: " + why);
    }
  }

  @Test
  void limits_standInEveryReportWithWhatBecameOfThem() throws IOException {
    String console =
        console(print(SyntheticRun.twoPolicies(folder).limits("sticky: service.p95 > 5ms")));
    String line = "service.p95 > 5ms: crossed, it is 16ms";

    assertThat(console).contains(line);
    assertThat(text("report.html").replace("&gt;", ">")).contains(line);
    assertThat(text("report.md").replace("&gt;", ">").replace("\\>", ">")).contains(line);
    printTwoPolicies();
    assertThat(text("report.html")).doesNotContain("id=\"limits\"");
  }

  private static int code(SyntheticRun run) {
    return Reports.exitCode(run.measure());
  }
}
