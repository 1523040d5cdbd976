package cloakroom.app;

import cloakroom.module.SessionCookie;
import cloakroom.module.SessionTicket;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * One user's session: a number that says which rows are its own, and a cookie for the pool of each
 * root module that it has used. None of it is module state.
 */
public final class UserSession implements SessionCookie.Session {
  private final String id;

  /**
   * The modules that it has used and their cookies, replaced as a whole: nearly all sessions have
   * one or two, and a map for several threads would take four times as much.
   */
  private volatile Map<String, SessionCookie> cookies = Map.of();

  private Map<Page, String> bareValues;
  private volatile long user;

  public UserSession(String id, long user) {
    this.id = id;
    this.user = user;
  }

  @Override
  public String id() {
    return id;
  }

  /** Whose rows it works on, 1 or more. */
  public long user() {
    return user;
  }

  public void user(long number) {
    user = number;
  }

  /** The session's handle to the pool of this root module, always the same one. */
  public SessionCookie cookie(String module) {
    SessionCookie known = cookies.get(module);
    return known == null ? add(module) : known;
  }

  @Override
  public Collection<SessionCookie> cookies() {
    return cookies.values();
  }

  /** The session's handle to the pool of this root module; null before its first request there. */
  SessionCookie knownCookie(String module) {
    return cookies.get(module);
  }

  /** Whether another node has replaced or removed a snapshot that this node wanted to replace. */
  public boolean isSuperseded() {
    for (SessionCookie cookie : cookies.values()) {
      if (cookie.isSuperseded()) {
        return true;
      }
    }
    return false;
  }

  /** Whether this module has no snapshot yet, and another one has. */
  boolean isFurther(String module) {
    return cookie(module).named() == null
        && cookies.values().stream().anyMatch(cookie -> cookie.named() != null);
  }

  private synchronized SessionCookie add(String module) {
    Map<String, SessionCookie> more = new HashMap<>(cookies);
    SessionCookie cookie = more.computeIfAbsent(module, made -> new SessionCookie(this));
    cookies = Map.copyOf(more);
    return cookie;
  }

  /** What another node must be told to go on with this session, by module. */
  public Map<String, SessionTicket> tickets() {
    Map<String, SessionTicket> tickets = new TreeMap<>();
    cookies.forEach((module, cookie) -> tickets.put(module, cookie.ticket()));
    return tickets;
  }

  /** Whether one of these tickets is newer than this node's state and no snapshot comes with it. */
  public boolean isLeftBehindBy(Map<String, SessionTicket> tickets) {
    return tickets.entrySet().stream()
        .filter(each -> !each.getValue().hasSnapshot())
        .anyMatch(each -> each.getValue().version() > cookie(each.getKey()).ticket().version());
  }

  /**
   * The client shows what it was last told, perhaps by another node. What is newer than this node's
   * own knowledge counts from the next check-out on.
   */
  public void present(Map<String, SessionTicket> tickets) {
    tickets.forEach((module, ticket) -> cookie(module).present(ticket));
  }

  /**
   * The values of {@link NoopApplication}, which has nowhere else to keep them; for the session's
   * requests, which follow one another.
   */
  Map<Page, String> bareValues() {
    if (bareValues == null) {
      bareValues = new EnumMap<>(Page.class);
    }
    return bareValues;
  }
}
