package cloakroom.passivation;

/**
 * Identity of a stored snapshot: its id and the session's version. A writer passes the version that
 * it read, so that the store can reject a write over a newer version.
 */
public record StoredSnapshot(long id, long version) {
  public StoredSnapshot {
    if (id <= 0) {
      throw new IllegalArgumentException("snapshot id " + id + " (expected: more than 0)");
    }
    if (version < 0) {
      throw new IllegalArgumentException("version " + version + " (expected: 0 or more)");
    }
  }

  @Override
  public String toString() {
    return id + " version " + version;
  }
}
