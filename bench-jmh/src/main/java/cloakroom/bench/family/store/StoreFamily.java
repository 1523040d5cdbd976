package cloakroom.bench.family.store;

import cloakroom.bench.family.AdfLikeState;
import cloakroom.bench.family.Family;
import cloakroom.bench.family.FamilyResult;
import cloakroom.bench.family.FamilyResult.Bar;
import cloakroom.bench.family.FamilyResult.BarResult;
import cloakroom.bench.family.FamilyResult.Row;
import cloakroom.bench.lab.BenchDatabase;
import cloakroom.bench.lab.Installation;
import cloakroom.bench.lab.Interval;
import cloakroom.bench.subject.Connections;
import cloakroom.database.Database;
import cloakroom.state.SnapshotCodec;
import cloakroom.state.SnapshotCodecs;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.catalina.util.ServerInfo;
import org.eclipse.jetty.server.Server;
import org.springframework.session.jdbc.JdbcIndexedSessionRepository;

/**
 * Snapshot stores: a session's state written and read back, on a database whose commits reach the
 * disk unless it was told otherwise.
 */
public final class StoreFamily implements Family {
  private static final int POOL = 10;
  private static final int[] THREADS = {1, 8};
  private static final int[] KILOBYTES = {1, 10, 100};
  private static final Duration WARM_UP = Duration.ofMillis(400);

  /**
   * Short, and three in a round: a checkpoint or a slow disk then hits all subjects of a cell
   * alike.
   */
  private static final Duration BLOCK = Duration.ofMillis(100);

  private static final int BLOCKS_IN_A_ROUND = 3;

  /** As the tier has them: the default, and the one that knows the module's names. */
  private static final List<SnapshotCodec> CODECS =
      List.of(SnapshotCodecs.BINARY, SnapshotCodecs.ZSTD.ofModule(AdfLikeState.blank()));

  @Override
  public String name() {
    return "store";
  }

  @Override
  public FamilyResult run(Family.Plan plan, Consumer<String> progress) throws Exception {
    return new Run(
            BenchDatabase.named(),
            Installation.target(),
            new StoreCell.Pace(WARM_UP, BLOCK, plan.rounds() * BLOCKS_IN_A_ROUND),
            progress)
        .all();
  }

  static final class Run {
    private final Database database;
    private final Path folder;
    private final StoreCell.Pace pace;
    private final Consumer<String> progress;
    private final List<Row> rows = new ArrayList<>();
    private final Bars bars = new Bars();

    Run(Database database, Path folder, StoreCell.Pace pace, Consumer<String> progress) {
      this.database = database;
      this.folder = folder;
      this.pace = pace;
      this.progress = progress;
    }

    FamilyResult all() throws Exception {
      try (StoreConnections connections = new StoreConnections(database, POOL)) {
        for (int kilobytes : KILOBYTES) {
          List<StoreCell> cells = measure(Payload.bytes(kilobytes, folder), connections);
          if (kilobytes == 1) {
            cells.forEach(cell -> bars.ratio(cell, Payload.OURS, Payload.RAW, 0.95));
          }
          cells.forEach(cell -> bars.bestPeer(cell, Payload.OURS));
          bars.counts(cells.get(0));
        }
        measure(Payload.text(10), connections)
            .forEach(cell -> bars.ratio(cell, Payload.OURS, Payload.RAW, 1.3));
        List<StoreCell> one = measure(Payload.adf(1, CODECS), connections);
        List<StoreCell> eight = measure(Payload.adf(8, CODECS), connections);
        for (SnapshotCodec codec : CODECS) {
          String subject = Payload.ours(codec);
          bars.ratio(one.get(0), subject, Payload.JETTY, 2.2);
          bars.ratio(one.get(1), subject, Payload.JETTY, 2.7);
          eight.forEach(cell -> bars.ratio(cell, subject, Payload.JETTY, 4));
          Stream.of(one, eight).flatMap(List::stream).forEach(cell -> bars.bestPeer(cell, subject));
        }
        bars.log(one.get(0), Payload.ours(CODECS.get(1)));
      }
      return new FamilyResult("store", rows, bars.results(), remarks(database));
    }

