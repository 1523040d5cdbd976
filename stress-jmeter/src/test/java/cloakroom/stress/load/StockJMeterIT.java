package cloakroom.stress.load;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.StateKind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The plans under JMeter's own command line, without a class of ours. */
@Tag("full")
final class StockJMeterIT {

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
      List<Samples.Row> rows = Samples.read(jtl);
      assertThat(rows).hasSize(warmUp + 2 + measured + 2 * 2 * 2).allMatch(Samples.Row::succeeded);
      assertThat(rows.stream().filter(Samples.Row::isTransaction)).hasSize(2 + 2 * 2 * 2);
      assertThat(Files.readAllLines(out.resolve("jmeter.log")))
          .noneMatch(line -> line.contains(" ERROR "));
    }
  }

  /** Sessions of all kinds, one after the other, until the time is over; then everybody leaves. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          mixed         | -Jusers=4 -Jramp_s=0 -Jduration_s=2 -Jweights=40/30/30
          open-arrivals | -Jarrivals=20 -Jramp_s=1 -Jduration_s=2 -Jdrain_s=3 -Jarrival_bursts=0
          """)
  void planOfTheSameSession_lastsItsTimeAndLeavesNobody(
      String plan, String options, @TempDir Path out) throws Exception {
    try (StubTier tier = new StubTier()) {
      String output =
          jmeter(
              out,
              tier,
              Plans.ADF_SESSION.resolveSibling(plan + ".jmx"),
              options
                  + " -Jiterations=2 -Jthink_ms=20 -Jwarmup_users=2 -Jwarmup_iterations=1"
                  + " -Jjmeterengine.force.system.exit=true");

      assertThat(output).contains("Err:     0 (0.00%)");
      List<Samples.Row> rows = Samples.requests(out.resolve("out.jtl"));
      assertThat(rows).allMatch(Samples.Row::succeeded);
      long begin = rows.stream().mapToLong(row -> row.number("timeStamp")).min().orElseThrow();
      assertThat(rows.stream().mapToLong(row -> row.end() - begin).max().orElseThrow())
          .isBetween(1_700L, 6_500L);
      assertThat(
              rows.stream()
                  .filter(row -> row.number("timeStamp") < begin + 300)
                  .map(row -> row.get("threadName"))
                  .distinct())
          .as("no burst of those who were due while others warmed up")
          .hasSizeLessThan(tier.sessions.size() / 3);
      assertThat(tier.count(seen -> seen.path().equals("/logout")))
          .isEqualTo(tier.sessions.size())
          .isGreaterThan(15);
      assertThat(rows.stream().map(Samples.Row::label).distinct())
          .contains(
              plan.equals("mixed")
                  ? List.of("browse scroll", "upload send", "upload drop", "employees commit")
                      .toArray(String[]::new)
                  : new String[] {"departments open", "employees commit", "log out"});
      assertThat(Files.readAllLines(out.resolve("jmeter.log")))
          .noneMatch(line -> line.contains(" ERROR "));
    }
  }

  /** A transaction is one request then; pauses are drawn. */
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

      List<Samples.Row> rows = Samples.read(out.resolve("out.jtl"));
      assertThat(tier.seen).hasSize(2 * (2 + 2 * 2 + 1));
      assertThat(rows.stream().filter(Samples.Row::isTransaction)).hasSize(2 * 2 * 2);
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
      assertThat(Files.readAllLines(out.resolve("jmeter.log")))
          .noneMatch(line -> line.contains(" ERROR "));
    }
  }

  /** Where rows are users' own, the same answer is a failure and nobody rolls back. */
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

      List<Samples.Row> rows = Samples.read(out.resolve("out.jtl"));
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

  /** What the client says of one kind's probes: label of the sample, then its verdict. */
  private static List<String> verdicts(List<Samples.Row> rows, String kind) {
    return rows.stream()
        .filter(row -> row.label().endsWith(" " + kind) && !row.isWarmUp())
        .filter(row -> !row.label().startsWith("clear"))
        .map(row -> row.label().split(" ", -1)[0] + " " + verdict(row))
        .toList();
  }

  private static String verdict(Samples.Row row) {
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
          "-Jusers=2 -Jiterations=1 -Jmix=2 -Jthink_ms=0 -Jramp_s=0 -Jwarmup_users=1"
              + " -Jwarmup_iterations=1");

      List<Samples.Row> rows = Samples.read(jtl);
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
          .allMatch(Samples.Row::succeeded);
      assertWritesAreFresh(tier);
      assertThat(tier.seen.stream().filter(StubTier.Seen::warmUp)).isNotEmpty();
      assertThat(Files.readAllLines(out.resolve("jmeter.log")))
          .noneMatch(line -> line.contains(" ERROR "));
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

  private static String jmeter(Path out, StubTier tier, Path plan, String options)
      throws Exception {
    JMeterHome.prepare(Plans.HOME);
    List<String> arguments = new ArrayList<>(List.of("-n", "-t", plan.toString()));
    arguments.addAll(List.of("-j", out.resolve("jmeter.log").toString()));
    arguments.addAll(List.of("-l", out.resolve("out.jtl").toString(), "-Jport=" + tier.port()));
    arguments.addAll(List.of(options.split(" ", -1)));
    ProcessBuilder builder = EngineProcess.java("org.apache.jmeter.NewDriver", arguments);
    builder.command().add(1, "-Djmeter.home=" + Plans.HOME);
    Process process = builder.directory(out.toFile()).start();
    try {
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      return output;
    } finally {
      process.destroyForcibly();
    }
  }
}
