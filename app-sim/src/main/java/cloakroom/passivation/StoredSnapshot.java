package cloakroom.passivation;

/**
 * The name of a stored snapshot: where it is, and which state of the session it holds. A writer
 * that replaces or deletes a snapshot names it in full, so that it cannot overwrite a state that it
 * never saw.
 *
 * @param id the store's own number for it, greater than 0
 * @param version the session's version that it holds, 0 or more
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
