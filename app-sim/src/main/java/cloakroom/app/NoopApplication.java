package cloakroom.app;

import cloakroom.application.ApplicationDefinition;
import cloakroom.application.PageDefinition;
import cloakroom.application.PageDefinition.StepDefinition;
import java.util.List;
import java.util.Map;

/**
 * Application without modules and database, for the policy {@code noop}. Load tests use it to
 * measure the cost of a request without a pool.
 */
public class NoopApplication implements Application {
  private final Map<String, PageDefinition> pages;

  public NoopApplication(ApplicationDefinition definition) {
    this.pages = definition.pages();
  }

  @Override
  public Map<String, PageDefinition> pages() {
    return pages;
  }

  @Override
  public PageAnswer perform(
      UserSession session, PageDefinition page, StepDefinition step, long user, String value) {
    session.user(user);
    String before = session.bareValues().getOrDefault(page.name(), page.name() + " " + user);
    String now = value == null ? before : value;
    if (value != null) {
      session.bareValues().put(page.name(), value);
    }
    String previous = value == null ? null : before;
    return switch (step.role()) {
      case OPEN, READ -> {
        List<PageAnswer.PageRow> rows = List.of(new PageAnswer.PageRow(user, now));
        yield new PageAnswer(page.name(), user, null, now, null, false, 0, rows);
      }
      case CHANGE, EDIT -> new PageAnswer(page.name(), user, previous, now, null, true, null, null);
      case COMMIT, ROLLBACK ->
          new PageAnswer(page.name(), user, previous, now, 1, false, null, null);
    };
  }
}
