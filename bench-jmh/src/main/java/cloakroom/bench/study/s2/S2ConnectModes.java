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
import cloakroom.contract.DatabaseKind;
import cloakroom.database.Database;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.sql.SQLException;
import java.util.ArrayList;
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
 * S2: what does a connect cost with a new server process, and with a pool in front of the database,
 * with 1 to 6 parallel streams? Each stream connects and disconnects 400 times.
 *
 * <p>When all processors are busy, further streams queue for them, and the modes differ less
 * because the client's work is the same in all of them. With SCRAM a client hashes its password
 * 4,096 times at each connect. The published client was a process for each connect, with 26 ms of
 * processor time, which client work simulates.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S2ConnectModes -p clientWork=26</pre>
 */
@BenchmarkMode(Mode.SingleShotTime)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
public class S2ConnectModes extends StudyState {
  public static final StudySets SETS =
      StudySets.of(
              "mode=DIRECT,BOUNCER_SESSION,BOUNCER_PLAIN,DEDICATED,SHARED,POOLED streams=1,6"
                  + " clientWork=0 listeners=1",
              "mode=DIRECT,BOUNCER_SESSION,DEDICATED,SHARED,POOLED streams=1,6"
                  + " clientWork=10 connects=30")
          .full(
              "mode=DIRECT,BOUNCER_SESSION,BOUNCER_TRANSACTION,BOUNCER_PLAIN,BOUNCER_HASHING,"
                  + "DEDICATED,SHARED,POOLED streams=1,2,3,4,5,6 clientWork=0 listeners=1",
              "mode=DIRECT,BOUNCER_SESSION,BOUNCER_TRANSACTION,DEDICATED,SHARED,POOLED"
                  + " streams=1,2,3,4,5,6 clientWork=10,26 connects=30",
              "mode=BOUNCER_SESSION,DEDICATED,SHARED,POOLED streams=6 listeners=2")
          .once("clientWork=0 listeners=1");

  private static final int WARM_UP_CONNECTS = 100;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  public static Experiment experiment(StudyDefinition definition) {
    return new JmhExperiment(definition, S2ConnectModes.class, SETS) {
      @Override
      protected Map<Map.Entry<String, String>, String> unavailable() {
        Database database = BenchDatabase.fromEnvironment();
        omissions.addAll(unseenServerWork(database));
        return unavailableValues(database.url());
      }
    };
  }

  @Param({"DIRECT", "BOUNCER_SESSION"})
  public ConnectMode mode;

  @Param({"1", "2", "3", "4", "5", "6"})
  public int streams;

  /** Connects of each stream; with client work fewer are enough, because each takes longer. */
  @Param("400")
  public int connects;

  /** Number of addresses, which the streams use in turn. */
  @Param("1")
  public int listeners;

  /** Processor time that a stream spends before each connect, in milliseconds. */
  @Param("0")
  public int clientWork;

  ConnectTimes.Clocks before;
  double wallMillis;
  private Addresses addresses;
  private ExecutorService threads;
  private OptionalLong server;

  /** Opens the mode's addresses and warms the driver up. */
  @Setup
  public void open() throws SQLException {
    mode.absence(database().url(), BenchDatabase.isEmbedded())
        .ifPresent(
            reason -> {
              throw new IllegalStateException(mode + " absent: " + reason);
            });
    Database local = link == NetworkPath.DIRECT ? BenchDatabase.withoutLatency() : database();
    addresses = mode.open(database(), local, BenchDatabase::withLatency, listeners);
    threads = Executors.newFixedThreadPool(streams);
    server = ProcessTimes.ofServer(database());
    for (int i = 0; i < WARM_UP_CONNECTS; i++) {
      addresses.of(i).borrow().close();
    }
  }

  /** Reads the clocks before the time that JMH measures. */
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
    List<Callable<Void>> work = new ArrayList<>();
    for (int i = 0; i < streams; i++) {
      int number = i;
      work.add(() -> stream(number));
    }
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
      burn(clientWork);
      addresses.of(number).borrow().close();
    }
    return null;
  }

  /** Spends processor time of this thread, which other threads do not shorten. */
  private static void burn(int millis) {
    long end = THREADS.getCurrentThreadCpuTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (millis > 0 && THREADS.getCurrentThreadCpuTime() < end) {
      Thread.onSpinWait();
    }
  }

  ConnectTimes.Clocks clocks() {
    return ConnectTimes.Clocks.read(database(), server, addresses.processes());
  }

  private static Map<Map.Entry<String, String>, String> unavailableValues(String url) {
    Map<Map.Entry<String, String>, String> unavailable = new LinkedHashMap<>();
    for (ConnectMode each : ConnectMode.values()) {
      each.absence(url, BenchDatabase.isEmbedded())
          .ifPresent(reason -> unavailable.put(Map.entry("mode", each.name()), reason));
    }
    if (DatabaseKind.ORACLE.isOf(url)
        && System.getenv().getOrDefault(Addresses.FURTHER_URLS, "").isBlank()) {
      unavailable.put(Map.entry("listeners", "2"), Addresses.FURTHER_ABSENT);
    }
    return unavailable;
  }

  /** Returns the parts of the server's work that cannot be measured. */
  private static List<Omission> unseenServerWork(Database database) {
    if (DatabaseKind.ORACLE.isOf(database.url())) {
      return OracleAccount.read(database).refusals().stream()
          .map(reason -> Omission.absent("of Oracle's statistics", reason))
          .toList();
    }
    try {
      return ProcessTimes.ofServer(database).isPresent()
          ? List.of()
          : List.of(
              Omission.absent(
                  "server CPU", "needs a PostgreSQL on this machine, and Linux; or Oracle"));
    } catch (SQLException e) {
      return List.of(Omission.absent("server CPU", e.getMessage()));
    }
  }

  /**
   * Time shares of client and server, in milliseconds over all connects of all streams. Server time
   * is NaN, and part of the waiting time, if the server's processes are not visible.
   */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class ConnectTimes {
    public double served;

    /** Processor time of this process: driver, virtual machine, added client work. */
    public double clientCpuMs;

    /** Client time of each connect; 26 ms in the published runs, with any number of streams. */
    public double clientMsEach;

    /** Processors that the client kept busy: user and system time by real time. */
    public double clientProcessors;

    /** Processor time of the server's processes, including ended ones, and of PgBouncer. */
    public double serverCpuMs;

    /** Part of {@link #serverCpuMs} that PgBouncer took. */
    public double bouncerCpuMs;

    /** Time of the streams without work on either side: queues, locks, wake-ups. */
    public double waitMs;

    /** Share of connects in Oracle's DB time, in percent; NaN elsewhere, as are the next four. */
    public double connectTimePercent;

    public double logons;

    /** Sessions requested from Oracle's resident pool. */
    public double poolRequests;

    /** Requests for which the pool had a session of their class. */
    public double poolHits;

    /** Requests that waited for a free server. */
    public double poolWaits;

    /** Share of all processors that both sides used, in percent. */
    public double busyPercent;

    /** Computes the metrics after the time that JMH measures. */
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
     * Processor times at one moment, in milliseconds.
     *
     * @param client of this process
     * @param server of the server's processes and of PgBouncer; NaN if they are not visible
     * @param bouncer of PgBouncer alone
     * @param oracle Oracle's statistics; without metrics for another database
     */
    record Clocks(double client, double server, double bouncer, OracleAccount oracle) {
      /**
       * Reads the processor times.
       *
       * @param server process whose children serve, if it is visible
       * @param bouncers processes between client and server
       */
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
