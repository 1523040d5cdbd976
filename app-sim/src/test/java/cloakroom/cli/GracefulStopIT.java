package cloakroom.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cloakroom.connection.PoolKind;
import cloakroom.database.Await;
import cloakroom.database.TestDatabase;
import cloakroom.module.Preset;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a signal leaves of the sessions of a packaged tier, under every pool. By default two
 * policies are asked; {@code -Dstop.full} asks all that work on modules.
 */
@Timeout(60)
final class GracefulStopIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final int SESSIONS = 20;

  /** Whose rows there are; several sessions may be one user's. */
  private static final int USERS = 10;

  private static final String KEPT =
      "select count(*) from ps_txn where convert_from(content, 'UTF8') like '%served%'";

  private static final String WAITING =
      "select count(*) from pg_stat_activity where wait_event_type = 'Lock'";

  private static final Set<Preset> BY_DEFAULT = EnumSet.of(Preset.STICKY, Preset.RELEASE_IN_MEMORY);

  /** These keep no state at a stop, by design. */
  private static final Set<Preset> KEEP_NONE = EnumSet.of(Preset.RESERVED, Preset.STATELESS);

  /** A tier of the table and where it listens. */
  private record Tier(Process process, BufferedReader out, int port) implements AutoCloseable {
    static Tier start(String... options) throws IOException {
      ProcessBuilder builder = ServeIT.serve(ServeIT.onDatabase(options));
      // every session's state is in memory alone: none is recycled
      builder.command().addAll(List.of("--set", "jbo.recyclethreshold=100"));
      Process process = builder.start();
      BufferedReader out = process.inputReader();
      return new Tier(process, out, JSON.readTree(out.readLine()).get("port").asInt());
    }

    HttpResponse<String> send(String method, String path, String cookies) throws Exception {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
              .header("Content-Type", "application/x-www-form-urlencoded")
              .method(method, HttpRequest.BodyPublishers.ofString("value=served"));
      if (!cookies.isEmpty()) {
        request.header("Cookie", cookies);
      }
      return CLIENT.send(request.build(), BodyHandlers.ofString());
    }

    /** A session with a change that is not committed. */
    String change(int user) throws Exception {
      String cookies = cookies(send("GET", "/employees?user=" + user, ""));
      HttpResponse<String> changed = send("POST", "/employees/change", cookies);
      assertThat(changed.body()).contains("served");
      String now = cookies(changed);
      return now.isEmpty() ? cookies : cookies.replaceFirst(";.*", "") + "; " + now;
    }

    /** The cookies of all of them. */
    List<String> changes() throws Exception {
      List<String> cookies = new ArrayList<>();
      for (int session = 0; session < SESSIONS; session++) {
        cookies.add(change(session % USERS + 1));
      }
      return cookies;
    }

    private static String cookies(HttpResponse<?> answer) {
      return String.join(
          "; ",
          answer.headers().allValues("set-cookie").stream()
              .map(cookie -> cookie.replaceFirst(";.*", ""))
              .toList());
    }

    /** Sends a request of a session, and gives up with the tier. */
    HttpResponse<String> open(String cookies) {
      try {
        return send("GET", "/departments?user=1", cookies);
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    /** Its exit code, and how long after the signal it came. */
    Ended end(String signal) throws Exception {
      long from = System.nanoTime();
      GracefulStopIT.signal(signal, List.of(process.toHandle()));
      boolean inTime = process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
      double seconds = (System.nanoTime() - from) / 1e9;
      process.toHandle().destroyForcibly(); // Process.destroyForcibly() would close the pipes too
      return new Ended(
          inTime ? process.exitValue() : -1,
          seconds,
          out.readLine(),
          new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
      process.destroyForcibly();
      out.close();
    }
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
            + policies().size()
            + " policies asked"
            + (isFull() ? "" : "; all of them: -Dit.test=GracefulStopIT -Dstop.full"));
  }

  private static boolean isFull() {
    return System.getProperty("stop.full") != null;
  }

  private static Set<Preset> policies() {
    return isFull() ? EnumSet.complementOf(EnumSet.of(Preset.NOOP)) : BY_DEFAULT;
  }

  private static Stream<Arguments> table() {
    List<Arguments> cells = new ArrayList<>();
    for (Preset policy : policies()) {
      for (PoolKind pool : PoolKind.values()) {
        cells.add(Arguments.of(policy, pool, "TERM"));
        // both signals run the same hook: by default Ctrl-C is asked in one cell
        if (isFull() || (policy == Preset.STICKY && pool == PoolKind.HIKARI)) {
          cells.add(Arguments.of(policy, pool, "INT"));
        }
      }
    }
    return cells.stream();
  }

  /** A build in the background hands an ignored SIGINT down to whatever it starts. */
  private static void assumeHeard(String signal) throws Exception {
    int code = new ProcessBuilder("sh", "-c", "kill -" + signal + " $$; exit 0").start().waitFor();
    assumeTrue(code != 0, "skipped: this build ignores SIG" + signal + ", and so would the tier");
  }

  @ParameterizedTest
  @MethodSource("table")
  void signal_leavesWhatThePolicyKeeps(Preset policy, PoolKind pool, String signal)
      throws Exception {
    assumeHeard(signal);
    TestDatabase.execute(ServeIT.DATABASE, "truncate ps_txn");
    try (Tier tier = Tier.start("--policy", policy.policyName(), "--pool", pool.toString())) {
      tier.changes();
      Ended ended = tier.end(signal);
      String rows = ServeIT.ask(KEPT);
      System.out.printf(
          "graceful stop | %-20s | %-6s | SIG%-4s | %4.1f s | exit code %d | %s of %d rows%n",
          policy.policyName(), pool, signal, ended.seconds(), ended.code(), rows, SESSIONS);
      assertThat(rows).isEqualTo(KEEP_NONE.contains(policy) ? "0" : Integer.toString(SESSIONS));
      assertThat(ended.code()).isZero();
      JsonNode stopped = JSON.readTree(ended.event());
      assertThat(stopped.get("event").asText()).isEqualTo("stopped");
    }
  }

  @AfterEach
  void empty() {
    TestDatabase.execute(ServeIT.DATABASE, "truncate ps_txn");
  }

  @Test
  void restart_findsThePendingChangeOfWhoHoldsATicket() throws Exception {
    String cookies;
    try (Tier tier = Tier.start("--policy", "sticky-failover")) {
      cookies = tier.change(1);
      assertThat(tier.end("TERM").code()).isZero();
    }
    try (Tier tier = Tier.start("--policy", "sticky-failover")) {
      assertThat(tier.send("GET", "/employees", "").body()).doesNotContain("served");
      assertThat(tier.send("POST", "/employees/commit", cookies).body())
          .contains("\"changes\":1", "served");
    }
  }

  /** It holds the pool's last connection; the sessions of a sticky policy hold all others. */
  @ParameterizedTest
  @CsvSource({"sticky, ucp, 21", "release-in-memory, ucp, 1", "release-in-memory, hikari, 1"})
  void requestThatNeverEnds_losesNobodysState(String policy, String pool, String size)
      throws Exception {
    try (Tier tier =
            Tier.start(
                "--policy=" + policy, "--pool=" + pool, "--pool-size=" + size, "--stop-within=4s");
        Connection other = ServeIT.DATABASE.connect();
        Statement statement = other.createStatement()) {
      String cookies = tier.changes().get(0);
      other.setAutoCommit(false);
      statement.execute("lock table departments");
      var unused = CompletableFuture.supplyAsync(() -> tier.open(cookies));
      Await.until("the request waits", () -> ServeIT.ask(WAITING).equals("1"));

      Ended ended = tier.end("TERM");

      assertThat(ended.code()).as(ended.err()).isEqualTo(1);
      assertThat(ended.err()).contains("requests cut off: 1, states of sessions not saved: 0");
      assertThat(ServeIT.ask(KEPT)).isEqualTo(Integer.toString(SESSIONS));
    }
  }

  @Test
  void frozenDatabase_isLeftInTimeAndWhatIsLostIsCounted() throws Exception {
    try (Tier tier = Tier.start("--stop-within=4s")) {
      tier.changes();
      List<ProcessHandle> server =
          ProcessHandle.of(TestDatabase.server().processId()).stream()
              .flatMap(postmaster -> Stream.concat(Stream.of(postmaster), postmaster.children()))
              .toList();
      signal("STOP", server);
      try {
        Ended ended = tier.end("TERM");
        assertThat(ended.code()).as(ended.err()).isEqualTo(1);
        assertThat(ended.err()).contains("not saved: " + SESSIONS);
      } finally {
        signal("CONT", server);
      }
    }
  }
}
