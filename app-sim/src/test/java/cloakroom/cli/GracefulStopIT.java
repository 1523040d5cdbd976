package cloakroom.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cloakroom.connection.PoolKind;
import cloakroom.database.Await;
import cloakroom.database.Database;
import cloakroom.database.TestDatabase;
import cloakroom.http.Browser;
import cloakroom.platform.Names;
import cloakroom.policy.Preset;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Sessions after a signal to a packaged tier; {@code -Dstop.full} runs all combinations. */
final class GracefulStopIT {
  /** Longer than any stop. */
  private static final String PATIENT = "--stop-within=5m";

  private static final int SESSIONS = 20;

  /** Several sessions share a user. */
  private static final int USERS = 10;

  private static final String KEPT =
      "select count(*) from ps_txn where convert_from(content, 'UTF8') like '%served%'";

  private static final String WAITING =
      "select count(*) from pg_stat_activity where wait_event_type = 'Lock'";

  /** Policies that keep no state at a stop. */
  private static final Set<Preset> KEEP_NONE = EnumSet.of(Preset.RESERVED, Preset.STATELESS);

  /** Starts a tier without recycling, so all state is in memory. */
  private static ServedTier start(String... options) throws Exception {
    ProcessBuilder builder = ServedTier.serve(ServedTier.onDatabase(options));
    builder.command().addAll(List.of("--set", "jbo.recyclethreshold=100"));
    return ServedTier.start(builder);
  }

  private static Browser change(ServedTier tier, int user) {
    Browser browser = tier.browser();
    browser.get("/employees?user=" + user);
    assertThat(browser.post("/employees/change", "value=served").body()).contains("served");
    return browser;
  }

  private static Browser changes(ServedTier tier) {
    Browser last = null;
    for (int session = 0; session < SESSIONS; session++) {
      last = change(tier, session % USERS + 1);
    }
    return last;
  }

  private static Ended end(ServedTier tier, String signal) throws Exception {
    Process process = tier.process();
    long from = System.nanoTime();
    signal(signal, List.of(process.toHandle()));
    boolean ends = process.waitFor(Await.LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    double seconds = (System.nanoTime() - from) / 1e9;
    process.toHandle().destroyForcibly(); // Process.destroyForcibly() would close the pipes too
    return new Ended(
        ends ? process.exitValue() : -1,
        seconds,
        tier.out().readLine(),
        new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8));
  }

  private static void signal(String name, List<ProcessHandle> to) throws Exception {
    List<String> kill = new ArrayList<>(List.of("kill", "-" + name));
    to.forEach(process -> kill.add(Long.toString(process.pid())));
    new ProcessBuilder(kill).start().waitFor();
  }

  private record Ended(int code, double seconds, String event, String err) {}

  @BeforeAll
  static void say() throws Exception {
    assumeTrue(
        !System.getProperty("os.name").startsWith("Windows"),
        "skipped: Windows has no signals to stop a tier with");
    System.out.println(
        "graceful stop: "
            + table().count()
            + " stops"
            + (isFull() ? "" : "; all of them: -Dit.test=GracefulStopIT -Dstop.full"));
  }

  private static boolean isFull() {
    return System.getProperty("stop.full") != null;
  }

  /** By default each signal once; SoakTest stops every pool and policy without processes. */
  private static Stream<Arguments> table() {
    if (!isFull()) {
      return Stream.of(
          Arguments.of(Preset.STICKY, PoolKind.UCP, "TERM"),
          Arguments.of(Preset.STICKY, PoolKind.HIKARI, "INT"),
          Arguments.of(Preset.RELEASE_IN_MEMORY, PoolKind.UCP, "HUP"));
    }
    List<Arguments> cells = new ArrayList<>();
    for (Preset policy : EnumSet.complementOf(EnumSet.of(Preset.NOOP))) {
      for (PoolKind pool : PoolKind.values()) {
        for (String signal : List.of("TERM", "INT", "HUP")) {
          cells.add(Arguments.of(policy, pool, signal));
        }
      }
    }
    return cells.stream();
  }

  /** A build in the background passes an ignored SIGINT to its children. */
  private static void assumeHeard(String signal) throws Exception {
    int code = new ProcessBuilder("sh", "-c", "kill -" + signal + " $$; exit 0").start().waitFor();
    assumeTrue(code != 0, "skipped: this build ignores SIG" + signal + ", and so would the tier");
  }

