package cloakroom.http;

import cloakroom.app.UserSession;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/**
 * Runs requests in their session: finds or opens it, waits for the request's turn, and tells the
 * client what has become of the session.
 */
final class SessionRequests {
  private static final long DEFAULT_USER = 1;

  private final UserSessions sessions;
  private final ClientCookies cookies;

  /** What a request does that opens a session if there is none. */
  interface Opening {
    /** Works for that user from now on. */
    Object open(UserSession session, long user);
  }

  /**
   * Requests of these sessions.
   *
   * @param travel whether clients carry what another node needs
   */
  SessionRequests(UserSessions sessions, boolean travel) {
    this.sessions = sessions;
    this.cookies = new ClientCookies(sessions, travel);
  }

  /** A request that opens a session if it has none; the user's number is in its query. */
  Object opening(Request request, Response response, Opening what) {
    if (!HttpMethod.GET.is(request.getMethod())) {
      return RequestError.wrongMethod(request.getMethod(), "GET");
    }
    String user = UserNumber.in(request);
    if (user != null && !UserNumber.isOne(user)) {
      return RequestError.badRequest(
          "user=" + user + ": expected a whole number from 1 to 999999999");
    }
    ClientCookies.Shown shown = cookies.read(request);
    UserSession session = cookies.session(shown);
    if (session != null) {
      long number = user == null ? session.user() : Long.parseLong(user);
      return inTurn(shown, response, session, () -> what.open(session, number));
    }
    return openNew(shown, response, what, user == null ? DEFAULT_USER : Long.parseLong(user));
  }

  private Object openNew(ClientCookies.Shown shown, Response response, Opening what, long user) {
    UserSession session = sessions.create(user);
    try {
      Object answer = what.open(session, user);
      cookies.started(response, session);
      cookies.update(shown, response, session);
      return answer;
    } catch (RuntimeException e) {
      sessions.logOut(session);
      throw e;
    }
  }

  /** A request that needs a session. */
  Object in(Request request, Response response, Function<UserSession, Object> work) {
    ClientCookies.Shown shown = cookies.read(request);
    UserSession session = cookies.session(shown);
    return session == null
        ? RequestError.noSession()
        : inTurn(shown, response, session, () -> work.apply(session));
  }

  /** The session's client learns what the request has made of it, even if the request failed. */
  private Object inTurn(
      ClientCookies.Shown shown, Response response, UserSession session, Supplier<Object> work) {
    return sessions.inTurn(
        session,
        () -> {
          try {
            return work.get();
          } finally {
            cookies.update(shown, response, session);
          }
        });
  }

  /** Ends the request's session. */
  Object logOut(Request request, Response response) {
    UserSession session = cookies.session(cookies.read(request));
    if (session == null) {
      return RequestError.noSession();
    }
    return sessions.inTurn(
        session,
        () -> {
          sessions.logOut(session);
          cookies.ended(response);
          return Map.of("loggedOut", true);
        });
  }
}
