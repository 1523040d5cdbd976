package cloakroom.contract;

/** Names of the two phases of a measured load, as used in requests, counters and events. */
public final class Phase {
  public static final String WARM_UP = "warm-up"; // marked by the header Headers.PHASE
  public static final String MEASURED = "measured";

  private Phase() {}
}