  @ParameterizedTest
  @MethodSource("table")
  void signal_leavesWhatThePolicyKeeps(Preset policy, PoolKind pool, String signal)
      throws Exception {
    assumeHeard(signal);
    TestDatabase.execute(ServedTier.DATABASE, "truncate ps_txn");
    try (ServedTier tier =
        start(PATIENT, "--policy", policy.policyName(), "--pool", Names.words(pool))) {
      changes(tier);
      Ended ended = end(tier, signal);
      String rows = ServedTier.ask(KEPT);
      System.out.printf(
          "graceful stop | %-20s | %-6s | SIG%-4s | %4.1f s | exit code %d | %s of %d rows%n",
          policy.policyName(), pool, signal, ended.seconds(), ended.code(), rows, SESSIONS);
      assertThat(rows).isEqualTo(KEEP_NONE.contains(policy) ? "0" : Integer.toString(SESSIONS));
      assertThat(ended.code()).isZero();
      assertThat(ended.event())
          .contains("\"event\":\"stopped\"", "\"pool\":\"" + Names.words(pool) + "\"")
          .containsPattern("\"connectionsOpen\":0[.,}]");
    }
  }

  @AfterEach
  void empty() {
    TestDatabase.execute(ServedTier.DATABASE, "truncate ps_txn");
  }

  @Test
  void restart_findsThePendingChangeOfWhoHoldsATicket() throws Exception {
    Browser browser;
    try (ServedTier tier = start(PATIENT, "--policy", "sticky-failover")) {
      browser = change(tier, 1);
      assertThat(end(tier, "TERM").code()).isZero();
    }
    try (ServedTier tier = start("--policy", "sticky-failover")) {
      assertThat(tier.browser().get("/employees").body()).doesNotContain("served");
      assertThat(browser.at(tier.port()).post("/employees/commit", "").body())
          .contains("\"changes\":1", "served");
    }
  }

  @Test
  void terminate_installThatWaitsForALock_endsProcessAndSession() throws Exception {
    Database database = TestDatabase.newEmptySchema();
    String session = "select count(*) from pg_stat_activity where application_name = 'installing'";
    List<String> options = List.of("--install-schema", "--application-name", "installing");
    ProcessBuilder builder = ServedTier.serve("--url", database.url(), "--user", database.user());
    builder.command().addAll(options);
    try (Connection other = database.connect()) {
      TestDatabase.execute(other, "select pg_advisory_lock(hashtext('cloakroom install'))");
      Process process = builder.start();
      Await.until(
          "the install waits",
          () -> ServedTier.ask(session + " and wait_event_type = 'Lock'").equals("1"));

      signal("TERM", List.of(process.toHandle()));

      assertThat(process.waitFor()).isZero();
      assertThat(process.getErrorStream().readAllBytes()).isEmpty();
      Await.until("the session ends", () -> ServedTier.ask(session).equals("0"));
    }
  }

  /** The request uses the last connection of the users' pool. */
  @Tag("soak")
  @ParameterizedTest
  @CsvSource({"sticky, ucp, 22", "release-in-memory, hikari, 2"})
  void requestThatNeverEnds_losesNobodysState(String policy, String pool, String size)
      throws Exception {
    try (ServedTier tier =
            start(
                "--policy=" + policy, "--pool=" + pool, "--pool-size=" + size, "--stop-within=4s");
        Connection other = ServedTier.DATABASE.connect();
        Statement statement = other.createStatement()) {
      Browser browser = changes(tier);
      other.setAutoCommit(false);
      statement.execute("lock table departments");
      var unused = browser.sending("/departments?user=1", null);
      Await.until("the request waits", () -> ServedTier.ask(WAITING).equals("1"));

      Ended ended = end(tier, "TERM");

      assertThat(ended.code()).as(ended.err()).isEqualTo(1);
      assertThat(ended.err()).contains("requests cut off: 1, states of sessions not saved: 0");
      assertThat(ServedTier.ask(KEPT)).isEqualTo(Integer.toString(SESSIONS));
    }
  }

  /** Repeats on a slow machine, where the stop is abandoned before the report. */
  @Test
  @Tag("full")
  void frozenDatabase_isLeftInTimeAndWhatIsLostIsCounted() throws Exception {
    Ended ended = endWithFrozenDatabase();
    for (int again = 0; again < 4 && ended.err().contains("abandoned the stop"); again++) {
      ended = endWithFrozenDatabase();
    }
    assertThat(ended.code()).as(ended.err()).isEqualTo(1);
    assertThat(ended.err()).contains("not saved: " + SESSIONS);
  }

  private static Ended endWithFrozenDatabase() throws Exception {
    try (ServedTier tier = start("--stop-within=1s")) {
      changes(tier);
      List<ProcessHandle> server =
          ProcessHandle.of(TestDatabase.server().processId()).stream()
              .flatMap(postmaster -> Stream.concat(Stream.of(postmaster), postmaster.children()))
              .toList();
      signal("STOP", server);
      try {
        return end(tier, "TERM");
      } finally {
        signal("CONT", server);
      }
    }
  }
}
