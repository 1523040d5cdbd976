package cloakroom.app;

import cloakroom.application.PageDefinition;
import cloakroom.application.PageDefinition.StepDefinition;
import cloakroom.contract.StateKind;
import cloakroom.module.ApplicationModulePool;
import cloakroom.module.SessionCookie;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Operations of the simulated application on its pages. Further operations check whether session
 * state survives between requests. Each call is one request of one session. The default methods are
 * for an application without state. A call throws {@link cloakroom.module.CheckOutException} if a
 * module's check-out from the pool or check-in fails.
 */
public interface Application extends AutoCloseable {
  /** Returns the pages by name, in the order of the application's definition. */
  Map<String, PageDefinition> pages();

  /**
   * Performs one step of a page. Changes stay in the module's memory until a commit writes them. If
   * the commit fails, they stay pending in the module. A rollback discards them, including those of
   * a commit whose result is unknown.
   *
   * @param user number of the user whose rows the session shows: for the step {@code open} until
   *     the session opens the page again, for other steps the session's user
   * @param value new watched value; required by a step that changes it, null for none in a commit
   * @throws ApplicationException if the user has no rows, if another user has locked or changed a
   *     row, or if a commit's result is unknown; the session then keeps its state
   */
  PageAnswer perform(
      UserSession session, PageDefinition page, StepDefinition step, long user, String value);

  record VisitAnswer(long user) {}

  /**
   * Test value that one request wrote to the session's state or that a later request read from it.
   * The client compares the written value with the read one to check whether the state survived.
   *
   * @param kind key of the {@link StateKind}
   * @param value value written or read; null if the state contains no value
   */
  record ProbeAnswer(String kind, String value) {}

  /** Executes one short query in the module for state checks. It leaves no session state. */
  default VisitAnswer visit(UserSession session, long user) {
    return new VisitAnswer(user);
  }

  /** Stores a test value, up to 60 characters, in session state of the given kind. */
  default ProbeAnswer write(UserSession session, StateKind kind, String value) {
    return read(session, kind);
  }

  /**
   * Reads the test value from session state of the given kind.
   *
   * @throws ApplicationException if the application has no modules
   */
  default ProbeAnswer read(UserSession session, StateKind kind) {
    throw new ApplicationException(
        ApplicationException.Reason.REFUSED,
        "this application has no modules, so there is no state to probe: choose a policy other than"
            + " noop",
        null);
  }

  /** Rolls back, and removes the test value from the module and from the database session. */
  default ProbeAnswer clear(UserSession session, StateKind kind) {
    return new ProbeAnswer(kind.key(), null);
  }

  default void end(UserSession session, SessionCookie.End how) {}

  /**
   * Marks the snapshots of live sessions as recent, so that no purge of old snapshots deletes them.
   *
   * @param maxIdle time after which the node ends an idle session
   */
  default void keepAlive(Collection<UserSession> living, Duration maxIdle) {}

  /**
   * Returns whether clients receive a failover cookie, so that another node can continue their
   * session.
   */
  default boolean supportsFailover() {
    return false;
  }

  /**
   * Returns whether the store contains a snapshot of this session. Such a session still exists,
   * possibly on another node, because a logout deletes the session's snapshots.
   *
   * @param maxAge maximum age of the snapshot; null for no limit
   */
  default boolean hasSnapshot(UserSession session, Duration maxAge) {
    return false;
  }

  default List<ApplicationModulePool<?>> pools() {
    return List.of();
  }

  /**
   * Closes the module pools, which saves the state of their sessions, and then the snapshot store.
   */
  @Override
  default void close() {}
}
