package cloakroom.contract;

/** Names of the two phases of a trial, in requests, counters and events of the load engine. */
public final class Phase {
  /** Load that is not measured; the request header {@link Headers#PHASE} marks it. */
  public static final String WARM_UP = "warm-up";

  public static final String MEASURED = "measured";

  private Phase() {}
}
