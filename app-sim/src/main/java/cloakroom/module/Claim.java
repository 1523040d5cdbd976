package cloakroom.module;

/**
 * A decision of the pool: which instance a request gets and what must happen to it first.
 *
 * @param transition how the instance was found
 * @param instance the instance, already busy for the session
 * @param victim the session that still owns the state in it, or null
 */
record Claim<M extends ApplicationModule>(
    Transition transition, ModuleInstance<M> instance, SessionCookie victim) {

  /** The transitions of a check-out (ADF-BC, state machine). */
  enum Transition {
    /** T1: the session's own instance, available and referenced */
    AFFINITY(Count.AFFINITY_HITS),
    /** T1 for an instance that is reserved for the session */
    RESERVED(Count.AFFINITY_HITS),
    /** T2: an instance that holds nobody's state */
    FREE(Count.FREE_HITS),
    /** T3: a new instance below the recycle threshold */
    CREATE(Count.CREATED),
    /** T4: the least recently used instance that holds another session's state */
    RECYCLE(Count.RECYCLES),
    /** T5: a new instance past the threshold, because all others are in use */
    GROW(Count.CREATED);

    private final Count count;

    Transition(Count count) {
      this.count = count;
    }

    Count count() {
      return count;
    }

    boolean keepsState() {
      return this == AFFINITY || this == RESERVED;
    }

    boolean builds() {
      return this == CREATE || this == GROW;
    }
  }
}
