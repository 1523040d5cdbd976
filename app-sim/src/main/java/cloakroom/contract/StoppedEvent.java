package cloakroom.contract;

/** The last line of a node of the tier that runs under {@code serve --json}. */
public record StoppedEvent(String event, NodeReport counters) {
  /** The name of the event; a database's is the same, without a report. */
  public static final String EVENT = "stopped";

  public StoppedEvent(NodeReport counters) {
    this(EVENT, counters);
  }
}
