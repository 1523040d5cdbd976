package cloakroom.module;

import cloakroom.passivation.StoredSnapshot;

/**
 * Failover cookie of a session in one pool, with which another node can continue the session. The
 * client stores the cookie, as in ADF (sources SIEBEL and JD-COOKIE in docs/internals/sources.md).
 *
 * @param version version of the session's state; 0 if the session has no state
 * @param snapshot last snapshot of the session, which may be older than {@code version}; null for
 *     none
 */
public record SessionTicket(long version, StoredSnapshot snapshot) {
  public SessionTicket {
    if (version < 0 || (snapshot != null && snapshot.version() > version)) {
      throw new IllegalArgumentException("version " + version + ", snapshot " + snapshot);
    }
  }

  public boolean hasSnapshot() {
    return snapshot != null;
  }

  public SessionTicket withoutSnapshot() {
    return new SessionTicket(version, null);
  }

  /** Returns version, snapshot id and snapshot version, such as 3:150:2; 3:0:0 without snapshot. */
  public String text() {
    return version + (hasSnapshot() ? ":" + snapshot.id() + ":" + snapshot.version() : ":0:0");
  }

  public static SessionTicket parse(String text) {
    String[] numbers = text.split(":", -1);
    long id = Long.parseLong(numbers[1]);
    long stored = Long.parseLong(numbers[2]);
    return new SessionTicket(
        Long.parseLong(numbers[0]), id == 0 && stored == 0 ? null : new StoredSnapshot(id, stored));
  }
}
