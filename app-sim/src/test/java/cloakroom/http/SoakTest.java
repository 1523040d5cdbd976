package cloakroom.http;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.app.Hr;
import cloakroom.app.PageCost;
import cloakroom.app.PooledApplication;
import cloakroom.connection.ConnectionException;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.FaultyDatabase;
import cloakroom.connection.Lease;
import cloakroom.connection.PoolKind;
import cloakroom.contract.Counter;
import cloakroom.contract.NodeReport;
import cloakroom.database.Await;
import cloakroom.module.TierCounters;
import cloakroom.passivation.PsTxnDialect;
import cloakroom.passivation.PsTxnStore;
import cloakroom.passivation.PsTxnStore.WriteMode;
import cloakroom.policy.Preset;
import cloakroom.policy.ReleasePolicy;
import cloakroom.state.SnapshotCodecs;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Requests that fail at every stage leave no connection, instance or transaction, under each pool
 * and policy, with snapshots in the users' pool and in a separate one. {@code
 * -Dcloakroom.soak=1000000} sets the number of requests, as {@code -Psoak} does.
 */
@Tag("scalable")
final class SoakTest {
  private static final int REQUESTS = Integer.getInteger("cloakroom.soak", 5_000);
  private static final long SEED = Long.getLong("cloakroom.seed", System.nanoTime());
  private static final int CLIENTS = 8;
  private static final int INSTANCES = 2;
  private static final Preset[] POLICIES = Preset.values();

  /** Policies that keep no state at a stop. */
  private static final Set<Preset> KEEP_NONE = EnumSet.of(Preset.RESERVED, Preset.STATELESS);

