package cloakroom.app;

import cloakroom.app.file.ApplicationFile;
import cloakroom.application.ApplicationDefinition;
import cloakroom.application.PageDefinition;

/** Requests of the application that ships as the default. */
public final class Hr {
  public static final ApplicationDefinition APPLICATION =
      ApplicationFile.read(ApplicationFile.DEFAULT);
  public static final String DEPARTMENTS = "departments";
  public static final String EMPLOYEES = "employees";

  private Hr() {}

  public static PageAnswer open(
      Application application, UserSession session, String page, long user) {
    PageDefinition opened = application.pages().get(page);
    return application.perform(session, opened, opened.steps().get("open"), user, null);
  }

  public static PageAnswer perform(
      Application application, UserSession session, String page, String step, String value) {
    PageDefinition performed = application.pages().get(page);
    return application.perform(
        session, performed, performed.steps().get(step), session.user(), value);
  }
}
