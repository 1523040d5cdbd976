package cloakroom.bench.family.store;

import cloakroom.bench.family.Family;
import cloakroom.bench.family.FamilyResult;
import cloakroom.bench.lab.BenchDatabase;
import cloakroom.bench.subject.Connections;
import cloakroom.contract.Installed;
import cloakroom.database.Database;
import cloakroom.state.AdfLikeState;
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
  private static final double LOG_BYTES = 2048;

  /** As the tier has them: the default, and the one that knows the module's names. */
  private static final List<SnapshotCodec> CODECS =
      List.of(SnapshotCodecs.BINARY, SnapshotCodecs.ZSTD.ofModule(AdfLikeState.blank()));

  @Override
  public String name() {
    return "store";
  }

  @Override
  public FamilyResult run(Family.Plan plan, Consumer<String> progress) throws Exception {
    Database database = BenchDatabase.named();
    FamilyResult found = new FamilyResult(name());
    StoreCell.Pace pace = new StoreCell.Pace(WARM_UP, BLOCK, plan.rounds() * BLOCKS_IN_A_ROUND);
    try (StoreConnections connections = new StoreConnections(database, POOL)) {
      Measuring measuring =
          payload -> {
            progress.accept("store: " + payload.name());
            return measure(payload, database, connections, pace, found);
          };
      for (int kilobytes : KILOBYTES) {
        Path folder = Installed.results(Installed.folder(StoreFamily.class));
        List<StoreCell> cells = measuring.of(Payload.bytes(kilobytes, folder));
        if (kilobytes == 1) {
          cells.forEach(cell -> ratio(found, cell, Payload.OURS, Payload.RAW, 0.95));
        }
        cells.forEach(cell -> bestPeer(found, cell, Payload.OURS));
        counts(found, cells.get(0));
      }
      measuring
          .of(Payload.text(10))
          .forEach(cell -> ratio(found, cell, Payload.OURS, Payload.RAW, 1.3));
      List<StoreCell> one = measuring.of(Payload.adf(1, CODECS));
      List<StoreCell> eight = measuring.of(Payload.adf(8, CODECS));
      for (SnapshotCodec codec : CODECS) {
        String subject = Payload.ours(codec);
        ratio(found, one.get(0), subject, Payload.JETTY, 2.2);
        ratio(found, one.get(1), subject, Payload.JETTY, 2.7);
        eight.forEach(cell -> ratio(found, cell, subject, Payload.JETTY, 4));
        Stream.of(one, eight).flatMap(List::stream).forEach(cell -> bestPeer(found, cell, subject));
      }
      String zstd = Payload.ours(CODECS.get(1));
      double log = one.get(0).counts().get(zstd).logBytes();
      found.atMost(one.get(0).name() + ": log of " + zstd, LOG_BYTES, "B/op", log);
    }
    found.remarks().addAll(remarks(database));
    return found;
  }

  @FunctionalInterface
  private interface Measuring {
    List<StoreCell> of(Payload payload) throws Exception;
  }

  /** One cell for each number of threads. */
  private static List<StoreCell> measure(
      Payload payload,
      Database database,
      StoreConnections connections,
      StoreCell.Pace pace,
      FamilyResult found)
      throws Exception {
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
        cell.rows(found);
        cells.add(cell);
      }
    }
    return cells;
  }

  /** What one write and one read may ask of the database. */
  private static void counts(FamilyResult found, StoreCell cell) {
    OperationCounts ours = cell.counts().get(Payload.OURS);
    String what = cell.name() + ": %s to write and read";
    found.atMost(what.formatted("statements"), 2, "an operation", ours.statements());
    found.atMost(what.formatted("round trips"), 2, "an operation", ours.roundTrips());
    found.atMost(what.formatted("write transactions"), 1, "an operation", ours.writes());
  }

  /** No peer is faster. */
  private static void bestPeer(FamilyResult found, StoreCell cell, String subject) {
    String best =
        Payload.PEERS.stream()
            .max(Comparator.comparingDouble(peer -> cell.of(peer).rate()))
            .orElseThrow();
    ratio(found, cell, subject, best, 1);
  }

  /** How many times as fast as another one it has to be. */
  private static void ratio(
      FamilyResult found, StoreCell cell, String above, String below, double limit) {
    found.atLeast(
        cell.name() + ": " + above + " / " + below, limit, cell.of(above).over(cell.of(below)));
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
