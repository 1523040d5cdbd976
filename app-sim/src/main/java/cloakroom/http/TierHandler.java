package cloakroom.http;

import cloakroom.app.Application;
import cloakroom.app.Page;
import cloakroom.app.UserSession;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.server.FormFields;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns requests into operations of the application, and their outcome into answers. */
final class TierHandler extends Handler.Abstract {
  static final String PHASE_HEADER = "Cloakroom-Phase";
  static final String ERROR_HEADER = "Cloakroom-Error";

  private static final Logger LOG = LoggerFactory.getLogger(TierHandler.class);
  private static final int MAX_FIELDS = 20;
  private static final int MAX_FORM_BYTES = 16 * 1024;
  private static final int MAX_VALUE = 60;
  private static final long DEFAULT_USER = 1;
  private static final String USER_NUMBER = "[1-9]\\d{0,8}";
  private static final HttpField JSON =
      new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "application/json");
  private static final HttpField HTML =
      new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "text/html;charset=utf-8");
  private static final HttpField NO_STORE =
      new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "no-store");

  private final Application application;
  private final UserSessions sessions;
  private final ClientCookies cookies;
  private final Measurement measurement;

  TierHandler(Application application, UserSessions sessions, Measurement measurement) {
    this.application = application;
    this.sessions = sessions;
    this.cookies = new ClientCookies(sessions, application.sessionsTravel());
    this.measurement = measurement;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    boolean measured = measurement.begin(request.getHeaders().get(PHASE_HEADER));
    Request.addCompletionListener(
        request,
        failure -> measurement.end(measured, System.nanoTime() - request.getBeginNanoTime()));
    Object answer;
    try {
      answer = answer(request, response);
    } catch (RuntimeException e) {
      answer = failed(request, e);
    }
    write(request, response, callback, answer);
    return true;
  }

  private static RequestError failed(Request request, RuntimeException e) {
    RequestError error = RequestError.of(e);
    if (error.status() == HttpStatus.INTERNAL_SERVER_ERROR_500) {
      LOG.error("{} {}", request.getMethod(), request.getHttpURI().getPath(), e);
    }
    return error;
  }

  private Object answer(Request request, Response response) {
    String[] path = Request.getPathInContext(request).substring(1).split("/", -1);
    if (path.length == 1 && "logout".equals(path[0])) {
      return requirePost(request).orElseGet(() -> logOut(request, response));
    }
    Optional<Page> page = Page.at(path[0]);
    if (page.isEmpty() || path.length > 2) {
      return RequestError.notFound(Request.getPathInContext(request));
    }
    if (path.length == 1) {
      return HttpMethod.GET.is(request.getMethod())
          ? open(request, response, page.get())
          : RequestError.wrongMethod(request.getMethod(), "GET");
    }
    return operate(request, response, page.get(), path[1]);
  }

  private static Optional<Object> requirePost(Request request) {
    return HttpMethod.POST.is(request.getMethod())
        ? Optional.empty()
        : Optional.of(RequestError.wrongMethod(request.getMethod(), "POST"));
  }

  private Object open(Request request, Response response, Page page) {
    UserSession session = cookies.session(request);
    String user = Request.extractQueryParameters(request).getValue("user");
    if (user != null && !user.matches(USER_NUMBER)) {
      return RequestError.badRequest(
          "user=" + user + ": expected a whole number from 1 to 999999999");
    }
    if (session != null) {
      long number = user == null ? session.user() : Long.parseLong(user);
      return inTurn(request, response, session, () -> application.open(session, page, number));
    }
    return openNew(request, response, page, user == null ? DEFAULT_USER : Long.parseLong(user));
  }

  private Object openNew(Request request, Response response, Page page, long user) {
    UserSession session = sessions.create(user);
    try {
      Object answer = application.open(session, page, user);
      cookies.started(response, session);
      cookies.update(request, response, session);
      return answer;
    } catch (RuntimeException e) {
      sessions.logOut(session);
      throw e;
    }
  }

  /** The session's client learns what the request has made of it, even if the request failed. */
  private Object inTurn(
      Request request, Response response, UserSession session, Supplier<Object> work) {
    return sessions.inTurn(
        session,
        () -> {
          try {
            return work.get();
          } finally {
            cookies.update(request, response, session);
          }
        });
  }

  private Object operate(Request request, Response response, Page page, String operation) {
    if (!operation.matches("scroll|change|commit|rollback")) {
      return RequestError.notFound(Request.getPathInContext(request));
    }
    return requirePost(request).orElseGet(() -> inSession(request, response, page, operation));
  }

  private Object inSession(Request request, Response response, Page page, String operation) {
    UserSession session = cookies.session(request);
    if (session == null) {
      return RequestError.noSession();
    }
    return inTurn(
        request,
        response,
        session,
        () ->
            switch (operation) {
              case "scroll" -> application.scroll(session, page);
              case "change" -> change(request, session, page);
              case "commit" -> application.commit(session, page);
              default -> application.rollback(session, page);
            });
  }

  private Object change(Request request, UserSession session, Page page) {
    Fields form = FormFields.getFields(request, MAX_FIELDS, MAX_FORM_BYTES);
    String value = form == null ? null : form.getValue("value");
    if (value == null) {
      return RequestError.badRequest("form field value is missing");
    }
    if (value.length() > MAX_VALUE || value.indexOf('\0') >= 0) {
      return RequestError.badRequest(
          "value of "
              + value.length()
              + " characters: at most "
              + MAX_VALUE
              + ", and no NUL among them");
    }
    return application.change(session, page, value);
  }

  private Object logOut(Request request, Response response) {
    UserSession session = cookies.session(request);
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

  private void write(Request request, Response response, Callback callback, Object answer) {
    if (answer instanceof RequestError error) {
      measurement.error();
      response.setStatus(error.status());
      response.getHeaders().add(ERROR_HEADER, error.error());
    }
    String accept = request.getHeaders().get(HttpHeader.ACCEPT);
    boolean html = accept != null && accept.contains("text/html");
    response.getHeaders().add(html ? HTML : JSON);
    response.getHeaders().add(NO_STORE);
    String body = html ? Html.of(answer) : Json.text(body(answer));
    response.write(true, ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)), callback);
  }

  private static Object body(Object answer) {
    return answer instanceof RequestError error
        ? Map.of("error", error.error(), "code", error.code(), "message", error.message())
        : answer;
  }
}
