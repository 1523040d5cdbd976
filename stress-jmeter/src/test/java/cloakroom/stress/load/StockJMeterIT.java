package cloakroom.stress.load;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.StateKind;
import cloakroom.stress.load.Samples.Row;
import cloakroom.stress.plan.PlanWriter;
import cloakroom.stress.plan.PlanWriterTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.jmeter.threads.openmodel.ThreadScheduleProcessGenerator;
import org.apache.jmeter.threads.openmodel.ThreadScheduleUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Plans under JMeter's own command line, without a class of Cloakroom. */
@Tag("full")
final class StockJMeterIT {
  private static final String SESSIONS =
      " -Jiterations=2 -Jthink_ms=20 -Jwarmup_users=2 -Jwarmup_iterations=1"
          + " -Jjmeterengine.force.system.exit=true";

  /** Error of two clocks that count whole milliseconds. */
  private static final long CLOCKS = 5;

  @Test
  void stockCommandLine_runsThePlanWithoutAFailedSample(@TempDir Path out) throws Exception {
    Path jtl = out.resolve("out.jtl");
    try (StubTier tier = new StubTier()) {
      String output =
          jmeter(
              out,
              tier,
              Plans.ADF_SESSION,
              "-Jusers=2 -Jiterations=2 -Jthink_ms=0 -Jramp_s=0 -Jwarmup_users=1"
                  + " -Jwarmup_iterations=1");

      int warmUp = 2 + 2 * 2 + 1;
      int measured = 2 * (2 + 2 * 2 * 2 + 1);
      assertThat(output).contains("Err:     0 (0.00%)");
      assertThat(tier.seen).hasSize(warmUp + measured);
      List<Row> rows = Samples.read(jtl);
      assertThat(rows).hasSize(warmUp + 2 + measured + 2 * 2 * 2).allMatch(Row::succeeded);
      assertThat(rows.stream().filter(Row::isTransaction)).hasSize(2 + 2 * 2 * 2);
    }
  }

  /** Every commit writes rows; the sessions of the Markov table are of different lengths. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void generatedPlan_runsWithoutAFailedSample(boolean markov, @TempDir Path out) throws Exception {
    var app = markov ? PlanWriterTest.hr(PlanWriterTest.MARKOV) : PlanWriterTest.typical();
    Path plan = Files.writeString(out.resolve("my plan.jmx"), PlanWriter.jmx(app));
    try (StubTier tier = new StubTier()) {
      String output = jmeter(out, tier, plan, "-Jusers=6 -Jramp_s=0" + SESSIONS);

      List<Row> rows = measured(tier, out, output);
      assertThat(tier.committed()).hasSizeGreaterThan(5);
      assertThat(tier.committed().values().stream().anyMatch(value -> value.contains(".2-")))
          .isEqualTo(markov);
      assertThat(
              IntStream.rangeClosed(1, 6)
                  .mapToObj(user -> " 1-" + user)
                  .map(user -> rows.stream().filter(row -> row.get("threadName").endsWith(user)))
                  .map(Stream::count)
                  .distinct())
          .hasSizeGreaterThan(markov ? 1 : 0);
    }
  }

  /**
   * Sessions of all kinds, one after the other, until the time is over; then all users leave. The
   * first sessions of seven users already are of all kinds.
   */
  @Test
  void mixed_lastsItsTimeAndLeavesNoSession(@TempDir Path out) throws Exception {
    try (StubTier tier = new StubTier()) {
      String output =
          jmeter(
              out,
              tier,
              Plans.ADF_SESSION.resolveSibling("mixed.jmx"),
              "-Jusers=7 -Jramp_s=0 -Jduration_s=2 -Jweights=40/30/30" + SESSIONS);

      assertThat(measured(tier, out, output).stream().map(Row::label))
          .contains("browse scroll", "upload send", "upload drop", "employees commit");
      Map<String, LocalDateTime> started = logged(output, "Thread started: users");
      assertThat(logged(output, "Thread finished: users"))
          .hasSize(7)
          .allSatisfy(
              (user, end) -> assertThat(end).isAfterOrEqualTo(started.get(user).plusSeconds(2)));
    }
  }

