package cloakroom.passivation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Deletion of snapshots that no session will read again, for instance after a crash or a failed
 * log-out (DOCUMARK). A purge considers only the age. {@link SnapshotStore#keepAlive} must
 * therefore renew the snapshots of live sessions.
 */
public interface SnapshotPurge {
  record PurgeOrder(Duration olderThan, int batch, boolean dryRun) {
    /**
     * Default number of snapshots per transaction, from Oracle E-Business Suite's purge (GH-FND).
     */
    public static final int DEFAULT_BATCH = 200;

    public PurgeOrder {
      if (olderThan.isZero() || olderThan.isNegative()) {
        throw new IllegalArgumentException(
            "purge of snapshots older than " + olderThan + ": the age must be more than zero");
      }
      if (batch < 1 || batch > 10_000) {
        throw new IllegalArgumentException("batch " + batch + ": must be from 1 to 10000");
      }
    }
  }

  /**
   * Progress of a purge: numbers of old snapshots found at the start, deleted, skipped as locked,
   * and not yet processed. Snapshots that other transactions delete or renew count only as found.
   */
  record PurgeReport(long found, long deleted, long locked, long remaining) {}

  /**
   * Deletes old snapshots in batches, with one transaction per batch, and skips locked rows.
   * Reports progress at the start and after each batch. A failure does not undo completed batches.
   */
  PurgeReport purge(PurgeOrder order, Consumer<PurgeReport> progress);

  record Batch(long deleted, long locked) {}

  /** Purges the found snapshots batch by batch; {@code deletion} deletes the ids of one batch. */
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
      long deleted = report.deleted + batch.deleted;
      long locked = report.locked + batch.locked;
      report = new PurgeReport(found.size(), deleted, locked, found.size() - to);
      progress.accept(report);
    }
    return report;
  }
}
