package cloakroom.app;

import cloakroom.contract.StateKind;
import cloakroom.module.ApplicationModulePool;
import cloakroom.module.SessionCookie;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/**
 * The operations of the two pages, each one request of one session. What is not an operation does
 * nothing by default: an application without modules has no state to keep or to end.
 */
public interface Application extends AutoCloseable {
  /**
   * Opens a page: query and first range of rows.
   *
   * @param user whose rows the session works on from now on
   * @throws ApplicationException if that user has no rows; the session is as it was
   * @throws cloakroom.module.CheckOutException if the session's module cannot be had
   */
  Page.Answer open(UserSession session, Page page, long user);

  /** Goes to the page's next range of rows. */
  Page.Answer scroll(UserSession session, Page page);

  /** Changes the current row without writing it. */
  Page.ChangeAnswer change(UserSession session, Page page, String value);

  /**
   * Writes and commits what is pending on the page.
   *
   * @throws ApplicationException if another user was there first, or if nobody knows whether this
   *     commit or an earlier one was made
   */
  default Page.TransactionAnswer commit(UserSession session, Page page) {
    return commit(session, page, null);
  }

  /**
   * The same, in one request with a change of the current row: a page whose button sends both.
   *
   * @param value of the change, which stays pending if the commit fails; null for no change
   */
  Page.TransactionAnswer commit(UserSession session, Page page, String value);

  /** Gives up what is pending on the page, and with it any doubt about an earlier commit. */
  Page.TransactionAnswer rollback(UserSession session, Page page);

  /** What a visit did: whose row it looked at. */
  record VisitAnswer(long user) {}

  /**
   * What a probe of a state kind did or found. A probe leaves a value that only its session knows
   * in the place that the kind names, and a later request of the session looks there again. What is
   * found is told as it is; whether it is the session's own is for the client to say.
   *
   * @param kind key of the kind
   * @param value the value now in the kind's place, or null when there is none
   */
  record ProbeAnswer(String kind, String value) {}

  /**
   * A request that leaves nothing: it takes the probes' module, runs one cheap query and gives the
   * module back.
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

  /** Looks for a value and changes nothing; an application without modules refuses that. */
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

  /** Ends the session in every pool. */
  default void end(UserSession session, SessionCookie.End how) {}

  /**
   * Keeps the snapshots of living sessions young, so that a purge by age spares them.
   *
   * @param unusedAtMost no session has been unused for longer
   */
  default void keepAlive(Collection<UserSession> living, Duration unusedAtMost) {}

  /** Whether clients carry what another node needs to go on with their session. */
  default boolean supportsFailover() {
    return false;
  }

  /**
   * Returns whether the store holds a snapshot of this session that its client has named: the proof
   * that another node has served it and that it has not logged out since.
   *
   * @param maxAge an older snapshot proves nothing; null for any age
   * @throws cloakroom.module.CheckOutException if the store cannot be read now
   */
  default boolean holds(UserSession session, Duration maxAge) {
    return false;
  }

  /** The pools in use, the pages' first; none when the application needs none. */
  default List<ApplicationModulePool<?>> pools() {
    return List.of();
  }

  /** Closes the pools, whose referenced state is passivated, and then the snapshot store. */
  @Override
  default void close() {}
}