  /** No session starts before its time in the schedule, which begins after the warm-up. */
  @Test
  void openArrivals_comeByTheScheduleAndLeaveNoSession(@TempDir Path out) throws Exception {
    List<Long> schedule = new ArrayList<>();
    new ThreadScheduleProcessGenerator(
            new Random(1),
            ThreadScheduleUtils.ThreadSchedule(
                "rate(0/sec) random_arrivals(1 sec) rate(20/sec) random_arrivals(2 sec) rate(20/sec)"))
        .forEachRemaining((double seconds) -> schedule.add(Math.round(1000 * seconds)));
    try (StubTier tier = new StubTier();
        EngineProcess jmeter =
            start(
                out,
                tier,
                Plans.ADF_SESSION.resolveSibling("open-arrivals.jmx"),
                "-Jarrivals=20 -Jramp_s=1 -Jduration_s=2 -Jdrain_s=3600"
                    + " -Jjmeter.save.saveservice.autoflush=true"
                    + SESSIONS)) {
      for (int user = 1; user <= schedule.size(); user++) {
        jmeter.awaitOutput("Thread finished: arrivals 1-" + user + "\n");
      }
      jmeter.kill();

      List<Row> rows = measured(tier, out, jmeter.output());
      long warm =
          Samples.read(out.resolve("out.jtl")).stream()
              .filter(Row::isWarmUp)
              .mapToLong(Row::end)
              .max()
              .orElseThrow();
      assertThat(
              rows.stream()
                  .filter(row -> row.label().equals("departments open"))
                  .map(row -> row.number("timeStamp") - warm)
                  .sorted())
          .hasSameSizeAs(schedule)
          .zipSatisfy(
              schedule, (came, due) -> assertThat(came).isGreaterThanOrEqualTo(due - CLOCKS));
    }
  }

  /** Returns the measured requests; verifies that every session ended and nothing failed. */
  private static List<Row> measured(StubTier tier, Path out, String output) throws IOException {
    assertThat(output).doesNotContain(" ERROR ", " WARN ");
    assertThat(tier.count(seen -> seen.path().equals("/logout"))).isEqualTo(tier.sessions.size());
    List<Row> rows = Samples.requests(out.resolve("out.jtl"));
    assertThat(rows).allMatch(Row::succeeded);
    return rows;
  }

  private static Map<String, LocalDateTime> logged(String output, String event) {
    return Pattern.compile("(\\S+) (\\S+),(\\d{3}) INFO .*: " + event + " (.*)")
        .matcher(output)
        .results()
        .collect(
            toMap(
                line -> line.group(4),
                line ->
                    LocalDateTime.parse(
                        line.group(1) + "T" + line.group(2) + "." + line.group(3))));
  }

  @Test
  void oneRequest_carriesTheValueInTheCommit(@TempDir Path out) throws Exception {
    try (StubTier tier = new StubTier()) {
      tier.loses(seen -> seen.value().startsWith("u2-d-0-"));
      jmeter(
          out,
          tier,
          Plans.ADF_SESSION,
          "-Jusers=2 -Jiterations=2 -Jthink_ms=5 -Jthink_distribution=exponential -Jramp_s=0"
              + " -Jone_request=true -Jrun=a&b");

      List<Row> rows = Samples.read(out.resolve("out.jtl"));
      assertThat(tier.seen).hasSize(2 * (2 + 2 * 2 + 1));
      assertThat(rows.stream().filter(Row::isTransaction)).hasSize(2 * 2 * 2);
      assertThat(tier.committed().values()).contains("u1-d-1-a&b", "u2-d-1-a&b", "u2-e-1-a&b");
      assertThat(rows.stream().filter(row -> !row.succeeded() && !row.isTransaction()))
          .as("what was lost between two requests is told by the second")
          .singleElement()
          .satisfies(
              row ->
                  assertThat(row.label() + ": " + row.get("failureMessage"))
                      .matches(
                          "departments commit: stateLost: departments commit does not start from"
                              + " .u2-d-0-a&b."));
    }
  }

  /** If rows are not shared, the same response is a failure without a rollback. */
  @ParameterizedTest
  @CsvSource({"1, false", "1, true", "0, false"})
  void conflict_isAnAnswerWhereRowsAreShared(int sharedRows, boolean oneRequest, @TempDir Path out)
      throws Exception {
    try (StubTier tier = new StubTier()) {
      Predicate<StubTier.Seen> commit = seen -> seen.path().equals("/departments/commit");
      // counted here: two users at once may both see two among what the tier has seen
      AtomicInteger commits = new AtomicInteger();
      tier.refuses(
          commit.and(seen -> commits.incrementAndGet() == 2),
          new StubTier.Refusal(409, "conflict", "lock", seen -> false));
      jmeter(
          out,
          tier,
          Plans.ADF_SESSION,
          "-Jusers=3 -Jiterations=2 -Jthink_ms=0 -Jramp_s=0 -Jshared_rows=%d -Jone_request=%s"
              .formatted(sharedRows, oneRequest));

      List<Row> rows = Samples.read(out.resolve("out.jtl"));
      boolean shared = sharedRows > 0;
      assertThat(rows.stream().filter(row -> row.get("responseCode").equals("409")))
          .singleElement()
          .matches(row -> row.succeeded() == shared);
      assertThat(tier.count(seen -> seen.path().equals("/departments/rollback")))
          .isEqualTo(shared ? 1 : 0);
      assertThat(tier.seen.stream().map(StubTier.Seen::user).filter(user -> !user.isEmpty()))
          .hasSize(6)
          .contains(shared ? "1" : "3")
          .allMatch(user -> !shared || user.equals("1"));
      assertThat(rows.stream().filter(row -> !row.succeeded() && !row.isTransaction()))
          .hasSize(shared ? 0 : 1);
    }
  }

