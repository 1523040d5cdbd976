package cloakroom.module;

import cloakroom.passivation.StoredSnapshot;

/**
 * What another node must be told to go on with a session: which version its state has, and which
 * snapshot holds it. It travels with the client, as ADF's failover cookie does (SIEBEL, JD-COOKIE).
 *
 * @param version the session's version, 0 for a session that has left nothing
 * @param snapshot the session's last snapshot, of no later version; null for none
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

  /** The same of a session that starts anew without its snapshot. */
  public SessionTicket withoutSnapshot() {
    return new SessionTicket(version, null);
  }

  /** As text {@code 3:150:2}: version, snapshot and that snapshot's version, 0 and 0 for none. */
  public String text() {
    return version + (hasSnapshot() ? ":" + snapshot.id() + ":" + snapshot.version() : ":0:0");
  }

  /**
   * Reads a text, of numbers.
   *
   * @throws IllegalArgumentException if no session can have left that
   */
  public static SessionTicket parse(String text) {
    String[] numbers = text.split(":", -1);
    long id = Long.parseLong(numbers[1]);
    long stored = Long.parseLong(numbers[2]);
    return new SessionTicket(
        Long.parseLong(numbers[0]), id == 0 && stored == 0 ? null : new StoredSnapshot(id, stored));
  }
}
