package cloakroom.stress.report;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.options.Choices;
import cloakroom.stress.folder.RunConfig.DatabaseChanges;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.folder.Variant.SearchStep;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.SyntheticRun;
import cloakroom.stress.judge.SyntheticServer;
import cloakroom.stress.judge.SyntheticTrial;
import cloakroom.testing.Approved;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Reports of run folders, as approved; {@code -Dapprove=true} approves the present ones. */
final class ApprovedReportsTest extends PrintedRun {
  private static final String HOSTILE = "\"'><script>alert(1)</script>|`\n=1";
  private static final List<String> TWO = List.of("sticky", "release-in-memory");

  /** Files that are compared: the console, and those of the run folder. */
  private static final String CONSOLE = "console.txt";

  private static final String TEXT = "console.txt report.md";

  private static Arguments run(String name, String files, UnaryOperator<SyntheticRun> edit) {
    return Arguments.of(name, files, edit);
  }

  static Stream<Arguments> runs() {
    return Stream.of(
        run(
            "faster",
            "console.txt report.md summary.csv",
            run -> turns(run, 4, new Times(17, 18, 160), new Times(7, 2, 20))),
        run("few", CONSOLE, run -> turns(run, 2, new Times(17, 18, 160), new Times(7, 2, 20))),
        run("equal", CONSOLE, run -> turns(run, 4, new Times(10, 18, 160), new Times(10, 2, 20))),
        run("small", CONSOLE, run -> turns(run, 4, new Times(41, 18, 160), new Times(40, 2, 20))),
        run("undecided", CONSOLE, run -> wild(run, 10, 14, 19)),
        run("settings", CONSOLE, ApprovedReportsTest::settings),
        run("variants", CONSOLE, ApprovedReportsTest::variants),
        run("fastest-two", CONSOLE, ApprovedReportsTest::fastestTwo),
        run("everything", "report.md summary.json", ApprovedReportsTest::everything),
        run("invalid", CONSOLE, two(run -> run.trial(2).lie("connectionsReturned", -1))),
        run("late", CONSOLE, two(run -> run.trial(0).gc(9000))),
        run("stock-engine", CONSOLE, two(run -> run.trial(0).engines(false, true))),
        run("noisy", CONSOLE, two(run -> run.trial(1).others(0.3, 0.1))),
        run("failures", "console.txt junit.xml", two(ApprovedReportsTest::failures)),
        run("cut-short", CONSOLE, two(SyntheticRun::cutShort)),
        run(
            "aborted",
            "console.txt junit.xml",
            two(run -> run.limits("errors > 1%").aborted("errors > 1% was broken for 30s"))),
        run("faults", CONSOLE, ApprovedReportsTest::faults),
        run("state-kinds", TEXT + " junit.xml", run -> SyntheticRun.stateKinds(run, TWO)),
        run("state-kinds-cut", CONSOLE, run -> SyntheticRun.stateKinds(run, TWO).cutShort()),
        run("state-kinds-late", CONSOLE, kinds(run -> run.trial(0).gc(9000))),
        run("state-kinds-invalid", CONSOLE, kinds(run -> run.trial(0).lie("checkins", -1))),
        run("capacity", TEXT, ApprovedReportsTest::capacity),
        run("changes", "report.md", ApprovedReportsTest::changes),
        run("count", "console.txt report.md counts.json", ApprovedReportsTest::count));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("runs")
  void report_run_isAsApproved(String name, String files, UnaryOperator<SyntheticRun> edit)
      throws IOException {
    RunSummary run = print(edit.apply(SyntheticRun.in(folder)));
    for (String file : files.split(" ", -1)) {
      String text = file.equals(CONSOLE) ? console(run) : text(file);
      Approved.check(name + "." + file, text);
    }
    assertThat(console(run).lines()).allMatch(line -> line.length() <= 100);
    assertThat(text("report.html")).doesNotContain("<script>alert", "'><");
    if (Files.exists(folder.resolve("summary.json"))) {
      assertThat(faults(summary())).isEmpty();
    }
  }

  private record Times(int least, int inUse, int open) {}

  private static SyntheticRun turns(SyntheticRun run, int trials, Times sticky, Times released) {
    for (int i = 0; i < trials; i++) {
      run.trial("sticky").service(sticky.least, 6).inUse(sticky.inUse, sticky.open);
      run.trial("release-in-memory")
          .service(released.least, 6)
          .inUse(released.inUse, released.open);
    }
    return run;
  }

  private static UnaryOperator<SyntheticRun> two(Consumer<SyntheticRun> edit) {
    return run -> {
      turns(run, 4, new Times(10, 16, 160), new Times(6, 2, 20));
      edit.accept(run);
      return run;
    };
  }

  private static UnaryOperator<SyntheticRun> kinds(Consumer<SyntheticRun> edit) {
    return run -> {
      SyntheticRun.stateKinds(run, TWO);
      edit.accept(run);
      return run;
    };
  }

  private static SyntheticRun wild(SyntheticRun run, int... sticky) {
    for (int least : sticky) {
      run.trial("sticky").service(least, 2);
      run.trial("release-in-memory").service(14, 2);
    }
    return run;
  }

  /** Two policies, each at two thresholds: the effect of each setting is a sentence. */
  private static SyntheticRun settings(SyntheticRun run) {
    for (String policy : TWO) {
      for (int threshold : new int[] {10, 200}) {
        Map<String, String> choices = Map.of("jbo.recyclethreshold", "" + threshold);
        run.trial(new Variant(policy + " " + threshold, policy, choices)).service(threshold / 9, 5);
      }
    }
    return run;
  }

  /** Variants of one policy, with a baseline and a name that reads like markup. */
  private static SyntheticRun variants(SyntheticRun run) {
    for (String store : List.of("usual:ps-txn", "roomy:memory", HOSTILE + ":file")) {
      String[] parts = store.split(":(?=[a-z])", -1);
      Map<String, String> choices = Map.of("store", parts[1], "db-rtt", "1ms");
      run.trial(new Variant(parts[0], "sticky", choices)).inUse(12_345.6, 23_456);
    }
    return run.baseline("roomy");
  }

  private static SyntheticRun fastestTwo(SyntheticRun run) {
    run.trial("noop").service(1, 1).inUse(0, 0);
    run.trial("sticky").service(30, 4);
    run.trial("stateless").service(10, 4);
    run.trial("release-in-memory").service(20, 4);
    run.trial("connection-threshold-of-a-user").service(9_000, 30_000).snapshots(1_234_567);
    return run;
  }

  /** All that a run may report; of the database server one product has all and one refuses. */
  private static SyntheticRun everything(SyntheticRun run) {
    SyntheticServer refusing =
        new SyntheticServer("Oracle")
            .counter("commits", 40)
            .gap(3)
            .failure("SQLException: reset")
            .refused("waits", "grant read on sys.v_$con_system_event to m", "waitMicrosCommit")
            .refused("time-model", "grant read on sys.v_$con_sys_time_model to m", "dbMicros");
    run.trial("sticky").server(SyntheticServer.ofEverything().level("waitingIo", 1));
    run.trial("noop").service(1, 1).inUse(0, 0).server(refusing).unavailableReasons("changedRows");
    run.trial(0).heap(12L << 20).relay(40_000).cleanings(10, 20, 3000);
    run.trial(0).fault("db-freeze", 12_500, 5_000, 3);
    run.trial(0).rows(ApprovedReportsTest::conflicts).withOthers("sessions");
    return run.counted().sharedRows(2).limits("sticky: service.p95 > 5ms", "errors > 0");
  }

  /** One commit in 10 meets a lock, one in 10 another user's change. */
  private static void conflicts(List<SyntheticTrial.Row> rows) {
    List<SyntheticTrial.Row> commits =
        rows.stream()
            .filter(row -> row.label.equals("departments commit") && row.thread.startsWith("users"))
            .toList();
    for (int i = 0; i < commits.size(); i += 5) {
      commits.get(i).code = "409";
      commits.get(i).tierError = "conflict";
      commits.get(i).errorClass = i % 2 == 0 ? "" : "lock";
    }
  }

  private static void failures(SyntheticRun run) {
    run.limits("errors > 1", "service.p95 > 12ms")
        .trial(0)
        .failedSamples("failed samples: 2, the first: IOException: No space left on device")
        .rows(rows -> rows.subList(20, 30).forEach(ApprovedReportsTest::killed));
    run.trial(2).rows(rows -> rows.get(20).fail("200", "stateLost: was 17"));
  }

  /** Transactions' own rows among them are no requests, and count for nothing. */
  static void killed(SyntheticTrial.Row row) {
    row.fail("503", "");
    row.errorClass = row.label.endsWith("commit") ? "lock" : "sessionDead";
  }

  private static SyntheticRun faults(SyntheticRun run) {
    for (String start : List.of("1", "12")) {
      Map<String, String> choices = Map.of("fault", "db-freeze@" + start + "s");
      run.trial(new Variant("frozen " + start, "sticky", choices))
          .load(30, 8)
          .fault("db-freeze", 12_500, 5_000, 3);
    }
    run.trial(new Variant("idle", "sticky", Map.of("fault", "db-freeze@1s")))
        .load(30, 8)
        .fault("db-freeze", 12_500, 5_000, 0)
        .idle(12_000, 18_000);
    run.trial(new Variant("two", "sticky", Map.of("nodes", "2"))).load(30, 8).killed(2, 15_000);
    return run;
  }

  static SyntheticRun capacity(SyntheticRun run) {
    step(run, "sticky x100", 10);
    step(run, "sticky x200", 60).inUse(190, 200);
    step(run, "sticky x180", 10);
    step(run, "sticky x180 long", 10);
    step(run, "noop x100", 10);
    step(run, "stateless x100", 60);
    step(run, "unbounded x50", 60).gc(3000);
    return run.objective("service.p95 < 50ms, errors < 1%");
  }

  private static SyntheticTrial step(SyntheticRun run, String name, int millis) {
    String policy = name.replaceFirst(" .*", "");
    double load = Double.parseDouble(name.replaceAll("\\D", ""));
    SearchStep step = new SearchStep(policy, load, name.endsWith("long"));
    return run.trial(new Variant(name, policy, new Choices(Map.of()), step))
        .load(20, 30)
        .service(millis, 2);
  }

  private static SyntheticRun changes(SyntheticRun run) {
    run.trial("sticky").load(10, 10);
    return run.changes(
        new DatabaseChanges(
            "jdbc:postgresql://h/hr",
            "loadtest",
            "created PS_TXN, DEPARTMENTS in schema loadtest (20.5 MB, 3.1 s)",
            Map.of("psTxnInserts", 1_234L, "departments", 7L),
            Map.of("employees", "the database server was restarted at noon"),
            3L,
            null,
            Map.of("vacuum (analyze)", Map.of("skipped: lock not available", 2L)),
            4,
            12L,
            List.of("departments 7 holds x")));
  }

  /** All requests wait for their turn. */
  private static SyntheticRun count(SyntheticRun run) {
    run.trial("sticky").rows(rows -> rows.forEach(row -> row.due -= 300));
    run.trial("release-in-memory");
    return run.withoutLoad();
  }
}
