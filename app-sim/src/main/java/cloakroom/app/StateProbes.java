package cloakroom.app;

import cloakroom.contract.StateKind;

/**
 * The probes of the state kinds: each leaves a value that only its session knows in the place that
 * the kind names, and a later request of the session looks there again. What is found is told as it
 * is; whether it is the session's own is for the client to say. One root module serves all kinds.
 * By default there are no modules, and so nothing to write to or to read.
 */
public interface StateProbes {
  /** What a visit did: whose row it looked at. */
  record VisitAnswer(long user) {}

  /**
   * What a probe did or found.
   *
   * @param kind key of the kind
   * @param value the value now in the kind's place, or null when there is none
   */
  record ProbeAnswer(String kind, String value) {}

  /**
   * A request that leaves nothing: it takes the module, runs one cheap query and gives the module
   * back.
   *
   * @param user whose row the session works on from now on
   * @throws ApplicationException if that user has no row
   */
  default VisitAnswer visit(UserSession session, long user) {
    return new VisitAnswer(user);
  }

  /**
   * Leaves a value.
   *
   * @param value at most 60 characters
   * @throws ApplicationException if another transaction holds the user's row
   */
  default ProbeAnswer write(UserSession session, StateKind kind, String value) {
    return read(session, kind);
  }

  /** Looks for a value and changes nothing. */
  default ProbeAnswer read(UserSession session, StateKind kind) {
    throw new ApplicationException(
        ApplicationException.Reason.REFUSED,
        "this application has no modules, so there is no state to probe: choose a policy other than"
            + " noop",
        null);
  }

  /** Rolls back and removes what the kind left, in the module and in the connection at hand. */
  default ProbeAnswer clear(UserSession session, StateKind kind) {
    return new ProbeAnswer(kind.key(), null);
  }
}
