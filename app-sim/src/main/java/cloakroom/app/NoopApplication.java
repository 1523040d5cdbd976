package cloakroom.app;

import java.util.List;

/**
 * Application without modules and database, for the policy {@code noop}. Load tests use it to
 * measure the cost of a request without a pool.
 */
public class NoopApplication implements Application {
  @Override
  public Page.Answer open(UserSession session, Page page, long user) {
    session.user(user);
    Page.PageRow row = new Page.PageRow(session.user(), value(session, page));
    return new Page.Answer(page.path(), row.key(), row.value(), false, 0, List.of(row));
  }

  @Override
  public Page.Answer scroll(UserSession session, Page page) {
    return open(session, page, session.user());
  }

  @Override
  public Page.ChangeAnswer change(UserSession session, Page page, String value) {
    String previous = value(session, page);
    session.bareValues().put(page, value);
    return new Page.ChangeAnswer(page.path(), session.user(), previous, value, true);
  }

  @Override
  public Page.TransactionAnswer commit(UserSession session, Page page, String value) {
    String previous = value == null ? null : change(session, page, value).previous();
    return new Page.TransactionAnswer(
        page.path(), session.user(), previous, value(session, page), 1, false);
  }

  @Override
  public Page.TransactionAnswer rollback(UserSession session, Page page) {
    return commit(session, page, null);
  }

  private static String value(UserSession session, Page page) {
    return session.bareValues().getOrDefault(page, page.path() + " " + session.user());
  }
}
