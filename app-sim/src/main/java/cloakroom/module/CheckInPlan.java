package cloakroom.module;

import cloakroom.contract.Counter;

/**
 * What a check-in does: a row of the policy's table.
 *
 * @param snapshot what a snapshot is counted under, or null where none is promised
 * @param state what becomes of the session's state
 * @param alwaysPassivates whether it counts as a passivation even where nothing was written,
 *     because the connection goes back
 * @param reserves whether the instance stays bound to its session, with its connection
 * @param removesInstance whether the instance goes
 */
record CheckInPlan(
    Counter snapshot,
    State state,
    boolean alwaysPassivates,
    boolean reserves,
    boolean removesInstance) {

  /** What becomes of a session's state at check-in. */
  enum State {
    /** it stays in the instance */
    STAYS,
    /** it is in the store, and no longer in memory */
    LEAVES_MEMORY,
    /** it ends with the request, and with it the session's snapshot */
    ENDS
  }
}
