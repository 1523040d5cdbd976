package cloakroom.contract;

/**
 * The line with which a node of the tier tells, under {@code serve --json}, that it serves.
 *
 * @param event always {@value #EVENT}
 * @param port port of the pages
 * @param adminPort port of metrics and counters
 * @param relayProcessId of the relay between it and its database, 0 without one
 */
public record ReadyEvent(
    String event, int port, int adminPort, long processId, long relayProcessId) {
  /** The name of the event; a database's is the same. */
  public static final String EVENT = "ready";

  public ReadyEvent(int port, int adminPort, long processId, long relayProcessId) {
    this(EVENT, port, adminPort, processId, relayProcessId);
  }
}
