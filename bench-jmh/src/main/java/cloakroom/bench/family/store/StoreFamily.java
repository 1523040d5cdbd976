package cloakroom.bench.family.store;

import cloakroom.bench.family.AdfLikeState;
import cloakroom.bench.family.Family;
import cloakroom.bench.family.FamilyResult;
import cloakroom.bench.family.FamilyResult.Row;
import cloakroom.bench.lab.BenchDatabase;
import cloakroom.bench.lab.Installation;
import cloakroom.database.Database;
import cloakroom.state.SnapshotCodec;
import cloakroom.state.SnapshotCodecs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

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
            Installation.find().target(),
            new StoreCell.Pace(WARM_UP, BLOCK, plan.rounds() * BLOCKS_IN_A_ROUND),
            progress)
        .all();
  }

  /** One run over a database. */
  static final class Run {
    private final Database database;
    private final Path folder;
    private final StoreCell.Pace pace;
    private final Consumer<String> progress;
    private final List<Row> rows = new ArrayList<>();
    private final StoreBars bars = new StoreBars();

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
      return new FamilyResult("store", rows, bars.results(), StoreRemarks.of(database));
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
}
