package cloakroom.state;

/**
 * State of a session that a store keeps and any instance can activate.
 *
 * @param module name of the root module
 * @param session id of the session
 * @param version version of the session's state, 0 or more
 */
public record Snapshot(String module, String session, long version, ModuleState state) {
  public Snapshot {
    if (version < 0) {
      throw new IllegalArgumentException("version " + version + " (expected: 0 or more)");
    }
  }
}
