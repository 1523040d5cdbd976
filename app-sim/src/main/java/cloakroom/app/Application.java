package cloakroom.app;

import cloakroom.module.ApplicationModulePool;
import cloakroom.module.SessionCookie;
import cloakroom.module.SessionTicket;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The operations of the two pages, each one request of one session. */
public interface Application extends AutoCloseable {
  /**
   * What a page shows after it was opened or scrolled.
   *
   * @param page the page's name
   * @param key key of the current row
   * @param value its value as this session sees it
   * @param pending whether the session has uncommitted changes on this page
   * @param rangeStart rows before the range
   * @param rows the range
   */
  record PageAnswer(
      String page, long key, String value, boolean pending, int rangeStart, List<Page.Row> rows) {}

  /**
   * What a change did.
   *
   * @param page the page's name
   * @param key key of the current row
   * @param previous what this session saw before
   * @param value what it sees now
   * @param pending always true: nothing is written yet
   */
  record ChangeAnswer(String page, long key, String previous, String value, boolean pending) {}

  /**
   * What a commit or rollback did.
   *
   * @param page the page's name
   * @param key key of the current row
   * @param value what the session sees now
   * @param changes rows written, or changes given up
   * @param pending whether anything is still uncommitted
   */
  record TransactionAnswer(String page, long key, String value, int changes, boolean pending) {}

  /**
   * Opens a page: query and first range of rows.
   *
   * @param user whose rows the session works on from now on
   * @throws NoSuchRowException if that user has no rows; the session is as it was
   * @throws cloakroom.module.CheckOutException if the session's module cannot be had
   */
  PageAnswer open(UserSession session, Page page, long user);

  /** Goes to the page's next range of rows. */
  PageAnswer scroll(UserSession session, Page page);

  /** Changes the current row without writing it. */
  ChangeAnswer change(UserSession session, Page page, String value);

  /**
   * Writes and commits what is pending on the page.
   *
   * @throws ConflictException if another user was there first
   * @throws CommitInDoubtException if nobody knows whether this commit or an earlier one was made
   */
  TransactionAnswer commit(UserSession session, Page page);

  /** Gives up what is pending on the page, and with it any doubt about an earlier commit. */
  TransactionAnswer rollback(UserSession session, Page page);

  /** The probes of the state kinds; an application without modules refuses them. */
  default StateProbes stateKinds() {
    return StateProbes.NONE;
  }

  /** Ends the session in every pool. */
  void end(UserSession session, SessionCookie.End how);

  /**
   * Keeps the snapshots of living sessions young, so that a purge by age spares them.
   *
   * @param unusedAtMost no session has been unused for longer
   */
  void keepAlive(Collection<UserSession> living, Duration unusedAtMost);

  /** Whether clients carry what another node needs to go on with their session. */
  boolean sessionsTravel();

  /**
   * Whether the store holds a snapshot of this session that one of these tickets names: the proof
   * that another node has served it and that it has not logged out since.
   *
   * @throws cloakroom.module.CheckOutException if the store cannot be asked now
   */
  default boolean holds(String sessionId, Map<String, SessionTicket> tickets) {
    return false;
  }

  /** The pools in use, the pages' first; none when the application needs none. */
  List<ApplicationModulePool<?>> pools();

  /** Closes the pools, whose referenced state is passivated, and then the snapshot store. */
  @Override
  void close();
}
