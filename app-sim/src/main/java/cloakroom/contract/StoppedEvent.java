package cloakroom.contract;

/** Last event of {@code serve --json}. */
public record StoppedEvent(String event, NodeReport counters) {
  /** Name of the event, also of {@code database}, which has no report. */
  public static final String EVENT = "stopped";

  public StoppedEvent(NodeReport counters) {
    this(EVENT, counters);
  }
}
