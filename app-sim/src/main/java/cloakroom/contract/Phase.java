package cloakroom.contract;

/** The two phases of a trial, as requests, counters and the events of the load engine name them. */
public final class Phase {
  /** Load that is in no figure; a request says so in the header {@link Headers#PHASE}. */
  public static final String WARM_UP = "warm-up";

  /** Load that counts. */
  public static final String MEASURED = "measured";

  private Phase() {}
}
