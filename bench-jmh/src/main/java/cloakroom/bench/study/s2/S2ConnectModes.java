package cloakroom.bench.study.s2;

import cloakroom.bench.harness.BenchDatabase;
import cloakroom.bench.harness.Experiment;
import cloakroom.bench.harness.JmhExperiment;
import cloakroom.bench.harness.StudyDefinition;
import cloakroom.bench.harness.StudyResult.Gap;
import cloakroom.bench.harness.StudySets;
import cloakroom.bench.harness.StudyState;
import cloakroom.bench.machine.OracleAccount;
import cloakroom.bench.machine.Pinning;
import cloakroom.bench.machine.ProcessTimes;
import cloakroom.bench.subject.ConnectMode;
import cloakroom.contract.DatabaseKind;
import cloakroom.database.Database;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
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
 * 4,096 times at each connect, whoever answers. The published client was a process for each
 * connect, 26 ms of processor time: client work stands for it.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S2ConnectModes -p mode=DIRECT -p streams=1,6</pre>
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S2ConnectModes -p clientWork=26 -p pinned=true
 * </pre>
 */
@BenchmarkMode(Mode.SingleShotTime)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
public class S2ConnectModes extends StudyState {
  public static final StudySets SETS =
      StudySets.of(
              "mode=DIRECT,BOUNCER_SESSION,BOUNCER_PLAIN,DEDICATED,SHARED,POOLED streams=1,6"
                  + " pinned=false listeners=1",
              "mode=DIRECT,BOUNCER_SESSION,DEDICATED,SHARED,POOLED streams=1,6"
                  + " clientWork=10 pinned=true connects=30")
          .full(
              "mode=DIRECT,BOUNCER_SESSION,BOUNCER_TRANSACTION,BOUNCER_PLAIN,BOUNCER_HASHING,"
                  + "DEDICATED,SHARED,POOLED streams=1,2,3,4,5,6 pinned=false listeners=1",
              "mode=DIRECT,BOUNCER_SESSION,BOUNCER_TRANSACTION,DEDICATED,SHARED,POOLED"
                  + " streams=1,2,3,4,5,6 clientWork=0,10,26 pinned=true connects=30",
              "mode=BOUNCER_SESSION,DEDICATED,SHARED,POOLED streams=6 listeners=2")
          .once("pinned=false listeners=1");

  private static final int WARM_UP = 100;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** Before any of them is given away. */
  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  /** Creates the experiment, without the modes that are not available here. */
  public static Experiment experiment(StudyDefinition card) {
    return new JmhExperiment(card, S2ConnectModes.class, SETS) {
      @Override
      protected List<Map<String, String>> possible(List<Map<String, String>> all) {
        gaps.addAll(unseen(BenchDatabase.named()));
        return without(absent(), all);
      }

      @Override
      protected List<String> reading() {
        return ConnectReading.of(card, points());
      }
    };
  }

  /** What serves a connection. */
  @Param({"DIRECT", "BOUNCER_SESSION"})
  public ConnectMode mode;

  @Param({"1", "2", "3", "4", "5", "6"})
  public int streams;

  /** Connects of each stream; with client work fewer are enough, because each takes longer. */
  @Param("400")
  public int connects;

  /** Addresses to connect to, one for each stream in turn. */
  @Param("1")
  public int listeners;

  /** Processor time that a stream spends before each connect, in milliseconds. */
  @Param("0")
  public int clientWork;

  /** Whether client and server have processors of their own. */
  @Param("false")
  public boolean pinned;

  private ConnectMode.Points points;
  private ExecutorService threads;
  private OptionalLong server;
  private ConnectTimes.Clocks before;

  /** Opens the mode's addresses; the driver's classes are loaded and warm afterwards. */
  @Setup(Level.Trial)
  public void open() throws SQLException, IOException {
    mode.absence(database().url(), BenchDatabase.isEmbedded())
        .ifPresent(
            why -> {
              throw new IllegalStateException(mode + " absent: " + why);
            });
    Database beside = link == NetworkPath.DIRECT ? BenchDatabase.withoutLatency() : database();
    points = mode.open(database(), beside, BenchDatabase::wayTo, listeners);
    threads = Executors.newFixedThreadPool(streams);
    server = ProcessTimes.ofServer(database());
    for (int i = 0; i < WARM_UP; i++) {
      connect(i);
    }
    if (pinned && BenchDatabase.isEmbedded()) {
      LongStream serving = LongStream.concat(server.stream(), points.processes());
      Runnable back = Pinning.separate(serving.boxed().toList());
      Runtime.getRuntime().addShutdownHook(new Thread(back, "pinning-end"));
    }
  }

