package cloakroom.bench.study.s2;

import cloakroom.bench.lab.BenchDatabase;
import cloakroom.bench.lab.Gap;
import cloakroom.bench.lab.JmhExperiment;
import cloakroom.bench.lab.Study;
import cloakroom.bench.lab.StudyCard;
import cloakroom.bench.lab.StudyCard.Chart;
import cloakroom.bench.lab.StudyCard.Ratio;
import cloakroom.bench.lab.StudyCard.Scale;
import cloakroom.bench.lab.StudyState;
import cloakroom.bench.machine.OracleAccount;
import cloakroom.bench.machine.ProcessTimes;
import cloakroom.bench.subject.ConnectMode;
import cloakroom.bench.subject.ConnectPoints;
import cloakroom.database.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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

  /** The study; at six streams the published difference is 8 %. */
  public static Study study() {
    StudyCard card =
        StudyCard.of(
                "S2",
                "Connect methods",
                185,
                "What does a connect cost when a process is made for it, and when a pool at the"
                    + " database's end answers, with 1 to 6 streams side by side?")
            .run(
                "mode",
                "DIRECT BOUNCER_SESSION BOUNCER_PLAIN DEDICATED SHARED POOLED".split(" ", -1))
            .run("streams", "1", "3", "6")
            .runInFull(
                "mode", Arrays.stream(ConnectMode.values()).map(Enum::name).toArray(String[]::new))
            .runInFull("streams", "1", "2", "3", "4", "5", "6")
            .drawn(new Chart("streams", "parallel streams", Scale.LINEAR, Scale.LINEAR))
            .compares(
                Stream.of(
                        pair("direct / PgBouncer session", "DIRECT", "BOUNCER_SESSION", 1.34, 1.08),
                        pair("direct / PgBouncer plain", "DIRECT", "BOUNCER_PLAIN"),
                        pair(
                            "direct / PgBouncer transaction",
                            "DIRECT",
                            "BOUNCER_TRANSACTION",
                            1.40,
                            1.08),
                        pair("dedicated / pooled", "DEDICATED", "POOLED", 1.34, 1.08),
                        pair("dedicated / shared", "DEDICATED", "SHARED", 1.40, 1.08))
                    .flatMap(List::stream)
                    .toList())
            .published("dedicated", seconds(24.265, 24.569, 26.511, 29.579, 33.383, 37.954))
            .published("shared", seconds(17.319, 17.301, 21.004, 25.325, 29.989, 35.180))
            .published("pooled", seconds(17.977, 18.000, 21.257, 25.417, 30.227, 35.146));
    return new Study(
        card, asked -> new JmhExperiment(asked, S2ConnectModes.class, S2ConnectModes::needs));
  }

  /** Serially the first takes longer; with six streams there is hardly a difference. */
  private static List<Ratio> pair(
      String name, String above, String below, double serial, double sixStreams) {
    return List.of(
        Ratio.above(
            name + ", serial",
            Map.of("mode", above, "streams", "1"),
            Map.of("mode", below, "streams", "1"),
            serial),
        Ratio.aboutOne(
            name + ", 6 streams",
            Map.of("mode", above, "streams", "6"),
            Map.of("mode", below, "streams", "6"),
            sixStreams));
  }

  /** The same where nobody has published anything: the first is expected to take longer. */
  private static List<Ratio> pair(String name, String above, String below) {
    return pair(name, above, below, Double.NaN, Double.NaN).stream()
        .map(ratio -> Ratio.above(ratio.name(), ratio.above(), ratio.below(), Double.NaN))
        .toList();
  }

  private static Map<Double, Double> seconds(double... byStreams) {
    return IntStream.range(0, byStreams.length)
        .boxed()
        .collect(Collectors.toMap(i -> i + 1.0, i -> byStreams[i]));
  }

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

  /** Stops what was started. */
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
