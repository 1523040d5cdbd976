package cloakroom.bench.study.s2;

import cloakroom.bench.harness.BenchDatabase;
import cloakroom.bench.harness.Experiment;
import cloakroom.bench.harness.JmhExperiment;
import cloakroom.bench.harness.StudyDefinition;
import cloakroom.bench.harness.StudyResult.Omission;
import cloakroom.bench.harness.StudySets;
import cloakroom.bench.harness.StudyState;
import cloakroom.bench.machine.OracleAccount;
import cloakroom.bench.machine.ProcessTimes;
import cloakroom.bench.subject.ConnectMode;
import cloakroom.bench.subject.ConnectMode.Addresses;
import cloakroom.bench.subject.Subject;
import cloakroom.contract.DatabaseKind;
import cloakroom.database.Database;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Study S2: cost of a connect to a new server process, compared with a connect through a connection
 * pooler. One to six parallel streams each connect and disconnect 400 times.
 *
 * <p>Client work hides part of the difference when all processors are busy. In the published
 * experiment, each connect started a client process, which took 26 ms of processor time. The
 * parameter {@code clientWork} simulates this time.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S2ConnectModes -p clientWork=26</pre>
 */
@BenchmarkMode(Mode.SingleShotTime)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
public class S2ConnectModes extends StudyState {
  private static final String FAR =
      "mode=DIRECT,BOUNCER_SESSION,DEDICATED,SHARED,POOLED streams=1 clientWork=0 listeners=1"
          + " rtt=200us";
  public static final StudySets SETS =
      StudySets.of(
              "mode=DIRECT,BOUNCER_SESSION,BOUNCER_PLAIN,DEDICATED,SHARED,POOLED streams=1,6"
                  + " clientWork=0 listeners=1",
              "mode=DIRECT,BOUNCER_SESSION,DEDICATED,SHARED,POOLED streams=1,6"
                  + " clientWork=10 connects=30",
              FAR)
          .full(
              "mode=DIRECT,BOUNCER_SESSION,BOUNCER_TRANSACTION,BOUNCER_PLAIN,BOUNCER_HASHING,"
                  + "DEDICATED,SHARED,POOLED streams=1,2,3,4,5,6 clientWork=0 listeners=1",
              "mode=DIRECT,BOUNCER_SESSION,BOUNCER_TRANSACTION,DEDICATED,SHARED,POOLED"
                  + " streams=1,2,3,4,5,6 clientWork=10,26 connects=30",
              "mode=BOUNCER_SESSION,DEDICATED,SHARED,POOLED streams=6 listeners=2",
              FAR)
          .once("clientWork=0 listeners=1");

  private static final int WARM_UP_CONNECTS = 100;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  public static Experiment experiment(StudyDefinition definition, List<Subject> pools) {
    return new JmhExperiment(definition, pools, S2ConnectModes.class, SETS) {
      @Override
      protected Map<Map.Entry<String, String>, String> unavailable() {
        Database database = BenchDatabase.fromEnvironment();
        omissions.addAll(unseenServerWork(database));
        Map<Map.Entry<String, String>, String> unavailable = new LinkedHashMap<>();
        for (ConnectMode each : ConnectMode.values()) {
          each.absence(database.url(), BenchDatabase.isEmbedded())
              .ifPresent(reason -> unavailable.put(Map.entry("mode", each.name()), reason));
        }
        if (DatabaseKind.ORACLE.isOf(database.url())
            && System.getenv().getOrDefault(Addresses.FURTHER_URLS, "").isBlank()) {
          unavailable.put(Map.entry("listeners", "2"), Addresses.FURTHER_ABSENT);
        }
        return unavailable;
      }
    };
  }

  @Param({"DIRECT", "BOUNCER_SESSION"})
  public ConnectMode mode;

  @Param({"1", "2", "3", "4", "5", "6"})
  public int streams;

  @Param("400")
  public int connects; // of each stream

  @Param("1")
  public int listeners; // addresses, which the streams use in turn

  /** Simulated client work before each connect, in milliseconds of processor time. */
  @Param("0")
  public int clientWork;

  ConnectTimes.Clocks before;
  double wallMillis;
  private Addresses addresses;
  private ExecutorService threads;
  private OptionalLong server;

  @Setup
  public void open() throws SQLException {
    mode.absence(database().url(), BenchDatabase.isEmbedded())
        .ifPresent(
            reason -> {
              throw new IllegalStateException(mode + " absent: " + reason);
            });
    Database local = link == NetworkPath.DIRECT ? BenchDatabase.withoutLatency() : database();
    addresses = mode.open(database(), local, url -> BenchDatabase.withLatency(url, rtt), listeners);
    threads = Executors.newFixedThreadPool(streams);
    server = ProcessTimes.ofServer(database());
    for (int i = 0; i < WARM_UP_CONNECTS; i++) {
      addresses.of(i).borrow().close();
    }
  }

