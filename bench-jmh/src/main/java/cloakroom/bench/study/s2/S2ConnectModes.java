package cloakroom.bench.study.s2;

import cloakroom.bench.lab.BenchDatabase;
import cloakroom.bench.lab.Experiment;
import cloakroom.bench.lab.JmhExperiment;
import cloakroom.bench.lab.StudyCard;
import cloakroom.bench.lab.StudyResult.Gap;
import cloakroom.bench.lab.StudyState;
import cloakroom.bench.machine.OracleAccount;
import cloakroom.bench.machine.ProcessTimes;
import cloakroom.bench.subject.ConnectMode;
import cloakroom.database.Database;
import java.sql.Connection;
import java.sql.SQLException;
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
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
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
 * 4,096 times at each connect, whoever answers.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S2ConnectModes -p mode=DIRECT -p streams=1,6</pre>
 */
public class S2ConnectModes extends StudyState {
  private static final int CONNECTS = 400;
  private static final int WARM_UP = 100;

  /** What answers its card: without the modes that cannot be had here. */
  public static Experiment experiment(StudyCard card) {
    return new JmhExperiment(card, S2ConnectModes.class, S2ConnectModes::needs);
  }

  /** What serves a connection. */
  @Param({"DIRECT", "BOUNCER_SESSION"})
  public ConnectMode mode;

  @Param({"1", "2", "3", "4", "5", "6"})
  public int streams;

  /** Addresses to connect to, in turn. */
  @Param("1")
  public int listeners;

  private ConnectMode.Points points;
  private ExecutorService threads;
  private OptionalLong server;
  private ConnectTimes.Clocks before;

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
    server = ProcessTimes.ofServer(database());
    for (int i = 0; i < WARM_UP; i++) {
      connect(i);
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
  @Warmup(iterations = 0)
  @Measurement(iterations = 1)
  public void protocol(Blackhole hole, Counts counts, ConnectTimes times)
      throws InterruptedException, ExecutionException {
    startCounting();
    long from = System.nanoTime();
    times.served = runStreams();
    times.fill(before, usage(), (System.nanoTime() - from) / 1e6, streams);
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

  private ConnectTimes.Clocks usage() {
    return ConnectTimes.Clocks.read(database(), server, points.processes());
  }

  private static JmhExperiment.Needs needs() {
    Database database = BenchDatabase.named();
    Map<String, String> absent = new TreeMap<>();
    for (ConnectMode each : ConnectMode.values()) {
      each.absence(database.url(), BenchDatabase.isEmbedded())
          .ifPresent(why -> absent.put(each.name(), why));
    }
    return new JmhExperiment.Needs("mode", absent, unseen(database));
  }

  /** What of the servers' work cannot be seen. */
  private static List<Gap> unseen(Database database) {
    Optional<OracleAccount> oracle = OracleAccount.read(database);
    if (oracle.isPresent()) {
      return oracle.get().refusals().stream()
          .map(why -> Gap.absent("of Oracle's own account", why))
          .toList();
    }
    try {
      return ProcessTimes.ofServer(database).isPresent()
          ? List.of()
          : List.of(
              Gap.absent(
                  "server CPU", "needs a PostgreSQL on this machine, and Linux; or an Oracle"));
    } catch (SQLException e) {
      return List.of(Gap.absent("server CPU", e.getMessage()));
    }
  }
}
