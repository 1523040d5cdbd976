package cloakroom.passivation;

import java.time.Duration;

/**
 * What a purge is told.
 *
 * @param olderThan age from which a snapshot goes; more than zero
 * @param batch snapshots of one transaction, 1 to 10,000
 * @param dryRun count, and change nothing
 */
public record PurgeOrder(Duration olderThan, int batch, boolean dryRun) {
  /** As many as the twin in the E-Business Suite deletes for each commit (GH-FND). */
  public static final int DEFAULT_BATCH = 200;

  private static final int LARGEST_BATCH = 10_000;

  /** Refuses what would delete everything, or nothing. */
  public PurgeOrder {
    if (olderThan.isZero() || olderThan.isNegative()) {
      throw new IllegalArgumentException(
          "purge of snapshots older than "
              + olderThan
              + ": expected more than zero (BC4J_CLEANUP ignores negative ages; here they are refused)");
    }
    if (batch < 1 || batch > LARGEST_BATCH) {
      throw new IllegalArgumentException(
          "batch " + batch + ": expected a number from 1 to " + LARGEST_BATCH);
    }
  }
}