  private static final int CELLS = PoolKind.values().length * 2;
  private static final int ABORT_ONE_IN = 50;
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d+)");
  private static final Pattern ERROR = Pattern.compile("Cloakroom-Error: (\\w+)");
  private static final Pattern ROW =
      Pattern.compile("\"key\":(\\d+),(?:\"previous\":\"(.*?)\",)?\"value\":\"(.*?)\"");

  private static final AtomicInteger SENT = new AtomicInteger();
  private static final Map<String, AtomicInteger> SEEN = new ConcurrentSkipListMap<>();
  private static long began;
  private final FaultyDatabase database = new FaultyDatabase();
  private final List<ConnectionSource> sources = new ArrayList<>();
  private final Random random = new Random(SEED);
  private TierServer server;

  @BeforeAll
  static void begin() {
    began = System.nanoTime();
  }

  @AfterAll
  static void say() {
    System.out.printf(
        "SoakTest: %d requests in %d s, seed %d: %s%n",
        SENT.get(), TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began), SEED, SEEN);
  }

  private static Stream<Arguments> cells() {
    return Stream.of(PoolKind.values())
        .flatMap(pool -> Stream.of(Arguments.of(pool, true), Arguments.of(pool, false)));
  }

  @ParameterizedTest(name = "{0}, snapshots share it: {1}")
  @MethodSource("cells")
  @Execution(ExecutionMode.CONCURRENT) // most of the time they wait
  void whateverFails_nothingIsLeftBehind(PoolKind pool, boolean shared) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    try {
      for (Preset preset : POLICIES) {
        if (preset != Preset.NOOP) {
          soak(threads, pool, shared, preset);
        }
      }
    } catch (AssertionError e) {
      String found = "%s, shared %s, seed %d; now %s, and the database has %d connections";
      throw new AssertionError(
          found.formatted(pool, shared, SEED, server.report().gauges(), database.open()), e);
    } finally {
      threads.shutdownNow();
      server.close();
      database.faults().forEach((stage, times) -> count(stage, times.get()));
    }
  }

  /** Changes in instances, in memory and in the store. */
  @ParameterizedTest(name = "{0}, snapshots share it: {1}")
  @MethodSource("cells")
  @Execution(ExecutionMode.CONCURRENT) // most of the time they wait
  void stop_leavesEveryPendingChangeInTheStore(PoolKind pool, boolean shared) throws Exception {
    database.calm(true);
    for (Preset preset : POLICIES) {
      if (preset != Preset.NOOP) {
        database.forgetSnapshots();
        start(pool, shared, policy(preset));
        List<String> pending = new ArrayList<>();
        for (int number = 1; number <= CLIENTS; number++) {
          pending.addAll(new Client(100L * number).leavePending());
        }

        TierServer.ShutdownResult undone = server.stop(Await.LIMIT);

        assertThat(undone).isEqualTo(new TierServer.ShutdownResult(0, 0));
        assertThat(pending)
            .as("states under %s that are not there", preset)
            .filteredOn(
                value -> database.snapshotsWith(value) != (KEEP_NONE.contains(preset) ? 0 : 1))
            .isEmpty();
        assertThat(database.open()).isZero();
      }
    }
  }

  private void soak(ExecutorService threads, PoolKind pool, boolean shared, Preset preset)
      throws Exception {
    database.calm(false);
    start(pool, shared, policy(preset));
    int each = REQUESTS / CELLS / (POLICIES.length - 1) / CLIENTS + 1;
    List<Client> clients = new ArrayList<>();
    for (int number = 1; number <= CLIENTS; number++) {
      clients.add(new Client(100L * number));
    }
    all(threads, clients, client -> client.send(each), preset == Preset.RELEASE_PASSIVATE);
    database.calm(true);
    assertAtRest(preset);
    for (Client client : clients) {
      client.logOut();
    }
    for (Client client : clients) {
      client.work();
    }
    assertAtRest(preset);
    assertAllCanBeHad();
    server.close();
    assertThat(database.open()).as("connections left").isZero();
    for (ConnectionSource source : sources) {
      Map<Counter, Long> end = source.statistics();
      assertThat(end.get(Counter.CONNECTIONS_IN_USE)).isZero();
      assertThat(end.get(Counter.CONNECTIONS_BORROWED))
          .isEqualTo(end.get(Counter.CONNECTIONS_RETURNED));
      assertThat(end.get(Counter.CONNECTIONS_CREATED))
          .isEqualTo(end.get(Counter.CONNECTIONS_CLOSED));
    }
    assertThat(database.lentInTransaction()).as("borrowers of an open transaction").isZero();
  }

  /** Returns the policy with few instances, unless it reserves them. */
  private static ReleasePolicy policy(Preset preset) {
    ReleasePolicy policy = preset.policy().with(Map.of("cloakroom.ampool.maxwait", "40"));
    if (holdsOneEach(preset)) {
      return policy;
    }
    Map<String, String> small = new HashMap<>();
    small.put("jbo.recyclethreshold", "1");
    small.put("jbo.ampool.maxpoolsize", Integer.toString(INSTANCES));
    if (preset == Preset.RELEASE_IN_MEMORY) {
      small.put("cloakroom.level1.recycle", "memory");
    } else if (preset == Preset.CONNECTION_THRESHOLD) {
      small.put("jbo.ampool.connection_threshold", "1");
    }
    return policy.with(small);
  }

  private static boolean holdsOneEach(Preset preset) {
    return preset == Preset.RESERVED || preset == Preset.UNBOUNDED;
  }

  private void start(PoolKind pool, boolean shared, ReleasePolicy policy) throws IOException {
    boolean each = holdsOneEach(Preset.named(policy.name()));
    int users = each ? 4 * CLIENTS : 2 * INSTANCES;
    sources.clear();
    sources.add(database.source(pool, shared ? users + 1 : users, shared ? 1 : 0));
    if (!shared) {
      sources.add(database.source(pool, 2, 0));
    }
    WriteMode way = random.nextBoolean() ? WriteMode.ONE_STATEMENT : WriteMode.INSERT_THEN_LOB;
    TierCounters counts = new TierCounters();
    PooledApplication application =
        new PooledApplication(
            Hr.APPLICATION,
            policy,
            sources.get(0),
            new PsTxnStore(sources.get(sources.size() - 1), PsTxnDialect.POSTGRESQL, way),
            SnapshotCodecs.XML,
            counts,
            false,
            PageCost.NONE);
    UserSessions.SessionLimits patience =
        new UserSessions.SessionLimits(
            Duration.ofHours(1), CLIENTS, Await.LIMIT, Integer.MAX_VALUE);
    server =
        new TierServer(
            new Tier(
                application,
                new UserSessions(application, counts, patience),
                counts,
                sources,
                0,
                Optional.empty(),
                Map.of("policy", policy.name())),
            TestTier.listening(CLIENTS),
            new TierServer.ClientLimits(Duration.ofMillis(50), Await.LIMIT));
    server.start();
  }

  private void all(
      ExecutorService threads, List<Client> clients, Work work, boolean takesConnections)
      throws Exception {
    List<Future<?>> running = new ArrayList<>();
    for (Client client : clients) {
      running.add(
          threads.submit(
              () -> {
                work.of(client);
                return null;
              }));
    }
    if (takesConnections && sources.get(0).limit() > 0) {
      exhaust(running);
    }
    for (Future<?> one : running) {
      one.get();
    }
  }

  private interface Work {
    void of(Client client) throws IOException;
  }

  /** Borrows all connections of users until a borrower times out. */
  private void exhaust(List<Future<?>> running) {
    ConnectionSource users = sources.get(0);
    long before = users.statistics().get(Counter.BORROW_TIMEOUTS);
    List<Lease> taken = new ArrayList<>();
    while (taken.size() < 2 * INSTANCES && running.stream().anyMatch(one -> !one.isDone())) {
      try {
        taken.add(users.borrow());
      } catch (ConnectionException e) {
        count("refused to the taker of all", 1);
      }
    }
    Await.until(
        "somebody has waited in vain, or nobody asks any more",
        () ->
            users.statistics().get(Counter.BORROW_TIMEOUTS) > before
                || running.stream().allMatch(Future::isDone));
    taken.forEach(Lease::close);
  }

  private static void count(String what, int times) {
    SEEN.computeIfAbsent(what, first -> new AtomicInteger()).addAndGet(times);
  }

  private void assertAtRest(Preset preset) {
    AtomicReference<NodeReport> rest = new AtomicReference<>();
    Await.until(
        "requests are over, and pools have closed what broke",
        () -> {
          // one report of both: a request that its client gave up may come late
          rest.set(server.report());
          Map<String, Long> gauges = rest.get().gauges();
          return gauges.get("inFlight") == 0 && gauges.get("connectionsOpen") == database.open();
        });
    NodeReport now = rest.get();
    Map<String, Long> counters = now.counters();
    Map<String, Long> gauges = now.gauges();
    assertThat(gauges).containsEntry("busy", 0L);
    assertThat(counters.get("checkouts")).isEqualTo(counters.get("checkins"));
    assertThat(counters.get("created") - counters.get("removed"))
        .isEqualTo(gauges.get("instances"))
        .isEqualTo(gauges.get("free") + gauges.get("referenced") + gauges.get("reserved"));
    assertThat(counters.get("connectionsBorrowed") - counters.get("connectionsReturned"))
        .as("connections out under %s, and those that instances keep", preset)
        .isEqualTo(gauges.get("connectionsInUse"))
        .isEqualTo(gauges.get("connectionsHeld"));
    assertThat(sources).allMatch(source -> source.waiting() == 0);
  }

  private void assertAllCanBeHad() {
    ConnectionSource users = sources.get(0);
    int may = users.limit() - (sources.size() == 1 ? 1 : 0);
    List<Lease> taken = new ArrayList<>();
    Await.until(
        "every connection of the pool can be had",
        () -> {
          try {
            taken.add(users.borrow());
          } catch (ConnectionException e) {
            count("slow to open", 1);
          }
          return users.statistics().get(Counter.CONNECTIONS_IN_USE) >= may;
        });
    taken.forEach(Lease::close);
  }

  private final class Client {
    private final long user;
    private final Random dice;
    private Wire wire;
    private String cookie;
    private int serial;

    Client(long user) {
      this.user = user;
      this.dice = new Random(random.nextLong());
    }

    void send(int requests) throws IOException {
      for (int sent = 0; sent < requests; sent++) {
        SENT.incrementAndGet();
        connect();
        try {
          if (cookie == null || dice.nextInt(ABORT_ONE_IN) > 0) {
            checked(exchange(next()), false);
          } else {
            abort(next());
          }
        } catch (EOFException | SocketException closed) {
          count("connection closed", 1);
          disconnect();
        }
      }
    }

    /** Sends requests that must succeed after all failures. */
    void work() throws IOException {
      reconnect();
      for (String page : List.of("departments", "employees")) {
        succeed("GET /" + page + "?user=" + user);
        succeed("POST /" + page + "/change");
        succeed("POST /" + page + "/commit");
      }
      logOut();
      disconnect();
    }

    /** Repeats a request that timed out, because the time-outs are short. */
    private void succeed(String line) {
      Await.until(
          line + " succeeds",
          () -> {
            try {
              String answer = exchange(line);
              if (answer.startsWith("HTTP/1.1 408")) {
                reconnect();
              } else if (!answer.contains("Retry-After")) {
                checked(answer, true);
                return true;
              }
              return false;
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }

    List<String> leavePending() throws IOException {
      connect();
      List<String> values = new ArrayList<>();
      for (String page : List.of("departments", "employees")) {
        succeed("GET /" + page + "?user=" + user);
        succeed("POST /" + page + "/change");
        values.add("Value=\"" + value() + "\"");
      }
      disconnect();
      return values;
    }

    private String value() {
      return "u" + user + "-" + serial;
    }

    void logOut() throws IOException {
      reconnect();
      if (cookie != null) {
        exchange("POST /logout");
        cookie = null;
      }
    }

    private void connect() throws IOException {
      if (wire == null) {
        wire = Wire.to(server.port());
      }
    }

    /** The server may have closed an idle connection. */
    private void reconnect() throws IOException {
      disconnect();
      connect();
    }

    private void disconnect() throws IOException {
      if (wire != null) {
        wire.close();
        wire = null;
      }
    }

    private String next() {
      String page = dice.nextInt(3) == 0 ? "/employees" : "/departments";
      int way = cookie == null ? 0 : dice.nextInt(20);
      if (way < 4) {
        return "GET " + page + "?user=" + user;
      } else if (way == 19) {
        return "POST /logout";
      }
      String[] operations = {"/change", "/change", "/commit", "/commit?value=V", "/rollback"};
      return "POST " + page + (way < 6 ? "/scroll" : operations[way % operations.length]);
    }

    private String request(String line) {
      serial++;
      String body = line.endsWith("/change") ? "value=" + value() : "";
      return line.replace("=V", "=" + value())
          + " HTTP/1.1\r\nHost: 127.0.0.1\r\n"
          + (cookie == null ? "" : cookie + "\r\n")
          + (body.isEmpty() ? "" : "Content-Type: application/x-www-form-urlencoded\r\n")
          + (line.startsWith("GET") ? "" : "Content-Length: " + body.length() + "\r\n")
          + "\r\n"
          + body;
    }

    private String exchange(String line) throws IOException {
      wire.send(request(line));
      String answer = wire.answer();
      if (line.equals("POST /logout")) {
        cookie = null;
      } else if (answer.contains("CLOAKROOM=")) {
        cookie = Wire.cookie(answer);
      }
      return answer;
    }

    private void abort(String line) throws IOException {
      String request = request(line);
      int way = dice.nextInt(3);
      if (way == 0) {
        wire.send(request);
        count("client gone before the answer", 1);
      } else {
        wire.send(request.substring(0, request.length() - 1));
        count(way == 1 ? "client gone in its request" : "client stopped in its request", 1);
      }
      if (way == 2 && line.endsWith("/change")) {
        checked(wire.answer(), false);
      } else {
        wire.socket().setSoLinger(true, 0); // closing is an abort then
      }
      disconnect();
    }

    private void checked(String answer, boolean mustSucceed) {
      String status = first(STATUS, answer);
      String error = first(ERROR, answer);
      count(error.isEmpty() ? status : status + " " + error, 1);
      assertThat(error).as(answer).isNotEqualTo("internal");
      if (mustSucceed) {
        assertThat(status).as(answer).isEqualTo("200");
      }
      Matcher row = ROW.matcher(answer);
      if (row.find()) {
        assertThat(Long.parseLong(row.group(1))).as(answer).isBetween(user, user + 9);
        for (int group = 2; group <= 3; group++) {
          String value = row.group(group) == null ? "" : row.group(group);
          assertThat(value).as(answer).matches("|u" + user + "-\\d+");
        }
      }
    }

    private static String first(Pattern pattern, String text) {
      Matcher found = pattern.matcher(text);
      return found.find() ? found.group(1) : "";
    }
  }
}
