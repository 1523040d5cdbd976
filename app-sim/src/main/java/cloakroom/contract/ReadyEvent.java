package cloakroom.contract;

/**
 * Event of {@code serve --json} when a node accepts requests. {@code relayProcessId} 0: no relay.
 */
public record ReadyEvent(
    String event, int port, int adminPort, long processId, long relayProcessId) {
  public static final String EVENT = "ready"; // also of database

  public ReadyEvent(int port, int adminPort, long processId, long relayProcessId) {
    this(EVENT, port, adminPort, processId, relayProcessId);
  }
}