  private static final List<String> KINDS = List.of(StateKind.keys().split(", ", -1));

  private static List<String> verdicts(List<Row> rows, String kind) {
    return rows.stream()
        .filter(row -> row.label().endsWith(" " + kind) && !row.isWarmUp())
        .filter(row -> !row.label().startsWith("clear"))
        .map(row -> row.label().split(" ", -1)[0] + " " + verdict(row))
        .toList();
  }

  private static String verdict(Row row) {
    if (row.succeeded()) {
      return "ok";
    }
    return row.get("responseCode").equals("200")
        ? row.get("failureMessage").replaceAll("own-(\\d+)-[-0-9a-f]{36}", "own-$1-TOKEN")
        : row.get("responseCode");
  }

  @Test
  void planOfTheStateKinds_tellsKeptLostLeakedAndRefused(@TempDir Path out) throws Exception {
    Path jtl = out.resolve("out.jtl");
    try (StubTier tier = new StubTier()) {
      tier.loses(seen -> seen.path().equals("/state-kinds/upload"));
      tier.leaks(seen -> seen.path().equals("/state-kinds/sessionVariable"));
      tier.refuses(
          seen ->
              seen.path().equals("/state-kinds/rowLock/write")
                  || seen.path().equals("/state-kinds/openCursor"),
          new StubTier.Refusal(409, "conflict"));
      jmeter(
          out,
          tier,
          Plans.STATE_KINDS,
          "-Jusers=2 -Jiterations=1 -Jrequests_between=2 -Jthink_ms=0 -Jramp_s=0 -Jwarmup_users=1"
              + " -Jwarmup_iterations=1");

      List<Row> rows = Samples.read(jtl);
      for (String kept : List.of("viewState", "pendingChange", "postedChange", "temporaryRows")) {
        assertThat(verdicts(rows, kept)).as(kept).hasSize(4).containsOnly("write ok", "read ok");
      }
      assertThat(verdicts(rows, "upload"))
          .filteredOn(verdict -> verdict.startsWith("read"))
          .hasSize(2)
          .allMatch(
              verdict ->
                  verdict.matches("read lost: upload shows (null)? instead of own-[12]-TOKEN"));
      assertThat(verdicts(rows, "sessionVariable"))
          .filteredOn(verdict -> verdict.startsWith("read"))
          .containsExactly(
              "read leaked: sessionVariable shows own-0-leaked",
              "read leaked: sessionVariable shows own-0-leaked");
      assertThat(verdicts(rows, "rowLock"))
          .as("a refused write is not read")
          .containsExactly("write 409", "write 409");
      assertThat(verdicts(rows, "openCursor"))
          .containsExactlyInAnyOrder("write ok", "write ok", "read 409", "read 409");
      assertThat(rows.stream().filter(row -> row.label().equals("other request")))
          .hasSize(3 * 7 * 2)
          .allMatch(Row::succeeded);
      assertWritesAreFresh(tier);
      assertThat(tier.seen.stream().filter(StubTier.Seen::warmUp)).isNotEmpty();
    }
  }

  private static void assertWritesAreFresh(StubTier tier) {
    List<StubTier.Seen> writes =
        tier.seen.stream().filter(seen -> seen.path().endsWith("/write")).toList();
    assertThat(writes)
        .hasSize(3 * KINDS.size())
        .allMatch(seen -> seen.value().matches("own-[12]-[-0-9a-f]{36}"))
        .extracting(StubTier.Seen::value)
        .doesNotHaveDuplicates();
    assertThat(
            writes.stream()
                .filter(seen -> !seen.warmUp())
                .filter(seen -> seen.value().startsWith("own-1-"))
                .map(seen -> seen.path().split("/", -1)[2]))
        .as("each user starts at a kind of its own")
        .containsExactlyElementsOf(
            Stream.concat(KINDS.stream().skip(1), KINDS.stream().limit(1)).toList());
  }

  private static EngineProcess start(Path out, StubTier tier, Path plan, String options)
      throws IOException {
    JMeterHome.prepare(Plans.HOME);
    List<String> arguments = new ArrayList<>(List.of("-n", "-t", plan.toString()));
    arguments.addAll(List.of("-j", "/dev/stdout", "-l", out.resolve("out.jtl").toString()));
    arguments.add("-Jport=" + tier.port());
    arguments.addAll(List.of(options.split(" ", -1)));
    ProcessBuilder builder = EngineProcess.java("org.apache.jmeter.NewDriver", arguments);
    builder.command().add(1, "-Djmeter.home=" + Plans.HOME);
    return EngineProcess.of(builder.directory(out.toFile()));
  }

  private static String jmeter(Path out, StubTier tier, Path plan, String options)
      throws Exception {
    try (EngineProcess process = start(out, tier, plan, options)) {
      process.exitCode();
      assertThat(process.output()).doesNotContain(" ERROR ", " WARN ");
      return process.output();
    }
  }
}
