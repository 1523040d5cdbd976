package cloakroom.app;

import cloakroom.module.SessionCookie;
import java.util.EnumMap;
import java.util.Map;

/**
 * One user's session: a number that says which rows are its own, and a cookie for the pool of each
 * page. None of it is module state.
 */
public final class UserSession {
  private static final String APPLICATION = "hr";

  private final String id;
  private final Map<Page, SessionCookie> cookies = new EnumMap<>(Page.class);
  private final Map<Page, String> bareValues = new EnumMap<>(Page.class);
  private volatile long user;

  /** A session that has opened nothing yet. */
  public UserSession(String id, long user) {
    this.id = id;
    this.user = user;
    for (Page page : Page.values()) {
      cookies.put(page, new SessionCookie(APPLICATION, id));
    }
  }

  /** The session's id, unguessable. */
  public String id() {
    return id;
  }

  /** Whose rows it works on, 1 or more. */
  public long user() {
    return user;
  }

  /** The session works on another user's rows from now on. */
  public void user(long number) {
    user = number;
  }

  SessionCookie cookie(Page page) {
    return cookies.get(page);
  }

  /** The values of {@link NoopApplication}, which has nowhere else to keep them. */
  Map<Page, String> bareValues() {
    return bareValues;
  }
}
