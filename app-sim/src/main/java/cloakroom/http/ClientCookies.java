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

  /**
   * What a client has shown.
   *
   * @param id of its session, or null
   * @param state what it knows, or null: of nothing, or sessions do not travel
   */
  record Shown(String id, StateCookie state) {}

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
   * Reads a request's cookies; the first one of a name counts.
   *
   * @throws StateCookie.RefusedException if a cookie is not one of ours
   */
  Shown read(Request request) {
    String id = null;
    String state = null;
    for (HttpCookie cookie : Request.getCookies(request)) {
      String name = cookie.getName();
      if (id == null && ID.equals(name)) {
        id = cookie.getValue();
      } else if (travel && state == null && StateCookie.NAME.equals(name)) {
        state = cookie.getValue();
      }
    }
    return new Shown(id, state == null ? null : StateCookie.parse(state));
  }

  /**
   * The session of this client, told what the client knows.
   *
   * @return null if there is none, or it has ended
   */
  UserSession session(Shown shown) {
    if (shown.id() == null || shown.state() == null) {
      return sessions.find(shown.id());
    }
    UserSession session = sessions.resume(shown.id(), shown.state());
    if (session != null) {
      session.present(shown.state().tickets());
    }
    return session;
  }

  /** The client gets the id of its new session. */
  void started(Response response, UserSession session) {
    set(response, ID, session.id());
  }

  /**
   * The client gets the session's tickets, if they have changed. A ticket that it has and that is
   * newer than this node's stays.
   */
  void update(Shown shown, Response response, UserSession session) {
    if (!travel) {
      return;
    }
    StateCookie now = new StateCookie(session.user(), newest(shown.state(), session.tickets()));
    if (!now.equals(shown.state())) {
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
