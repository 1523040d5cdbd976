package cloakroom.contract;

public record StoppedEvent(String event, NodeReport counters) {
  public static final String EVENT = "stopped"; // also of database, without a report

  public StoppedEvent(NodeReport counters) {
    this(EVENT, counters);
  }
}
