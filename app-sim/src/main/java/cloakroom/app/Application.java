package cloakroom.app;

import cloakroom.contract.StateKind;
import cloakroom.module.ApplicationModulePool;
import cloakroom.module.SessionCookie;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/**
 * Operations of the two pages, each one request of one session, and of the state-kind probes. An
 * operation on a session's module throws {@link cloakroom.module.CheckOutException} if its
 * check-out or check-in fails. The defaults are those of an application without modules and state.
 */
public interface Application extends AutoCloseable {
  /**
   * Opens a page: executes its query and fetches the first range of rows.
   *
   * @param user number of the user whose rows the session shows from now on
   * @throws ApplicationException if that user has no rows; the session remains as it was
   */
  Page.Answer open(UserSession session, Page page, long user);

  /** Scrolls to the page's next range of rows. */
  Page.Answer scroll(UserSession session, Page page);

  /** Changes the current row without writing it. */
  Page.ChangeAnswer change(UserSession session, Page page, String value);

  /** Writes and commits the changes of the page. */
  default Page.TransactionAnswer commit(UserSession session, Page page) {
    return commit(session, page, null);
  }

  /**
   * Changes the current row, unless the value is null, and commits. After a failure the change
   * stays uncommitted.
   *
   * @throws ApplicationException if another user has locked or changed a row, or if the result of
   *     this or an earlier commit is unknown
   */
  Page.TransactionAnswer commit(UserSession session, Page page, String value);

  /** Discards the changes of the page, and the unknown result of an earlier commit. */
  Page.TransactionAnswer rollback(UserSession session, Page page);

  record VisitAnswer(long user) {}

  /**
   * Result of a state-kind probe. A probe writes a value that only its session knows into a place,
   * and a later request of the session reads that place. The client compares the values; null means
   * no value.
   */
  record ProbeAnswer(String kind, String value) {}

  /** Executes one short query for a user in the module of the probes, and leaves no state. */
  default VisitAnswer visit(UserSession session, long user) {
    return new VisitAnswer(user);
  }

  /** Writes a value of at most 60 characters into the place of a state kind. */
  default ProbeAnswer write(UserSession session, StateKind kind, String value) {
    return read(session, kind);
  }

  /** Reads the value of a state kind and changes nothing; not supported without modules. */
  default ProbeAnswer read(UserSession session, StateKind kind) {
    throw new ApplicationException(
        ApplicationException.Reason.REFUSED,
        "this application has no modules, so there is no state to probe: choose a policy other than"
            + " noop",
        null);
  }

  /** Rolls back and removes the value of a state kind from the module and its connection. */
  default ProbeAnswer clear(UserSession session, StateKind kind) {
    return new ProbeAnswer(kind.key(), null);
  }

  /** Ends the session in every pool. */
  default void end(UserSession session, SessionCookie.End how) {}

  /**
   * Renews the snapshots of sessions that are idle at most this time, so that no purge finds them.
   */
  default void keepAlive(Collection<UserSession> living, Duration maxIdle) {}

  /** Returns whether another node can continue a session, with tickets that the client carries. */
  default boolean supportsFailover() {
    return false;
  }

  /**
   * Returns whether the session has a snapshot that its client or this node has named: the proof
   * that another node has served it and that it has not logged out since.
   *
   * @param maxAge age above which a snapshot does not count; null for any age
   * @throws cloakroom.module.CheckOutException if the store cannot be read now
   */
  default boolean hasSnapshot(UserSession session, Duration maxAge) {
    return false;
  }

  /** Returns the open pools, first those of the pages. */
  default List<ApplicationModulePool<?>> pools() {
    return List.of();
  }

  /** Closes the pools, which passivate their referenced state, and then the snapshot store. */
  @Override
  default void close() {}
}
