package cloakroom.stress.cli;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.folder.Variant;
import cloakroom.stress.judge.SyntheticRun;
import cloakroom.stress.judge.SyntheticTrial;
import cloakroom.stress.report.Reports;
import cloakroom.stress.report.StressCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

final class CommandsTest {
  private static final String HOSTILE = "\"'><script>alert(1)</script>";

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(Callable<Integer> command, String... args) {
    return new CommandLine(command)
        .setExecutionExceptionHandler(StressCommand::fail)
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(args);
  }

  private String write(String name, int least) {
    SyntheticRun run = SyntheticRun.in(folder.resolve(name));
    for (int block = 0; block < 4; block++) {
      run.trial("sticky").service(least, 6);
      run.trial("release-in-memory").service(8, 6);
    }
    return run.write().toString();
  }

  private int compare(String... limits) {
    List<String> args = new ArrayList<>(List.of(write("a", 10), write("b", 17)));
    List.of(limits).forEach(limit -> args.addAll(List.of("--fail-if", limit)));
    return run(new FolderCommands.Compare(), args.toArray(String[]::new));
  }

  @Test
  void report_rebuildsEveryFileAndPrintsTheTable() {
    String dir = write("a run", 10);
    assertThat(run(new FolderCommands.Report(), dir)).isZero();
    for (String file : "report.html report.md summary.json summary.csv junit.xml".split(" ", -1)) {
      assertThat(Path.of(dir, file)).isNotEmptyFile();
    }
    assertThat(out.toString())
        .contains("the counters agree", "sticky")
        .containsPattern("(?m)^report: file:///\\S+/a%20run/report\\.html$");
  }

  @Test
  void report_ofARunWithAKilledNode_namesLossesAndGivesNoVerdictOnSpeed() {
    SyntheticRun run = SyntheticRun.in(folder.resolve("killed"));
    run.trial("sticky").service(30, 6).killed(2, 10_000).rows(CommandsTest::killedAtRow19);
    run.trial("release-in-memory").service(8, 6).killed(2, 9_900);

    assertThat(run(new FolderCommands.Report(), run.write().toString())).isEqualTo(1);
    assertThat(out.toString().replaceAll("\\s+", " "))
        .contains(
            "01-sticky: node 2 was killed after 10 s: 1 acknowledged state lost (stateLost 1), 2"
                + " requests unanswered",
            "02-release-in-memory: node 2 was killed after 9.9 s: 0 acknowledged states lost"
                + " (stateLost 0), 0 requests unanswered",
            "No verdict on speed: a node was killed",
            "the counters agree")
        .doesNotContain("faster");
    assertThat(folder.resolve("killed/summary.json")).content().contains("\"statesLost\" : 1");
  }

  @Test
  void report_failedCheck_isNamedWithBothNumbersAndTheLikelyCause() {
    SyntheticRun run = SyntheticRun.in(folder.resolve("foreign"));
    run.trial("sticky").databaseLie("sessions", 1);

    assertThat(run(new FolderCommands.Report(), run.write().toString())).isEqualTo(3);
    assertThat(out.toString().replaceAll("\\s+", " "))
        .containsPattern(
            "audit h of 01-sticky failed: database sessions \\d+ ≠ connections created \\+ monitor"
                + " \\d+; likely cause: another client connected to the database");
  }

