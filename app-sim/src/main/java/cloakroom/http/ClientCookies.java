package cloakroom.http;

import cloakroom.app.Application;
import cloakroom.app.UserSession;
import cloakroom.module.SessionTicket;
import java.util.Map;
import java.util.Optional;
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
  record Shown(String id, StateCookie state) {
    static final Shown NOTHING = new Shown(null, null);

    /** Whether the client has had a session, here or at another node. */
    boolean wasServed() {
      return id != null && state != null;
    }
  }

  private final UserSessions sessions;
  private final Application application;
  private final boolean travel;

  /** Cookies of these sessions of the application. */
  ClientCookies(UserSessions sessions, Application application) {
    this.sessions = sessions;
    this.application = application;
    this.travel = application.sessionsTravel();
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
   * The session of this client, told what the client knows. One that this node does not know must
   * be proved by the store, because a client may show any id and any ticket. Empty if there is
   * none, it has ended, or its state is not to be had here.
   */
  Optional<UserSession> session(Shown shown) {
    UserSession known = sessions.find(shown.id());
    if (!shown.wasServed()) {
      return Optional.ofNullable(known);
    }
    Map<String, SessionTicket> tickets = shown.state().tickets();
    Optional<UserSession> session;
    if (known == null) {
      session = fromElsewhere(shown);
    } else if (known.isLeftBehindBy(tickets)) {
      sessions.leave(known);
      session = Optional.empty();
    } else {
      session = Optional.of(known);
    }
    session.ifPresent(one -> one.present(tickets));
    return session;
  }

  private Optional<UserSession> fromElsewhere(Shown shown) {
    return application.holds(shown.id(), shown.state().tickets())
        ? Optional.ofNullable(sessions.resume(shown.id(), shown.state().user()))
        : Optional.empty();
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
