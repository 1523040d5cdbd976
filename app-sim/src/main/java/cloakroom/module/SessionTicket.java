package cloakroom.module;

import cloakroom.passivation.StoredSnapshot;

/**
 * State version and snapshot of a session, with which another node can continue it. The client
 * carries it, as ADF's failover cookie (SIEBEL, JD-COOKIE).
 *
 * @param version version of the session's state; 0 without state
 * @param snapshot last snapshot of the session, of no later version; null for none
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

  /** Returns the ticket of a session that starts again without its snapshot. */
  public SessionTicket withoutSnapshot() {
    return new SessionTicket(version, null);
  }

  /** Returns version, snapshot id and version of the snapshot, such as 3:150:2; 3:0:0 for none. */
  public String text() {
    return version + (hasSnapshot() ? ":" + snapshot.id() + ":" + snapshot.version() : ":0:0");
  }

  /**
   * Parses the text of a ticket, which consists of numbers.
   *
   * @throws IllegalArgumentException if no session can have that ticket
   */
  public static SessionTicket parse(String text) {
    String[] numbers = text.split(":", -1);
    long id = Long.parseLong(numbers[1]);
    long stored = Long.parseLong(numbers[2]);
    return new SessionTicket(
        Long.parseLong(numbers[0]), id == 0 && stored == 0 ? null : new StoredSnapshot(id, stored));
  }
}
