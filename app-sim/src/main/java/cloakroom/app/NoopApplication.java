package cloakroom.app;

import java.util.List;

/**
 * The pages without modules and database: answers of the same shape from the session alone. It
 * bounds what the rest of a request can cost.
 */
public class NoopApplication implements Application {

  @Override
  public Page.Answer open(UserSession session, Page page, long user) {
    session.user(user);
    Page.Row row = new Page.Row(session.user(), value(session, page));
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
  public Page.TransactionAnswer commit(UserSession session, Page page) {
    return new Page.TransactionAnswer(
        page.path(), session.user(), null, value(session, page), 1, false);
  }

  @Override
  public Page.TransactionAnswer commit(UserSession session, Page page, String value) {
    Page.ChangeAnswer change = change(session, page, value);
    return commit(session, page).after(change);
  }

  @Override
  public Page.TransactionAnswer rollback(UserSession session, Page page) {
    return commit(session, page);
  }

  private static String value(UserSession session, Page page) {
    return session.bareValues().getOrDefault(page, page.path() + " " + session.user());
  }
}
