package cloakroom.passivation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Removes the snapshots that no session will read again: those of sessions that crashed, of failed
 * log-outs, of stopped load tests (DOCUMARK). It goes by age alone, so the snapshots of live
 * sessions must be kept young ({@link SnapshotStore#keepAlive}).
 */
public interface SnapshotPurge {

  /**
   * Deletes old snapshots batch by batch, each batch for good; what is in use is passed over.
   *
   * @param progress told the state before the first batch and after each
   * @return the state at the end
   * @throws SnapshotStoreException if the store fails; batches told of before stay deleted
   */
  PurgeReport purge(PurgeOrder order, Consumer<PurgeReport> progress);

  /** What became of one batch. */
  record Batch(long deleted, long locked) {}

  /** How a store deletes one batch. */
  interface Deletion {
    Batch delete(List<Long> ids);
  }

  /** The course that is the same for every store. */
  static PurgeReport run(
      PurgeOrder order, List<Long> found, Deletion deletion, Consumer<PurgeReport> progress) {
    PurgeReport report = PurgeReport.before(found.size());
    progress.accept(report);
    if (order.dryRun()) {
      return report;
    }
    for (int from = 0; from < found.size(); from += order.batch()) {
      List<Long> ids =
          new ArrayList<>(found.subList(from, Math.min(from + order.batch(), found.size())));
      Batch batch = deletion.delete(ids);
      report = report.after(ids.size(), batch.deleted(), batch.locked());
      progress.accept(report);
    }
    return report;
  }
}
