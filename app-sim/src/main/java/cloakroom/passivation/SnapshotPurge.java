package cloakroom.passivation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Purge of snapshots that no session will read again: of crashed sessions, failed log-outs and
 * stopped load tests (DOCUMARK). Only the age decides, so {@link SnapshotStore#keepAlive} must
 * renew the snapshots of live sessions.
 */
public interface SnapshotPurge {

  /**
   * Settings of a purge.
   *
   * @param olderThan minimum age of a purged snapshot; more than zero
   * @param batch snapshots of one transaction, 1 to 10,000
   * @param dryRun whether to count only
   */
  record PurgeOrder(Duration olderThan, int batch, boolean dryRun) {
    /** Batch size of the E-Business Suite's purge (GH-FND). */
    public static final int DEFAULT_BATCH = 200;

    private static final int MAX_BATCH = 10_000;

    public PurgeOrder {
      if (olderThan.isZero() || olderThan.isNegative()) {
        throw new IllegalArgumentException(
            "purge of snapshots older than " + olderThan + ": the age must be more than zero");
      }
      if (batch < 1 || batch > MAX_BATCH) {
        throw new IllegalArgumentException("batch " + batch + ": must be from 1 to " + MAX_BATCH);
      }
    }
  }

  /**
   * Progress of a purge. The difference between found and the sum of the others was written, kept
   * alive or deleted concurrently.
   *
   * @param found old snapshots at the start
   * @param deleted snapshots deleted by this purge
   * @param locked snapshots skipped because a transaction had locked their row
   * @param remaining snapshots not yet processed
   */
  record PurgeReport(long found, long deleted, long locked, long remaining) {}

  /**
   * Deletes old snapshots in batches, one transaction each; skips those in use.
   *
   * @param progress called before the first batch and after each
   * @return the final state
   * @throws SnapshotStoreException if the store fails; reported batches stay deleted
   */
  PurgeReport purge(PurgeOrder order, Consumer<PurgeReport> progress);

  record Batch(long deleted, long locked) {}

  /** Runs a purge of any store, whose {@code deletion} deletes the ids of one batch. */
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
