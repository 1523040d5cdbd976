package cloakroom.http;

import cloakroom.app.Application;
import cloakroom.app.UserSession;
import cloakroom.module.CheckOutException;
import java.util.Map;
import java.util.Optional;
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

  /** Requests of these sessions of the application. */
  SessionRequests(UserSessions sessions, Application application) {
    this.sessions = sessions;
    this.cookies = new ClientCookies(sessions, application);
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
    return cookies
        .session(shown)
        .flatMap(
            session ->
                inTurn(
                    shown,
                    response,
                    session,
                    () -> what.open(session, user == null ? session.user() : Long.parseLong(user))))
        .orElseGet(() -> openAnew(shown, response, user, what));
  }

  private Object openAnew(ClientCookies.Shown shown, Response response, String user, Opening what) {
    long before = shown.wasServed() ? shown.state().user() : DEFAULT_USER;
    long number = user == null ? before : Long.parseLong(user);
    UserSession begun = create(shown, number);
    return begin(response, begun, () -> what.open(begun, number));
  }

  /** A new session, which counts what its client has had elsewhere and cannot have here. */
  private UserSession create(ClientCookies.Shown shown, long user) {
    UserSession session = sessions.create(user);
    if (shown.wasServed()) {
      session.present(shown.state().versions());
    }
    return session;
  }

  private Object begin(Response response, UserSession session, Supplier<Object> work) {
    try {
      Object answer = work.get();
      cookies.started(response, session);
      cookies.update(ClientCookies.Shown.NOTHING, response, session);
      return answer;
    } catch (RuntimeException e) {
      sessions.logOut(session);
      throw e;
    }
  }

  /** A request that needs a session. */
  Object in(Request request, Response response, Function<UserSession, Object> work) {
    ClientCookies.Shown shown = cookies.read(request);
    return cookies
        .session(shown)
        .flatMap(session -> inTurn(shown, response, session, () -> work.apply(session)))
        .orElseGet(() -> anew(shown, response, work));
  }

  /**
   * A request of a session that cannot go on here. Its client goes on in a new one, with an id that
   * nobody has chosen; what is lost is told first if there was a snapshot of it.
   */
  private Object anew(
      ClientCookies.Shown shown, Response response, Function<UserSession, Object> work) {
    if (!shown.wasServed()) {
      return RequestError.noSession();
    }
    UserSession begun = create(shown, shown.state().user());
    return begin(
        response,
        begun,
        () -> shown.state().namesSnapshot() ? RequestError.begunAnew() : work.apply(begun));
  }

  /**
   * The answer, if the session still lives. Its client learns what the request has made of it, even
   * if the request failed. Empty if the session has turned out to have ended elsewhere: it is no
   * longer here either.
   */
  private Optional<Object> inTurn(
      ClientCookies.Shown shown, Response response, UserSession session, Supplier<Object> work) {
    try {
      return Optional.of(sessions.inTurn(session, () -> told(shown, response, session, work)));
    } catch (CheckOutException e) {
      if (hasEnded(e) && sessions.leave(session)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private Object told(
      ClientCookies.Shown shown, Response response, UserSession session, Supplier<Object> work) {
    boolean lives = true;
    try {
      return work.get();
    } catch (CheckOutException e) {
      lives = !hasEnded(e);
      throw e;
    } finally {
      if (lives) {
        cookies.update(shown, response, session);
      }
    }
  }

  private static boolean hasEnded(CheckOutException e) {
    return e.reason() == CheckOutException.Reason.ENDED;
  }

  /** Ends the request's session. */
  Object logOut(Request request, Response response) {
    ClientCookies.Shown shown = cookies.read(request);
    Optional<UserSession> session = cookies.session(shown);
    if (session.isPresent()) {
      return sessions.inTurn(
          session.get(),
          () -> {
            sessions.logOut(session.get());
            return loggedOut(response);
          });
    }
    boolean nothingToEnd = shown.wasServed() && !shown.state().namesSnapshot();
    return nothingToEnd ? loggedOut(response) : RequestError.noSession();
  }

  private Object loggedOut(Response response) {
    cookies.ended(response);
    return Map.of("loggedOut", true);
  }
}
