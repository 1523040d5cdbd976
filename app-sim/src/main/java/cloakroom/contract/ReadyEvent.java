package cloakroom.contract;

/**
 * Event of {@code serve --json} when a node accepts requests.
 *
 * @param event always {@value #EVENT}
 * @param port port of the pages
 * @param adminPort port of metrics and counters
 * @param relayProcessId process id of its relay, 0 without one
 */
public record ReadyEvent(
    String event, int port, int adminPort, long processId, long relayProcessId) {
  /** Name of the event, also of {@code database}. */
  public static final String EVENT = "ready";

  public ReadyEvent(int port, int adminPort, long processId, long relayProcessId) {
    this(EVENT, port, adminPort, processId, relayProcessId);
  }
}
