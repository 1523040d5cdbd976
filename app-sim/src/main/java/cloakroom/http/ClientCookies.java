package cloakroom.http;

import cloakroom.app.UserSession;
import cloakroom.module.SessionTicket;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/**
 * The cookies of a session, as a request brings them and an answer takes them: its id, and, if
 * sessions may go on at another node, its {@link StateCookie}.
 */
final class ClientCookies {
  static final String ID = "CLOAKROOM";

  private static final String ATTRIBUTES = "; Path=/; HttpOnly; SameSite=Lax";

  private final UserSessions sessions;
  private final boolean travel;

  /**
   * Cookies of these sessions.
   *
   * @param travel whether clients carry what another node needs
   */
  ClientCookies(UserSessions sessions, boolean travel) {
    this.sessions = sessions;
    this.travel = travel;
  }

  /**
   * The session that a request belongs to, told what its client knows.
   *
   * @return null if there is none, or it has ended
   * @throws StateCookie.RefusedException if a cookie is not one of ours
   */
  UserSession session(Request request) {
    String id = value(request, ID);
    StateCookie state = presented(request);
    if (id == null || state == null) {
      return sessions.find(id);
    }
    UserSession session = sessions.resume(id, state);
    if (session != null) {
      session.present(state.tickets());
    }
    return session;
  }

  private StateCookie presented(Request request) {
    String text = travel ? value(request, StateCookie.NAME) : null;
    return text == null ? null : StateCookie.parse(text);
  }

  private static String value(Request request, String name) {
    for (HttpCookie cookie : Request.getCookies(request)) {
      if (name.equals(cookie.getName())) {
        return cookie.getValue();
      }
    }
    return null;
  }

  /** The client gets the id of its new session. */
  void started(Response response, UserSession session) {
    set(response, ID, session.id());
  }

  /**
   * The client gets the session's tickets, if they have changed. A ticket that it has and that is
   * newer than this node's stays.
   */
  void update(Request request, Response response, UserSession session) {
    if (!travel) {
      return;
    }
    StateCookie before = presented(request);
    StateCookie now = new StateCookie(session.user(), newest(before, session.tickets()));
    if (!now.equals(before)) {
      set(response, StateCookie.NAME, now.text());
    }
  }

  private static Map<String, SessionTicket> newest(
      StateCookie before, Map<String, SessionTicket> own) {
    Map<String, SessionTicket> newest = new TreeMap<>();
    own.forEach(
        (module, ticket) -> {
          if (ticket.version() > 0) {
            newest.put(module, ticket);
          }
        });
    if (before != null) {
      before
          .tickets()
          .forEach(
              (module, ticket) ->
                  newest.merge(module, ticket, (a, b) -> a.version() >= b.version() ? a : b));
    }
    return newest;
  }

  /** The client forgets the session. */
  void ended(Response response) {
    forget(response, ID);
    if (travel) {
      forget(response, StateCookie.NAME);
    }
  }

  private static void set(Response response, String name, String value) {
    response.getHeaders().add(HttpHeader.SET_COOKIE, name + "=" + value + ATTRIBUTES);
  }

  private static void forget(Response response, String name) {
    response.getHeaders().add(HttpHeader.SET_COOKIE, name + "=; Path=/; Max-Age=0");
  }
}
