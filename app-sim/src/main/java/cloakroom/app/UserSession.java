package cloakroom.app;

import cloakroom.module.SessionCookie;
import cloakroom.module.SessionTicket;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Session of one user: the number that selects the user's rows, and one cookie for each module pool
 * that the session uses. Snapshots do not contain these fields.
 */
public final class UserSession implements SessionCookie.Session {
  private final String id;

  // A session has only one or two cookies. Each change replaces this map, because a concurrent map
  // would use four times the memory.
  private volatile Map<String, SessionCookie> cookies = Map.of();
  private Map<String, String> bareValues;
  private volatile long user;

  public UserSession(String id, long user) {
    this.id = id;
    this.user = user;
  }

  @Override
  public String id() {
    return id;
  }

  public long user() {
    return user;
  }

  public void user(long number) {
    user = number;
  }

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

  SessionCookie knownCookie(String module) {
    return cookies.get(module);
  }

  public boolean isSuperseded() {
    return cookies.values().stream().anyMatch(SessionCookie::isSuperseded);
  }

  boolean startsFurtherModule(String module) {
    return cookie(module).named() == null
        && cookies.values().stream().anyMatch(cookie -> cookie.named() != null);
  }

  /**
   * Returns this session's failover cookies by module name. With them, another node can continue
   * the session.
   */
  public Map<String, SessionTicket> tickets() {
    Map<String, SessionTicket> tickets = new TreeMap<>();
    cookies.forEach((module, cookie) -> tickets.put(module, cookie.ticket()));
    return tickets;
  }

  /**
   * Returns whether the client has a cookie for newer state than this node has. Ignores cookies
   * with a snapshot, because this node can restore their state.
   */
  public boolean isLeftBehindBy(Map<String, SessionTicket> tickets) {
    return tickets.entrySet().stream()
        .filter(each -> !each.getValue().hasSnapshot())
        .anyMatch(each -> each.getValue().version() > cookie(each.getKey()).ticket().version());
  }

  /**
   * Records the failover cookies that the client sent. If another node issued a newer cookie, the
   * next check-out restores the state of that cookie.
   */
  public void present(Map<String, SessionTicket> tickets) {
    tickets.forEach((module, ticket) -> cookie(module).present(ticket));
  }

  Map<String, String> bareValues() {
    if (bareValues == null) {
      bareValues = new HashMap<>();
    }
    return bareValues;
  }
}