  private static void killedAtRow19(List<SyntheticTrial.Row> rows) {
    for (SyntheticTrial.Row row : List.of(rows.get(19), rows.get(20))) {
      row.fail("Non HTTP response code: java.net.ConnectException", "");
    }
    rows.get(22).fail("200", "stateLost: departments change does not start from \"a\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          report   | none                | is not a run folder: there is no such folder
          report   | a --baseline stiky  | "stiky": there is no such variant; choose from sticky, release-in-memory
          compare  | a                   | 1 run cannot be compared: name 2 to 26
          compare  | a alien             | share no variant
          compare  | mian a              | compare: mian is neither the folder of a run nor a baseline
          baseline | x/y a               | baseline "x/y": a name must be 1 to 40 letters, digits and . _ -
          baseline | main none           | is not a run folder: there is no such folder
          """)
  void command_wrongUse_isRejectedInOneLine(String command, String arguments, String line) {
    write("a", 10);
    SyntheticRun alien = SyntheticRun.in(folder.resolve("alien"));
    alien.trial("stateless");
    alien.write();
    String[] args =
        Stream.of(arguments.split(" ", -1))
            .map(word -> word.matches("a|none|alien") ? folder.resolve(word).toString() : word)
            .toArray(String[]::new);
    Callable<Integer> called =
        switch (command) {
          case "report" -> new FolderCommands.Report();
          case "compare" -> new FolderCommands.Compare();
          default -> new FolderCommands.Baseline();
        };

    assertThat(run(called, args)).isEqualTo(2);
    assertThat(err.toString()).contains(line).hasLineCount(1);
    assertThat(out.toString()).isEmpty();
    assertThat(folder.resolve("baselines.json")).doesNotExist();
  }

  /** The runs of docs/examples differ in latency alone; the sessions of each run have a name. */
  @Test
  void examples_differInLatency() throws IOException {
    Path examples = Path.of("..", "docs", "examples");
    try (Stream<Path> files = Files.walk(examples)) {
      for (Path file : files.toList()) {
        Path copy = folder.resolve(examples.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(file, copy);
        }
      }
    }
    String[] runs = {folder.resolve("run").toString(), folder.resolve("run-500us").toString()};

    assertThat(run(new FolderCommands.Compare(), runs)).isZero();
    assertThat(out.toString())
        .containsPattern("sticky +db-rtt +none +500us")
        .containsPattern("release-in-memory +db-rtt +none +500us")
        .doesNotContain("ApplicationName");
    assertThat(folder.resolve("run-500us/comparison.html")).exists();
  }

  @Test
  void report_comparesWithTheBaselineThatIsAskedFor() {
    String dir = write("a", 17);
    assertThat(run(new FolderCommands.Report(), dir, "--baseline", "release-in-memory")).isZero();
    assertThat(folder.resolve("a/summary.json"))
        .content()
        .contains("\"a\" : \"release-in-memory\"")
        .doesNotContain("\"a\" : \"sticky\"");
  }

  @ParameterizedTest
  @CsvSource({
    "service.p95 > 20ms, 0",
    "service.p95 > 15ms, 1",
    "sticky/release-in-memory: tier.mean > 1.1, 1",
    "sticky/release-in-memory: tier.mean > 9, 0"
  })
  void report_holdsTheFiguresAgainstTheLimitsThatItIsGiven(String limit, int code) {
    String dir = write("a", 10);

    assertThat(run(new FolderCommands.Report(), dir, "--fail-if", limit)).isEqualTo(code);
    assertThat(out.toString()).contains(limit + (code == 1 ? ": crossed, it is" : ": held, it is"));
    assertThat(Path.of(dir, "junit.xml"))
        .content()
        .contains("failures=\"0\"", "failures=\"" + code + "\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"stiky: errors > 0", "service.p95 > 50", "speed > 1"})
  void report_badCondition_isRejectedWithoutReports(String limit) {
    String dir = write("a", 10);

    assertThat(run(new FolderCommands.Report(), dir, "--fail-if", limit)).isEqualTo(2);
    assertThat(err.toString()).startsWith("report: --fail-if \"" + limit + "\": ").hasLineCount(1);
    assertThat(Path.of(dir, "report.html")).doesNotExist();
  }

  @Test
  void compare_withoutLimits_showsTheRatios() {
    assertThat(compare()).isZero();
    assertThat(out.toString())
        .contains("tier.mean", "95 % interval", "1.5", "verdict", "difference");
    assertThat(Files.exists(folder.resolve("a/report.html"))).as("written").isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "service.p95 > 1.10, 1",
    "tier.mean>=1.4, 1",
    "release-in-memory: tier.mean > 1.2, 0",
    "sticky: tier.mean > 1.2, 1",
    "errors > 0, 0",
    "errors.stateLost >= 0, 1",
    "sticky: service.p95 > 20ms, 1",
    "errors > 0.1%, 0",
    "sticky/release-in-memory: tier.mean > 1.6, 1",
    "service.p95 > 5; errors > 0; tier.mean > 1.1, 1"
  })
  void compare_exitsByWhetherALimitWasCrossed(String limits, int code) {
    assertThat(compare(limits.split("; ", -1))).isEqualTo(code);
    assertThat(out.toString()).contains(code == 1 ? ": crossed, it is" : ": held, it is");
  }

  @ParameterizedTest
  @ValueSource(strings = {"service.p95 = 1", "speed > 1", "x: tier.mean > 1"})
  void compare_badCondition_isRejectedWithTheChoices(String limit) {
    assertThat(compare(limit)).isEqualTo(2);
    assertThat(err.toString())
        .hasLineCount(1)
        .contains("--fail-if \"" + limit + "\"")
        .containsAnyOf("metrics are those of summary.json", "variants are sticky");
  }

  private String probed(String name, int leaked) {
    SyntheticRun run = SyntheticRun.in(folder.resolve(name)).plan("state-kinds");
    run.trial("sticky").load(10, 0).gc(9000).probes("upload", 20 - leaked, 0, leaked, 0);
    return run.write().toString();
  }

  @ParameterizedTest
  @CsvSource({
    "stateKinds.upload.leaked > 0, 1",
    "stateKinds.upload.leaked > 5, 0",
    "sticky: stateKinds.upload.kept < 20, 1",
    "stateKinds.rowLock.lost > 0, 0",
    "tier.mean > 9, 0"
  })
  void compare_probes_areComparedWithASaturatedGenerator(String limit, int code) {
    assertThat(
            run(new FolderCommands.Compare(), probed("a", 0), probed("b", 5), "--fail-if", limit))
        .isEqualTo(code);
    assertThat(out.toString()).contains("sticky, upload: kept 100 %; now kept 75 %, leaked 25 %");
  }

  private static SyntheticRun varying(SyntheticRun run, int... least) {
    for (int each : least) {
      run.trial("sticky").service(each, 2);
    }
    return run;
  }

  @ParameterizedTest
  @CsvSource({
    "12 10 19 11, open, undecided",
    "14 14, open, no verdict: fewer than 4 trials",
    "20 21 20 21, bad, difference",
    "9 9 9 9, good, difference",
    "14 14 14 14, good, no difference"
  })
  void compare_edgeAndSentence_areThoseOfTheVerdict(String times, String edge, String verdict)
      throws IOException {
    String first = varying(SyntheticRun.in(folder.resolve("a")), 14, 14, 14, 14).write().toString();
    int[] least = Stream.of(times.split(" ", -1)).mapToInt(Integer::parseInt).toArray();
    String second = varying(SyntheticRun.in(folder.resolve("b")), least).write().toString();

    assertThat(run(new FolderCommands.Compare(), first, second)).isZero();
    String page = Files.readString(folder.resolve("b/comparison.html"));
    assertThat(page)
        .contains("class=\"verdict " + edge + "\"")
        .containsPattern("B against A, mean of tier time: sticky B / A [0-9.]+ ×.*, " + verdict);
  }

  @Test
  void compare_sameProbes_isGoodThoughTimesHaveNoVerdict() throws IOException {
    assertThat(run(new FolderCommands.Compare(), probed("a", 0), probed("b", 0))).isZero();
    assertThat(Files.readString(folder.resolve("b/comparison.html")))
        .contains("class=\"verdict good\"")
        .contains("headline\">B against A: the probes of both runs have the same results</p>");
    assertThat(run(new FolderCommands.Compare(), probed("a", 0), probed("c", 2))).isZero();
    assertThat(Files.readString(folder.resolve("c/comparison.html")))
        .contains("class=\"verdict bad\"")
        .contains("headline\">B against A: 1 result of probes changed, some for the worse</p>");
  }

  @Test
  void compare_hiddenDifference_isShown() {
    SyntheticRun other = SyntheticRun.in(folder.resolve("other"));
    other.trial(new Variant("sticky", "sticky", Map.of("reset-level", "full"))).store("memory");
    assertThat(run(new FolderCommands.Compare(), write("a", 10), other.write().toString()))
        .isZero();
    assertThat(out.toString())
        .containsPattern("sticky +store +ps-txn-classic +memory")
        .doesNotContain("versions and machine");
    assertThat(folder.resolve("other/comparison.html"))
        .content()
        .containsPattern(">sticky</th><td[^>]*>store</td><td[^>]*>ps-txn-classic</td>");
  }

  @Test
  void compare_ofOtherPlans_isRefusedAndKeepsTheOldPage() throws IOException {
    SyntheticRun other = SyntheticRun.in(folder.resolve("other")).plan("open-model");
    other.trial("sticky");
    String dir = other.write().toString();
    Path page = Files.writeString(folder.resolve("other/comparison.html"), "good");

    assertThat(run(new FolderCommands.Compare(), write("a", 10), dir)).isEqualTo(2);
    assertThat(err.toString())
        .contains("runs of other plans cannot be compared", "a is of adf-session", "of open-model")
        .hasLineCount(1);
    assertThat(page).hasContent("good");
  }

  @Test
  void compare_ofSeveralRuns_showsEachBesideTheFirst() throws IOException {
    Reports.write(Path.of(write("a", 10)));
    String[] runs = {write("a", 10), write("b", 10), write("c", 17)};

    String[] args = {runs[0], runs[1], runs[2], "--fail-if", "tier.mean > 1.4"};
    assertThat(run(new FolderCommands.Compare(), args)).isEqualTo(1);
    Path page = folder.resolve("c/comparison.html");
    assertThat(out.toString())
        .contains("B / A", "C / A", "B: tier.mean > 1.4: held", "C: tier.mean > 1.4: crossed")
        .contains("page: " + page.toRealPath().toUri());
    assertThat(page)
        .content()
        .contains("class=\"verdict bad\"", "C against A, ", "<a href=\"../a/report.html\">a</a>")
        .contains("Settings, versions and machine are the same", ">C / A</th>")
        .contains("number bad ratio", "href=\"#figure-tier.mean\"", "id=\"figure-tier.mean\"")
        .containsPattern("number ratio\">1\\.0[^<]+</td><td>no difference</td>")
        .doesNotContain("b/report.html");
    assertThat(page.getParent()).isDirectoryNotContaining("glob:**.part");
  }

  @Test
  void compare_ofAnInvalidRun_hasNoRatios() {
    SyntheticRun bad = SyntheticRun.in(folder.resolve("bad"));
    bad.trial("sticky").service(30, 6).lie("checkins", 1);
    String dir = bad.write().toString();

    assertThat(run(new FolderCommands.Compare(), write("a", 10), dir, "--fail-if", "tier.mean > 1"))
        .isEqualTo(3);
    assertThat(out.toString()).contains("no verdict, B is invalid").doesNotContain("crossed");
    assertThat(folder.resolve("bad/comparison.html"))
        .content()
        .contains("no verdict, B is invalid: the counters do not agree", ">no verdict</td>")
        .doesNotContain("ratio\">");
  }

  @Test
  void compare_keepsNamesOfRunsText() {
    SyntheticRun hostile = SyntheticRun.in(folder.resolve("hostile")).plan(HOSTILE);
    hostile.trial(new Variant(HOSTILE, "sticky", Map.of(HOSTILE, HOSTILE))).store(HOSTILE);
    String dir = hostile.write().toString();

    assertThat(run(new FolderCommands.Compare(), dir, dir)).isNotEqualTo(2);
    assertThat(folder.resolve("hostile/comparison.html"))
        .content()
        .contains("&lt;script&gt;alert(1)")
        .doesNotContain("<script>alert", "'><");
  }

  @Test
  void compare_pageCannotBeWritten_printsTheText() throws IOException {
    String[] runs = {write("a", 10), write("b", 10)};
    Files.createDirectory(folder.resolve("b/comparison.html.part"));

    assertThat(run(new FolderCommands.Compare(), runs[0], runs[1])).isZero();
    assertThat(err.toString()).contains("cannot write ", "comparison.html: ").hasLineCount(1);
    assertThat(out.toString()).contains("B / A").doesNotContain("page: ");
  }

  @Test
  void baseline_isTakenForTheFolderOfARun() throws IOException {
    String first = write("a", 10);
    Files.createSymbolicLink(folder.resolve("latest"), Path.of("a"));

    assertThat(run(new FolderCommands.Baseline(), "main", folder.resolve("latest").toString()))
        .isZero();
    assertThat(run(new FolderCommands.Baseline(), "main", write("b", 10))).isZero();
    assertThat(out.toString())
        .contains("main is a (adf-session); written to ", "main is b (adf-session), before a;");
    assertThat(folder.resolve("baselines.json")).content().contains("\"main\" : \"b\"");

    assertThat(run(new FolderCommands.Compare(), "main", first)).isZero();
    assertThat(Path.of(first, "comparison.html")).content().contains(": 2 runs compared</h1>");
  }
}
