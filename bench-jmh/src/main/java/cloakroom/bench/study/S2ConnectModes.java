package cloakroom.bench.study;

import cloakroom.bench.BenchDatabase;
import cloakroom.bench.machine.OracleAccount;
import cloakroom.bench.machine.PostgresServer;
import cloakroom.bench.machine.ProcessTimes;
import cloakroom.bench.subject.ConnectMode;
import cloakroom.bench.subject.ConnectPoints;
import cloakroom.database.Database;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleBiFunction;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * S2: what does a connect cost when a process is made for it, and when a pool at the database's end
 * answers, with 1 to 6 streams side by side? Each stream does 400 connects, each followed at once
 * by its disconnect.
 *
 * <p>Look at the counts beside the time: when the processors are busy to the last percent, further
 * streams can only queue for them, and then the modes draw together as far as the clients' own part
 * is the same in all of them. Logging on is such a part: with SCRAM a client hashes its password
 * 4,096 times at each connect, whoever answers.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S2ConnectModes -p mode=DIRECT -p streams=1,6</pre>
 */
@State(Scope.Benchmark)
@Fork(1)
public class S2ConnectModes extends StudyState implements Needs {
  private static final int CONNECTS = 400;
  private static final int WARM_UP = 100;

  /** What serves a connection. */
  @Param({"DIRECT", "BOUNCER_SESSION"})
  public ConnectMode mode;

  /** Streams side by side. */
  @Param({"1", "2", "3", "4", "5", "6"})
  public int streams;

  /** Addresses to connect to, in turn. */
  @Param("1")
  public int listeners;

  private ConnectPoints points;
  private ExecutorService threads;
  private OptionalLong server;
  private Usage before;

  /**
   * Where the time went, in milliseconds over all connects of all streams. Server time is NaN when
   * the server's processes cannot be seen, and waiting then holds it too.
   */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Times {
    /** Connects made. */
    public double served;

    /** Processor time of this process, the driver's and the virtual machine's. */
    public double clientCpuMs;

    /** Processor time of the server's processes, ended ones included, and of PgBouncer. */
    public double serverCpuMs;

    /** The part of {@link #serverCpuMs} that was PgBouncer's. */
    public double bouncerCpuMs;

    /** Time of the streams in which neither side worked for them: queueing, locks, wake-ups. */
    public double waitMs;

    /** Oracle's time for connects as a share of its DB time, in percent; NaN elsewhere. */
    public double connectTimePercent;

    /** Log-ons that Oracle saw; NaN elsewhere, or when its user may not look. */
    public double logons;

    /** Sessions that were asked of Oracle's resident pool; NaN where it does not tell. */
    public double poolRequests;

    /** Those of them for which the pool had a session of their class at hand. */
    public double poolHits;

    /** Those of them that waited for a server to get free. */
    public double poolWaits;

    /** How much of all processors the two sides had, in percent. */
    public double busyPercent;
  }

  /** Opens the mode's addresses; the driver's classes are loaded and warm afterwards. */
  @Setup(Level.Trial)
  public void open() throws SQLException {
    mode.absence(database().url(), BenchDatabase.isEmbedded())
        .ifPresent(
            why -> {
              throw new IllegalStateException(mode + " absent: " + why);
            });
    points = mode.open(database(), listeners);
    threads = Executors.newFixedThreadPool(streams);
    server = PostgresServer.process(database());
    for (int i = 0; i < WARM_UP; i++) {
      connect(i);
    }
  }

  /** Reads the clocks before the time that JMH takes. */
  @Setup(Level.Iteration)
  public void readClocks() {
    before = usage();
  }

  /** Stops what was started. */
  @TearDown(Level.Trial)
  public void close() {
    threads.shutdown();
    points.close();
  }

  /** The published protocol: every stream connects and disconnects 400 times. */
  @Benchmark
  @BenchmarkMode(Mode.SingleShotTime)
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  @Warmup(iterations = 0)
  @Measurement(iterations = 1)
  public void protocol(Blackhole hole, Counts counts, Times times)
      throws InterruptedException, ExecutionException {
    startCounting();
    long from = System.nanoTime();
    times.served = runStreams();
    account((System.nanoTime() - from) / 1e6, usage(), times);
    hole.consume(times);
    stopCounting(counts);
  }

