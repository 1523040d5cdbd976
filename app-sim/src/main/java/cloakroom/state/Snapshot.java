package cloakroom.state;

/**
 * A session's state at one moment, ready to be stored and to be activated elsewhere.
 *
 * @param module name of the root module it belongs to
 * @param session id of the session it belongs to
 * @param version the session's version that it holds, 0 or more
 */
public record Snapshot(String module, String session, long version, ModuleState state) {

  public Snapshot {
    if (version < 0) {
      throw new IllegalArgumentException("version " + version + " (expected: 0 or more)");
    }
  }
}