    /** One cell for each number of threads. */
    private List<StoreCell> measure(Payload payload, StoreConnections connections)
        throws Exception {
      progress.accept("store: " + payload.name());
      Map<String, OperationCounts> counts = new LinkedHashMap<>();
      for (StoreSubject<?> subject : payload.subjects()) {
        counts.put(subject.name(), OperationCounts.of(subject, database));
      }
      List<StoreCell> cells = new ArrayList<>();
      try (StoreCell.Open open = new StoreCell.Open()) {
        for (StoreSubject<?> subject : payload.subjects()) {
          open.add(subject.open(connections));
        }
        for (int threads : THREADS) {
          String name = payload.name() + ", " + threads + (threads == 1 ? " thread" : " threads");
          StoreCell cell = new StoreCell(name, open.measure(threads, pace), counts);
          rows.addAll(cell.rows());
          cells.add(cell);
        }
      }
      return cells;
    }
  }

  private static final class Bars {
    private static final double LOG_BYTES = 2048;

    private final List<BarResult> results = new ArrayList<>();

    List<BarResult> results() {
      return List.copyOf(results);
    }

    /** What one write and one read may ask of the database. */
    void counts(StoreCell cell) {
      OperationCounts ours = cell.counts().get(Payload.OURS);
      count(cell, "statements", 2, ours.statements());
      count(cell, "round trips", 2, ours.roundTrips());
      count(cell, "write transactions", 1, ours.writes());
    }

    private void count(StoreCell cell, String what, double limit, double counted) {
      results.add(
          new BarResult(
              cell.name() + ": " + what + " to write and read",
              Bar.atMost(limit, "an operation"),
              Interval.counted(counted, 1)));
    }

    void log(StoreCell cell, String subject) {
      results.add(
          new BarResult(
              cell.name() + ": log of " + subject,
              Bar.atMost(LOG_BYTES, "B/op"),
              Interval.counted(cell.counts().get(subject).logBytes(), 1)));
    }

    /** No peer is faster. */
    void bestPeer(StoreCell cell, String subject) {
      String best =
          Payload.PEERS.stream()
              .max(Comparator.comparingDouble(peer -> cell.of(peer).rate()))
              .orElseThrow();
      ratio(cell, subject, best, 1);
    }

    /** How many times as fast as another one it has to be. */
    void ratio(StoreCell cell, String above, String below, double limit) {
      results.add(
          new BarResult(
              cell.name() + ": " + above + " / " + below,
              Bar.atLeast(limit),
              cell.of(above).over(cell.of(below))));
    }
  }

  /** What a reader of the figures must know. */
  private static List<String> remarks(Database database) throws SQLException {
    return List.of(
        "An operation writes a session's state and reads it back; each of "
            + StoreSubject.SESSIONS
            + " sessions belongs to one thread.",
        durability(database),
        "Peers: Jetty "
            + Server.getVersion()
            + ", Tomcat "
            + ServerInfo.getServerNumber()
            + ", Spring Session "
            + JdbcIndexedSessionRepository.class.getPackage().getImplementationVersion()
            + "; each notes the access, as it does at every request.",
        "All connections come from HikariCP with the same settings; it asks a connection whether it"
            + " lives only after 500 ms without use. Ours go through the tier's connection source.",
        "Statements include those that begin and end a transaction. WAL and write transactions are"
            + " the server's own counters, the least of three rounds.");
  }

  private static String durability(Database database) throws SQLException {
    try (Connection connection = database.connect()) {
      return "Durability: fsync "
          + Connections.ask(connection, "show fsync")
          + ", synchronous_commit "
          + Connections.ask(connection, "show synchronous_commit")
          + ", full_page_writes "
          + Connections.ask(connection, "show full_page_writes")
          + "; file store with fsync; memory keeps nothing.";
    }
  }
}