  /** Reads the clocks before the time that JMH takes. */
  @Setup(Level.Iteration)
  public void readClocks() {
    before = usage();
  }

  @TearDown(Level.Trial)
  public void close() {
    threads.shutdown();
    points.close();
  }

  /** The published protocol: every stream connects and disconnects 400 times. */
  @Benchmark
  public void protocol(Blackhole hole, StudyCounts counts, ConnectTimes times)
      throws InterruptedException, ExecutionException {
    startCounting();
    long from = System.nanoTime();
    times.served = runStreams();
    times.fill(before, usage(), (System.nanoTime() - from) / 1e6, streams, PROCESSORS);
    hole.consume(times);
    stopCounting(counts);
  }

  private int runStreams() throws InterruptedException, ExecutionException {
    List<Callable<Integer>> work = new ArrayList<>();
    for (int i = 0; i < streams; i++) {
      int number = i;
      work.add(() -> stream(number));
    }
    int served = 0;
    for (Future<Integer> stream : threads.invokeAll(work)) {
      served += stream.get();
    }
    if (served != streams * connects) {
      throw new IllegalStateException(served + " connects instead of " + streams * connects);
    }
    return served;
  }

  private int stream(int number) throws SQLException {
    int served = 0;
    for (int i = 0; i < connects; i++) {
      burn(clientWork);
      served += connect(number);
    }
    return served;
  }

  /** Processor time, whatever else has the processor meanwhile. */
  private static void burn(int millis) {
    long end = THREADS.getCurrentThreadCpuTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (millis > 0 && THREADS.getCurrentThreadCpuTime() < end) {
      Thread.onSpinWait();
    }
  }

  private int connect(int stream) throws SQLException {
    try (Connection connection = points.of(stream).take()) {
      return connection.isClosed() ? 0 : 1;
    }
  }

  private ConnectTimes.Clocks usage() {
    return ConnectTimes.Clocks.read(database(), server, points.processes());
  }

  /** Returns the values of parameters that cannot run here, each with the reason. */
  private static Map<Map.Entry<String, String>, String> absent() {
    Database database = BenchDatabase.named();
    Map<Map.Entry<String, String>, String> absent = new LinkedHashMap<>();
    for (ConnectMode each : ConnectMode.values()) {
      each.absence(database.url(), BenchDatabase.isEmbedded())
          .ifPresent(why -> absent.put(Map.entry("mode", each.name()), why));
    }
    Pinning.absence().ifPresent(why -> absent.put(Map.entry("pinned", "true"), why));
    if (DatabaseKind.ORACLE.isOf(database.url())
        && System.getenv().getOrDefault(ConnectMode.Points.FURTHER_URLS, "").isBlank()) {
      absent.put(Map.entry("listeners", "2"), ConnectMode.Points.FURTHER_ABSENT);
    }
    return absent;
  }

  /** What of the servers' work cannot be seen. */
  private static List<Gap> unseen(Database database) {
    List<Gap> gaps = new ArrayList<>();
    if (!BenchDatabase.isEmbedded()) {
      String why = "the server is not ours; a machine or a container's limit can keep it apart";
      gaps.add(Gap.absent("processors of their own for client and server", why));
    }
    Optional<OracleAccount> oracle = OracleAccount.read(database);
    if (oracle.isPresent()) {
      oracle.get().refusals().stream()
          .map(why -> Gap.absent("of Oracle's own account", why))
          .forEach(gaps::add);
      return gaps;
    }
    try {
      if (ProcessTimes.ofServer(database).isEmpty()) {
        String why = "needs a PostgreSQL on this machine, and Linux; or an Oracle";
        gaps.add(Gap.absent("server CPU", why));
      }
    } catch (SQLException e) {
      gaps.add(Gap.absent("server CPU", e.getMessage()));
    }
    return gaps;
  }
}
