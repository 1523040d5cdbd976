package cloakroom.app;

import cloakroom.module.ApplicationModulePool;
import cloakroom.module.SessionCookie;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The pages without modules and database: answers of the same shape from the session alone. It
 * bounds what the rest of a request can cost.
 */
public class NoopApplication implements Application {

  @Override
  public PageAnswer open(UserSession session, Page page, long user) {
    session.user(user);
    Page.Row row = new Page.Row(session.user(), value(session, page));
    return new PageAnswer(page.path(), row.key(), row.value(), false, 0, List.of(row));
  }

  @Override
  public PageAnswer scroll(UserSession session, Page page) {
    return open(session, page, session.user());
  }

  @Override
  public ChangeAnswer change(UserSession session, Page page, String value) {
    Map<Page, String> values = session.bareValues();
    synchronized (values) {
      String previous = value(session, page);
      values.put(page, value);
      return new ChangeAnswer(page.path(), session.user(), previous, value, true);
    }
  }

  @Override
  public TransactionAnswer commit(UserSession session, Page page) {
    return new TransactionAnswer(page.path(), session.user(), value(session, page), 1, false);
  }

  @Override
  public TransactionAnswer rollback(UserSession session, Page page) {
    return commit(session, page);
  }

  private static String value(UserSession session, Page page) {
    Map<Page, String> values = session.bareValues();
    synchronized (values) {
      return values.getOrDefault(page, page.path() + " " + session.user());
    }
  }

  @Override
  public void end(UserSession session, SessionCookie.End how) {
    // a session without state needs no end
  }

  @Override
  public void keepAlive(Collection<UserSession> living, Duration unusedAtMost) {
    // there are no snapshots
  }

  @Override
  public boolean sessionsTravel() {
    return false;
  }

  @Override
  public List<ApplicationModulePool<?>> pools() {
    return List.of();
  }

  @Override
  public void close() {
    // nothing is open
  }
}
