package cloakroom.passivation;

/**
 * How far a purge has come. What is neither deleted, locked nor remaining was written, kept alive
 * or deleted by a node meanwhile.
 *
 * @param found snapshots older than asked when the purge began
 * @param deleted of them, deleted by this purge
 * @param locked of them, passed over because a transaction had locked their row
 * @param remaining of them, not looked at yet
 */
public record PurgeReport(long found, long deleted, long locked, long remaining) {

  static PurgeReport before(long found) {
    return new PurgeReport(found, 0, 0, found);
  }

  PurgeReport after(long looked, long deletedNow, long lockedNow) {
    return new PurgeReport(found, deleted + deletedNow, locked + lockedNow, remaining - looked);
  }
}
