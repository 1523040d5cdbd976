package cloakroom.passivation;

/**
 * Name of a stored snapshot. A writer that replaces or deletes a snapshot names id and version, so
 * that it cannot overwrite a state that it did not read.
 *
 * @param id the store's id of it, greater than 0
 * @param version the session's version in it, 0 or more
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