  private int runStreams() throws InterruptedException, ExecutionException {
    List<Callable<Integer>> work = Collections.nCopies(streams, this::stream);
    int served = 0;
    for (Future<Integer> stream : threads.invokeAll(work)) {
      served += stream.get();
    }
    if (served != streams * CONNECTS) {
      throw new IllegalStateException(served + " connects instead of " + streams * CONNECTS);
    }
    return served;
  }

  private int stream() throws SQLException {
    int served = 0;
    for (int i = 0; i < CONNECTS; i++) {
      served += connect(i);
    }
    return served;
  }

  private int connect(int turn) throws SQLException {
    try (Connection connection = points.at(turn).take()) {
      return connection.isClosed() ? 0 : 1;
    }
  }

  /** Readings of the clocks, in milliseconds. */
  private record Usage(
      double client, double server, double bouncer, Optional<OracleAccount> oracle) {
    /** What came to an Oracle's account since an earlier reading; NaN elsewhere. */
    double since(Usage earlier, ToDoubleBiFunction<OracleAccount, OracleAccount> figure) {
      return oracle.isPresent() && earlier.oracle.isPresent()
          ? figure.applyAsDouble(oracle.get(), earlier.oracle.get())
          : Double.NaN;
    }
  }

  private Usage usage() {
    double bouncer = points.processes().mapToDouble(ProcessTimes::millis).sum();
    Optional<OracleAccount> oracle = OracleAccount.read(database());
    double behind =
        server.isPresent()
            ? ProcessTimes.millis(server.getAsLong())
            : oracle.map(OracleAccount::cpuMillis).orElse(Double.NaN);
    return new Usage(
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime() / 1e6,
        behind + bouncer,
        bouncer,
        oracle);
  }

  private void account(double wall, Usage after, Times times) {
    times.clientCpuMs = after.client() - before.client();
    times.serverCpuMs = after.server() - before.server();
    times.bouncerCpuMs = after.bouncer() - before.bouncer();
    times.connectTimePercent = after.since(before, OracleAccount::connectPercentSince);
    times.logons = after.since(before, OracleAccount::logonsSince);
    times.poolRequests = after.since(before, (a, b) -> a.since(b, "pool_requests"));
    times.poolHits = after.since(before, (a, b) -> a.since(b, "pool_hits"));
    times.poolWaits = after.since(before, (a, b) -> a.since(b, "pool_waits"));
    double seenServer = Double.isNaN(times.serverCpuMs) ? 0 : times.serverCpuMs;
    times.waitMs = streams * wall - times.clientCpuMs - seenServer;
    int processors = Runtime.getRuntime().availableProcessors();
    times.busyPercent = 100 * (times.clientCpuMs + seenServer) / (wall * processors);
  }

  @Override
  public String parameter() {
    return "mode";
  }

  @Override
  public Map<String, String> absent() {
    String url = BenchDatabase.named().url();
    Map<String, String> absent = new TreeMap<>();
    for (ConnectMode each : ConnectMode.values()) {
      each.absence(url, BenchDatabase.isEmbedded()).ifPresent(why -> absent.put(each.name(), why));
    }
    return absent;
  }

  @Override
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    Database database = BenchDatabase.named();
    try {
      Optional<OracleAccount> oracle = OracleAccount.read(database);
      oracle.ifPresent(
          server ->
              server
                  .refusals()
                  .forEach(why -> remarks.add("absent from Oracle's own account: " + why)));
      if (PostgresServer.process(database).isEmpty() && oracle.isEmpty()) {
        remarks.add(
            "server CPU absent: needs a PostgreSQL on this machine, and Linux; or an Oracle");
      }
    } catch (SQLException e) {
      remarks.add("server CPU absent: " + e.getMessage());
    }
    return remarks;
  }
}
