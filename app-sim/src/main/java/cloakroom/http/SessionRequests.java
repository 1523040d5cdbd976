package cloakroom.http;

import cloakroom.app.Application;
import cloakroom.app.UserSession;
import cloakroom.contract.Headers;
import cloakroom.module.CheckOutException;
import cloakroom.module.SessionTicket;
import java.util.List;
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
 * Runner of requests in the session that the client's cookies identify. Responses set a cookie with
 * the session id and, if failover is on, a {@link StateCookie}.
 */
final class SessionRequests {
  private static final String ID = "CLOAKROOM";
  private static final String ATTRIBUTES = "; Path=/; HttpOnly; SameSite=Lax";
  private static final Pattern USER = Pattern.compile("[1-9][0-9]{0,8}");
  private static final long DEFAULT_USER = 1;

  private final UserSessions sessions;
  private final boolean failover;

  SessionRequests(UserSessions sessions, Application application) {
    this.sessions = sessions;
    this.failover = application.supportsFailover();
  }

  Object opening(Request request, Response response, BiFunction<UserSession, Long, Object> work) {
    String user = FormBody.inQuery(request, "user");
    if (user != null && !USER.matcher(user).matches()) {
      String message = "user=" + user + ": must be a whole number from 1 to 999999999";
      return new RequestError(400, "badRequest", "", message);
    }
    Client client = new Client(request, response);
    long before = client.hadSession() ? client.state.user() : DEFAULT_USER;
    long number = user == null ? before : Long.parseLong(user);
    return client
        .session()
        .flatMap(
            session ->
                client.inTurn(
                    session, () -> work.apply(session, user == null ? session.user() : number)))
        .orElseGet(() -> client.begin(number, session -> work.apply(session, number)));
  }

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
    boolean nothingToEnd = client.hadSession() && !client.state.namesSnapshot();
    return nothingToEnd ? client.loggedOut() : RequestError.noSession();
  }

  private static boolean hasEnded(CheckOutException e) {
    return e.reason() == CheckOutException.CheckOutFailure.ENDED;
  }

  private final class Client {
    private final Response response;
    private final String id; // session id, or null
    private final StateCookie state; // null if there is none or without failover

    /** Reads the cookies of a request. If a name occurs more than once, uses the first cookie. */
    Client(Request request, Response response) {
      this.response = response;
      String sentId = null;
      String sentState = null;
      for (HttpCookie cookie : Request.getCookies(request)) {
        String name = cookie.getName();
        if (sentId == null && ID.equals(name)) {
          sentId = cookie.getValue();
        } else if (failover && sentState == null && StateCookie.NAME.equals(name)) {
          sentState = cookie.getValue();
        }
      }
      this.id = sentId;
      this.state = sentState == null ? null : StateCookie.parse(sentState);
    }

    /** Returns whether the client sent both cookies: session id and failover state. */
    boolean hadSession() {
      return id != null && state != null;
    }

    /**
     * Returns the client's session; empty if there is none, or if another node changed it without
     * saving a snapshot. An id unknown to this node is accepted only if the store has a snapshot of
     * the session, because a client may send any id.
     */
    Optional<UserSession> session() {
      UserSession known = sessions.find(id);
      if (known != null && known.isSuperseded()) {
        sessions.leave(known);
        known = null;
      }
      if (!hadSession()) {
        return Optional.ofNullable(known);
      }
      Map<String, SessionTicket> tickets = state.tickets();
      if (known == null) {
        UserSession sent = new UserSession(id, state.user());
        sent.present(tickets);
        known = sessions.resume(sent);
      } else if (known.isLeftBehindBy(tickets)) {
        sessions.leave(known);
        return Optional.empty();
      }
      if (known != null) {
        known.present(tickets);
      }
      return Optional.ofNullable(known);
    }

    /** Runs a request in a new session. Adopts an old cookie's versions, to detect lost state. */
    Object begin(long user, Function<UserSession, Object> work) {
      UserSession session = sessions.create(user);
      if (hadSession()) {
        session.present(state.versions());
        if (state.namesSnapshot()) {
          response.getHeaders().put(Headers.ERROR, RequestError.NO_SESSION);
        }
      }
      try {
        Object result = sessions.inTurn(session, () -> work.apply(session));
        set(ID, session.id());
        update(null, session);
        return result;
      } catch (RuntimeException e) {
        sessions.logOut(session);
        throw e;
      }
    }

    Object continueInNewSession(Function<UserSession, Object> work) {
      if (!hadSession()) {
        return RequestError.noSession();
      }
      String why = "the session has ended or its state is lost; a new session was opened";
      RequestError lost = RequestError.noSession(why);
      return begin(state.user(), state.namesSnapshot() ? session -> lost : work);
    }

    /** Runs a request in a session. Returns empty if the session has ended on another node. */
    Optional<Object> inTurn(UserSession session, Supplier<Object> work) {
      try {
        return Optional.of(sessions.inTurn(session, () -> runAndUpdate(session, work)));
      } catch (CheckOutException e) {
        if (hasEnded(e) && sessions.leave(session)) {
          return Optional.empty();
        }
        throw e;
      }
    }

    private Object runAndUpdate(UserSession session, Supplier<Object> work) {
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

    private void update(StateCookie before, UserSession session) {
      if (!failover) {
        return;
      }
      Map<String, SessionTicket> newest = new TreeMap<>(session.tickets());
      newest.values().removeIf(ticket -> ticket.version() == 0);
      Map<String, SessionTicket> sent = before == null ? Map.of() : before.tickets();
      sent.forEach(
          (module, ticket) ->
              newest.merge(module, ticket, (a, b) -> a.version() >= b.version() ? a : b));
      StateCookie now = new StateCookie(session.user(), newest);
      if (!now.equals(before)) {
        set(StateCookie.NAME, now.text());
      }
    }

    private void set(String name, String value) {
      response.getHeaders().add(HttpHeader.SET_COOKIE, name + "=" + value + ATTRIBUTES);
    }

    Object loggedOut() {
      for (String name : failover ? List.of(ID, StateCookie.NAME) : List.of(ID)) {
        response.getHeaders().add(HttpHeader.SET_COOKIE, name + "=; Path=/; Max-Age=0");
      }
      return Map.of("loggedOut", true);
    }
  }

  /**
   * Cookie with which another node continues a session after a failover. Format: user, then name,
   * version, snapshot id and snapshot version of each module: {@code 7_DepartmentsModule:3:150:2}.
   * The cookie needs no signature: a snapshot is accepted only if it contains the session's id.
   */
  record StateCookie(long user, Map<String, SessionTicket> tickets) {
    static final String NAME = "CLOAKROOM_STATE";
    private static final int MAX_LENGTH = 1000;
    private static final String NUMBER = "(0|[1-9]\\d{0,17})";
    private static final String TICKET = "[A-Za-z]{1,40}:" + NUMBER + ":" + NUMBER + ":" + NUMBER;
    private static final Pattern COOKIE = Pattern.compile(NUMBER + "(_" + TICKET + "){0,20}");

    StateCookie {
      tickets = new TreeMap<>(tickets);
    }

    boolean namesSnapshot() {
      return tickets.values().stream().anyMatch(SessionTicket::hasSnapshot);
    }

    Map<String, SessionTicket> versions() {
      Map<String, SessionTicket> versions = new TreeMap<>(tickets);
      versions.replaceAll((module, ticket) -> ticket.withoutSnapshot());
      return versions;
    }

    String text() {
      StringBuilder text = new StringBuilder().append(user);
      tickets.forEach((module, ticket) -> text.append("_" + module + ":" + ticket.text()));
      return text.toString();
    }

    static StateCookie parse(String text) {
      if (text.length() > MAX_LENGTH || !COOKIE.matcher(text).matches()) {
        throw invalid();
      }
      String[] parts = text.split("_", -1);
      Map<String, SessionTicket> tickets = new TreeMap<>();
      try {
        for (int i = 1; i < parts.length; i++) {
          String[] ticket = parts[i].split(":", 2);
          tickets.put(ticket[0], SessionTicket.parse(ticket[1]));
        }
        return new StateCookie(Long.parseLong(parts[0]), tickets);
      } catch (IllegalArgumentException e) {
        throw invalid();
      }
    }

    private static RuntimeException invalid() {
      return FormBody.bad(
          "cookie " + NAME + " was not set by this application; delete it and open a new session");
    }
  }
}
