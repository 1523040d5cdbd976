package cloakroom.http;

import cloakroom.app.Application;
import cloakroom.app.UserSession;
import cloakroom.contract.Headers;
import cloakroom.module.CheckOutException;
import cloakroom.module.SessionTicket;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/**
 * Runs requests in their session: finds it by the client's cookies or opens it, waits for the
 * request's turn, and tells the client what has become of the session. There is one cookie with its
 * id, and, if sessions may go on at another node, a {@link StateCookie}.
 */
final class SessionRequests {
  private static final String ID = "CLOAKROOM";
  private static final String ATTRIBUTES = "; Path=/; HttpOnly; SameSite=Lax";
  private static final Pattern USER = Pattern.compile("[1-9][0-9]{0,8}");
  private static final long DEFAULT_USER = 1;

  private final UserSessions sessions;
  private final boolean travel;

  SessionRequests(UserSessions sessions, Application application) {
    this.sessions = sessions;
    this.travel = application.supportsFailover();
  }

  /** A request that opens a session if it has none; the number of its user is in its query. */
  Object opening(Request request, Response response, BiFunction<UserSession, Long, Object> what) {
    String user = FormBody.inQuery(request, "user");
    if (user != null && !USER.matcher(user).matches()) {
      return RequestError.badRequest(
          "user=" + user + ": expected a whole number from 1 to 999999999");
    }
    Client client = new Client(request, response);
    long before = client.wasServed() ? client.state.user() : DEFAULT_USER;
    long number = user == null ? before : Long.parseLong(user);
    return client
        .session()
        .flatMap(
            session ->
                client.inTurn(
                    session, () -> what.apply(session, user == null ? session.user() : number)))
        .orElseGet(() -> client.begin(number, session -> what.apply(session, number)));
  }

  /** A request that needs a session. */
  Object in(Request request, Response response, Function<UserSession, Object> work) {
    Client client = new Client(request, response);
    return client
        .session()
        .flatMap(session -> client.inTurn(session, () -> work.apply(session)))
        .orElseGet(() -> client.continueInNewSession(work));
  }

  Object logOut(Request request, Response response) {
    Client client = new Client(request, response);
    Optional<UserSession> session = client.session();
    if (session.isPresent()) {
      return sessions.inTurn(
          session.get(),
          () -> {
            sessions.logOut(session.get());
            return client.loggedOut();
          });
    }
    boolean nothingToEnd = client.wasServed() && !client.state.namesSnapshot();
    return nothingToEnd ? client.loggedOut() : RequestError.noSession();
  }

  private static boolean hasEnded(CheckOutException e) {
    return e.reason() == CheckOutException.CheckOutFailure.ENDED;
  }

  /** The client of one request, known by what it shows. */
  private final class Client {
    private final Response response;

    /** Of its session, or null. */
    private final String id;

    /** What it knows, or null: of nothing, or sessions do not travel. */
    private final StateCookie state;

    /** Reads a request's cookies; the first one of a name counts. */
    Client(Request request, Response response) {
      this.response = response;
      String shownId = null;
      String shownState = null;
      for (HttpCookie cookie : Request.getCookies(request)) {
        String name = cookie.getName();
        if (shownId == null && ID.equals(name)) {
          shownId = cookie.getValue();
        } else if (travel && shownState == null && StateCookie.NAME.equals(name)) {
          shownState = cookie.getValue();
        }
      }
      this.id = shownId;
      this.state = shownState == null ? null : StateCookie.parse(shownState);
    }

    /** Whether it has had a session, here or at another node. */
    boolean wasServed() {
      return id != null && state != null;
    }

    /**
     * Its session, told what it knows. One that this node does not know, or whose state another
     * node has replaced or removed, must be proved by the store, because a client may show any id
     * and any ticket. Empty if there is none, or if another node has continued it and has left no
     * snapshot: then it is no longer here either.
     */
    Optional<UserSession> session() {
      UserSession known = sessions.find(id);
      if (known != null && known.isSuperseded()) {
        sessions.leave(known);
        known = null;
      }
      if (!wasServed()) {
        return Optional.ofNullable(known);
      }
      Map<String, SessionTicket> tickets = state.tickets();
      if (known == null) {
        UserSession shown = new UserSession(id, state.user());
        shown.present(tickets);
        known = sessions.resume(shown);
      } else if (known.isLeftBehindBy(tickets)) {
        sessions.leave(known);
        return Optional.empty();
      }
      if (known != null) {
        known.present(tickets);
      }
      return Optional.ofNullable(known);
    }

    /**
     * Begins a session, which counts what its client has had elsewhere and cannot have here, with
     * an id that nobody has chosen.
     */
    Object begin(long user, Function<UserSession, Object> work) {
      UserSession session = sessions.create(user);
      if (wasServed()) {
        session.present(state.versions());
        if (state.namesSnapshot()) {
          response.getHeaders().put(Headers.ERROR, RequestError.NO_SESSION);
        }
      }
      try {
        Object answer = sessions.inTurn(session, () -> work.apply(session));
        set(ID, session.id());
        update(null, session);
        return answer;
      } catch (RuntimeException e) {
        sessions.logOut(session);
        throw e;
      }
    }

    /**
     * A request of a session that cannot go on here goes on in a new one; what is lost is told
     * first if there was a snapshot of it.
     */
    Object continueInNewSession(Function<UserSession, Object> work) {
      return wasServed()
          ? begin(state.user(), state.namesSnapshot() ? lost -> RequestError.begunAnew() : work)
          : RequestError.noSession();
    }

    /**
     * The answer, if the session still lives. The client learns what the request has made of it,
     * even if the request failed. Empty if the session has turned out to have ended elsewhere: it
     * is no longer here either.
     */
    Optional<Object> inTurn(UserSession session, Supplier<Object> work) {
      try {
        return Optional.of(sessions.inTurn(session, () -> told(session, work)));
      } catch (CheckOutException e) {
        if (hasEnded(e) && sessions.leave(session)) {
          return Optional.empty();
        }
        throw e;
      }
    }

    private Object told(UserSession session, Supplier<Object> work) {
      boolean lives = true;
      try {
        return work.get();
      } catch (CheckOutException e) {
        lives = !hasEnded(e);
        throw e;
      } finally {
        if (lives) {
          update(state, session);
        }
      }
    }

    /**
     * The client gets the session's tickets, if they have changed. A ticket that it has and that is
     * newer than this node's stays.
     */
    private void update(StateCookie before, UserSession session) {
      if (!travel) {
        return;
      }
      Map<String, SessionTicket> newest = new TreeMap<>(session.tickets());
      newest.values().removeIf(ticket -> ticket.version() == 0);
      if (before != null) {
        before
            .tickets()
            .forEach(
                (module, ticket) ->
                    newest.merge(module, ticket, (a, b) -> a.version() >= b.version() ? a : b));
      }
      StateCookie now = new StateCookie(session.user(), newest);
      if (!now.equals(before)) {
        set(StateCookie.NAME, now.text());
      }
    }

    private void set(String name, String value) {
      response.getHeaders().add(HttpHeader.SET_COOKIE, name + "=" + value + ATTRIBUTES);
    }

    Object loggedOut() {
      forget(ID);
      if (travel) {
        forget(StateCookie.NAME);
      }
      return Map.of("loggedOut", true);
    }

    private void forget(String name) {
      response.getHeaders().add(HttpHeader.SET_COOKIE, name + "=; Path=/; Max-Age=0");
    }
  }
}