  @Setup(Level.Iteration)
  public void readClocks() {
    before = clocks();
  }

  @TearDown
  public void close() {
    threads.shutdown();
    addresses.close();
  }

  @Benchmark
  public void protocol(StudyCounts counts, ConnectTimes times)
      throws InterruptedException, ExecutionException {
    List<Callable<Void>> work =
        IntStream.range(0, streams).<Callable<Void>>mapToObj(i -> () -> stream(i)).toList();
    startCounting();
    long from = System.nanoTime();
    for (Future<Void> stream : threads.invokeAll(work)) {
      stream.get();
    }
    wallMillis = (System.nanoTime() - from) / 1e6;
    times.served = streams * connects;
    stopCounting(counts);
  }

  private Void stream(int number) throws SQLException {
    for (int i = 0; i < connects; i++) {
      long end = THREADS.getCurrentThreadCpuTime() + TimeUnit.MILLISECONDS.toNanos(clientWork);
      while (clientWork > 0 && THREADS.getCurrentThreadCpuTime() < end) {
        Thread.onSpinWait();
      }
      addresses.of(number).borrow().close();
    }
    return null;
  }

  ConnectTimes.Clocks clocks() {
    return ConnectTimes.Clocks.read(database(), server, addresses.processes());
  }

  private static List<Omission> unseenServerWork(Database database) {
    if (DatabaseKind.ORACLE.isOf(database.url())) {
      return OracleAccount.read(database).refusals().stream()
          .map(reason -> Omission.absent("of Oracle's statistics", reason))
          .toList();
    }
    try {
      String required = "needs a PostgreSQL on this machine, and Linux; or Oracle";
      return ProcessTimes.ofServer(database).isPresent()
          ? List.of()
          : List.of(Omission.absent("server CPU", required));
    } catch (SQLException e) {
      return List.of(Omission.absent("server CPU", e.getMessage()));
    }
  }

  /**
   * JMH metrics: client and server times in milliseconds, summed over all connects. If this JVM
   * cannot read the server's CPU time, the server time is NaN and counts as waiting time.
   */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class ConnectTimes {
    public double served;
    public double clientCpuMs; // of this process: driver, virtual machine, added client work
    public double clientMsEach; // of a connect; 26 ms in the published runs with any streams
    public double clientProcessors; // that were busy with it
    public double serverCpuMs; // of the server's processes, including ended ones, and PgBouncer
    public double bouncerCpuMs; // the part of PgBouncer
    public double waitMs; // of the streams, without work on either side
    public double busyPercent; // of all processors, by both sides

    /**
     * Percentage of Oracle's DB time that connects take. This field and the four fields below are
     * NaN for other databases.
     */
    public double connectTimePercent;

    public double logons;
    public double poolRequests; // of sessions, to Oracle's resident pool
    public double poolHits; // requests for which it had a session of their class
    public double poolWaits; // requests that waited for a free server

    @TearDown(Level.Iteration)
    public void readClocks(S2ConnectModes study) {
      Clocks before = study.before;
      Clocks after = study.clocks();
      double wallMillis = study.wallMillis;
      clientCpuMs = after.client() - before.client();
      clientMsEach = clientCpuMs / served;
      clientProcessors = clientCpuMs / wallMillis;
      serverCpuMs = after.server() - before.server();
      bouncerCpuMs = after.bouncer() - before.bouncer();
      OracleAccount first = before.oracle();
      OracleAccount last = after.oracle();
      connectTimePercent = last.connectPercentSince(first);
      logons = last.logonsSince(first);
      poolRequests = last.since(first, "pool_requests");
      poolHits = last.since(first, "pool_hits");
      poolWaits = last.since(first, "pool_waits");
      double visibleServer = Double.isNaN(serverCpuMs) ? 0 : serverCpuMs;
      waitMs = study.streams * wallMillis - clientCpuMs - visibleServer;
      int processors = Runtime.getRuntime().availableProcessors();
      busyPercent = 100 * (clientCpuMs + visibleServer) / (wallMillis * processors);
    }

    /**
     * CPU times so far, in milliseconds. {@code server} includes PgBouncer. It is NaN if this JVM
     * cannot read the CPU time of the server's processes.
     */
    record Clocks(double client, double server, double bouncer, OracleAccount oracle) {
      static Clocks read(Database database, OptionalLong server, LongStream bouncers) {
        double between = bouncers.mapToDouble(ProcessTimes::millis).sum();
        OracleAccount oracle = OracleAccount.read(database);
        double behind =
            server.isPresent() ? ProcessTimes.millis(server.getAsLong()) : oracle.cpuMillis();
        OperatingSystemMXBean process =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return new Clocks(process.getProcessCpuTime() / 1e6, behind + between, between, oracle);
      }
    }
  }
}
