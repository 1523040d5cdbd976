package cloakroom.state;

/** Session state that a store keeps, so that any application module can restore the session. */
public record Snapshot(String module, String session, long version, ModuleState state) {
  public Snapshot {
    if (version < 0) {
      throw new IllegalArgumentException("version " + version + " (expected: 0 or more)");
    }
  }
}
