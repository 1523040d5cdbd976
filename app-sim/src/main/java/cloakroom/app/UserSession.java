package cloakroom.app;

import cloakroom.module.SessionCookie;
import cloakroom.module.SessionTicket;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Session of one user: the user's number, which selects its rows, and a cookie for the pool of each
 * root module in use. None of this is module state.
 */
public final class UserSession implements SessionCookie.Session {
  private final String id;

  /**
   * Cookies by module, replaced as a whole: nearly all sessions have one or two, and a concurrent
   * map would use four times the memory.
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

  /** Returns the number of the user whose rows the session shows, 1 or more. */
  public long user() {
    return user;
  }

  public void user(long number) {
    user = number;
  }

  /** Returns the cookie in the pool of this root module, always the same one. */
  public SessionCookie cookie(String module) {
    SessionCookie known = cookies.get(module);
    return known == null ? addCookie(module) : known;
  }

  private synchronized SessionCookie addCookie(String module) {
    Map<String, SessionCookie> more = new HashMap<>(cookies);
    SessionCookie cookie = more.computeIfAbsent(module, name -> new SessionCookie(this));
    cookies = Map.copyOf(more);
    return cookie;
  }

  @Override
  public Collection<SessionCookie> cookies() {
    return cookies.values();
  }

  /** Returns the cookie in the pool of this root module; null before its first request there. */
  SessionCookie knownCookie(String module) {
    return cookies.get(module);
  }

  /** Returns whether another node has a newer state of a module. */
  public boolean isSuperseded() {
    return cookies.values().stream().anyMatch(SessionCookie::isSuperseded);
  }

  /** Returns whether this module has no snapshot yet, but another one has. */
  boolean startsFurtherModule(String module) {
    return cookie(module).named() == null
        && cookies.values().stream().anyMatch(cookie -> cookie.named() != null);
  }

  /** Returns the tickets with which another node can continue this session, by module. */
  public Map<String, SessionTicket> tickets() {
    Map<String, SessionTicket> tickets = new TreeMap<>();
    cookies.forEach((module, cookie) -> tickets.put(module, cookie.ticket()));
    return tickets;
  }

  /** Returns whether a ticket without a snapshot is newer than this node's state of its module. */
  public boolean isLeftBehindBy(Map<String, SessionTicket> tickets) {
    return tickets.entrySet().stream()
        .filter(each -> !each.getValue().hasSnapshot())
        .anyMatch(each -> each.getValue().version() > cookie(each.getKey()).ticket().version());
  }

  /** Records the client's tickets, perhaps of another node; check-outs adopt newer ones. */
  public void present(Map<String, SessionTicket> tickets) {
    tickets.forEach((module, ticket) -> cookie(module).present(ticket));
  }

  /** Returns the state of {@link NoopApplication}; one request of a session runs at a time. */
  Map<Page, String> bareValues() {
    if (bareValues == null) {
      bareValues = new EnumMap<>(Page.class);
    }
    return bareValues;
  }
}
