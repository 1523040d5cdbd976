package cloakroom.passivation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Removes the snapshots that no session will read again: those of sessions that crashed, of failed
 * log-outs, of stopped load tests (DOCUMARK). It goes by age alone, so the snapshots of live
 * sessions must be kept young ({@link SnapshotStore#keepAlive}).
 */
public interface SnapshotPurge {

  /**
   * What a purge is told.
   *
   * @param olderThan age from which a snapshot goes; more than zero
   * @param batch snapshots of one transaction, 1 to 10,000
   * @param dryRun count, and change nothing
   */
  record PurgeOrder(Duration olderThan, int batch, boolean dryRun) {
    /** As many as the twin in the E-Business Suite deletes for each commit (GH-FND). */
    public static final int DEFAULT_BATCH = 200;

    private static final int LARGEST_BATCH = 10_000;

    /** Refuses what would delete everything, or nothing. */
    public PurgeOrder {
      if (olderThan.isZero() || olderThan.isNegative()) {
        throw new IllegalArgumentException(
            "purge of snapshots older than "
                + olderThan
                + ": expected more than zero (BC4J_CLEANUP ignores negative ages; here they are"
                + " refused)");
      }
      if (batch < 1 || batch > LARGEST_BATCH) {
        throw new IllegalArgumentException(
            "batch " + batch + ": expected a number from 1 to " + LARGEST_BATCH);
      }
    }
  }

  /**
   * How far a purge has come. What is neither deleted, locked nor remaining was written, kept alive
   * or deleted by a node meanwhile.
   *
   * @param found snapshots older than asked when the purge began
   * @param deleted of them, deleted by this purge
   * @param locked of them, passed over because a transaction had locked their row
   * @param remaining of them, not looked at yet
   */
  record PurgeReport(long found, long deleted, long locked, long remaining) {}

  /**
   * Deletes old snapshots batch by batch, each batch for good; what is in use is passed over.
   *
   * @param progress told the state before the first batch and after each
   * @return the state at the end
   * @throws SnapshotStoreException if the store fails; batches told of before stay deleted
   */
  PurgeReport purge(PurgeOrder order, Consumer<PurgeReport> progress);

  record Batch(long deleted, long locked) {}

  /** The course that is the same for every store, which deletes the ids of one batch. */
  static PurgeReport run(
      PurgeOrder order,
      List<Long> found,
      Function<List<Long>, Batch> deletion,
      Consumer<PurgeReport> progress) {
    PurgeReport report = new PurgeReport(found.size(), 0, 0, found.size());
    progress.accept(report);
    for (int from = 0; from < found.size() && !order.dryRun(); from += order.batch()) {
      int to = Math.min(from + order.batch(), found.size());
      Batch batch = deletion.apply(new ArrayList<>(found.subList(from, to)));
      report =
          new PurgeReport(
              found.size(),
              report.deleted + batch.deleted,
              report.locked + batch.locked,
              found.size() - to);
      progress.accept(report);
    }
    return report;
  }
}
