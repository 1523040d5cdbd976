package cloakroom.module;

/**
 * What another node must be told to go on with a session: which version its state has, and which
 * snapshot holds it. It travels with the client, as ADF's failover cookie does (SIEBEL, JD-COOKIE).
 *
 * @param version the session's version, 0 for a session that has left nothing
 * @param snapshotId the session's last snapshot, 0 for none
 * @param snapshotVersion the version in that snapshot, at most {@code version}; 0 without a
 *     snapshot
 */
public record SessionTicket(long version, long snapshotId, long snapshotVersion) {

  /** Refuses what no session can have left. */
  public SessionTicket {
    boolean none = snapshotId == 0 && snapshotVersion == 0;
    boolean one = snapshotId > 0 && snapshotVersion >= 0 && snapshotVersion <= version;
    if (version < 0 || !(none || one)) {
      throw new IllegalArgumentException(
          "version " + version + ", snapshot " + snapshotId + " of version " + snapshotVersion);
    }
  }
}
