package cloakroom.http;

import static org.eclipse.jetty.http.HttpMethod.POST;

import cloakroom.app.Application;
import cloakroom.app.ApplicationException;
import cloakroom.app.ApplicationException.Reason;
import cloakroom.app.PageAnswer;
import cloakroom.app.UserSession;
import cloakroom.application.PageDefinition;
import cloakroom.application.PageDefinition.StepDefinition;
import cloakroom.application.PageDefinition.StepRole;
import cloakroom.contract.Headers;
import cloakroom.contract.StateKind;
import cloakroom.module.CheckOutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

final class TierHandler extends Handler.Abstract {
  private static final Logger LOG = LoggerFactory.getLogger(TierHandler.class);
  private static final HttpField JSON =
      new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "application/json");
  private static final HttpField HTML =
      new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "text/html;charset=utf-8");
  private static final HttpField NO_STORE =
      new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "no-store");
  // 1 s, because an exhausted pool usually recovers within a second
  private static final HttpField RETRY_AFTER = new PreEncodedHttpField(HttpHeader.RETRY_AFTER, "1");
  private static final long LOG_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final String STATE_KINDS = "/state-kinds";

  record PageRoute(
      HttpMethod method, boolean takesForm, BiFunction<Request, Response, Object> work) {}

  final Map<String, PageRoute> routes = new HashMap<>();
  private final Application application;
  private final String choices;
  private final HtmlPage html;
  private final SessionRequests requests;
  private final RequestMetrics metrics;
  private final Duration bodyTime;
  private final LongAdder exhausted = new LongAdder();
  private final AtomicLong lastLogged = new AtomicLong(System.nanoTime() - LOG_PAUSE_NANOS);

  TierHandler(Tier tier, RequestMetrics metrics, Duration bodyTime) {
    this.application = tier.application();
    this.choices = choices(application);
    this.html = new HtmlPage(application.pages());
    this.requests = new SessionRequests(tier.sessions(), application);
    this.metrics = metrics;
    this.bodyTime = bodyTime;
    for (PageDefinition page : application.pages().values()) {
      page.steps().values().forEach(step -> route(page, step));
    }
    opening(STATE_KINDS, application::visit);
    for (StateKind kind : StateKind.values()) {
      String path = STATE_KINDS + "/" + kind.key();
      inSession(HttpMethod.GET, path, session -> application.read(session, kind));
      withValue(path + "/write", (session, value) -> application.write(session, kind, value));
      inSession(POST, path + "/clear", session -> application.clear(session, kind));
    }
    route(POST, "/logout", requests::logOut);
  }

  private static String choices(Application application) {
    String pages =
        application.pages().values().stream()
            .map(page -> "/" + page.name() + " with " + steps(page))
            .collect(Collectors.joining("; "));
    return ": unknown path; known are "
        + pages
        + "; /state-kinds, below it /KIND, /KIND/write and /KIND/clear (KIND: "
        + StateKind.keys()
        + "); and /logout";
  }

  private static String steps(PageDefinition page) {
    return page.steps().values().stream()
        .filter(step -> step.role() != StepRole.OPEN)
        .map(step -> "/" + step.name())
        .collect(Collectors.joining(", "));
  }

  private void route(PageDefinition page, StepDefinition step) {
    String path = "/" + page.name() + (step.role() == StepRole.OPEN ? "" : "/" + step.name());
    switch (step.role()) {
      case OPEN ->
          opening(path, (session, user) -> application.perform(session, page, step, user, null));
      case CHANGE -> withValue(path, (session, value) -> perform(session, page, step, value));
      case COMMIT ->
          route(POST, path, (request, response) -> commit(request, response, page, step));
      default ->
          route(
              POST,
              path,
              (request, response) ->
                  requests.in(
                      request,
                      response,
                      session -> perform(session, page, step, FormBody.valueInQuery(request))));
    }
  }

  private PageAnswer perform(
      UserSession session, PageDefinition page, StepDefinition step, String value) {
    return application.perform(session, page, step, session.user(), value);
  }

  private void route(HttpMethod method, String path, BiFunction<Request, Response, Object> work) {
    routes.put(path, new PageRoute(method, false, work));
  }

  private void opening(String path, BiFunction<UserSession, Long, Object> work) {
    route(HttpMethod.GET, path, (request, response) -> requests.opening(request, response, work));
  }

  private void inSession(HttpMethod method, String path, Function<UserSession, Object> work) {
    route(method, path, (request, response) -> requests.in(request, response, work));
  }

  private void withValue(String path, BiFunction<UserSession, String, Object> work) {
    BiFunction<Request, Response, Object> withForm =
        (request, response) ->
            requests.in(request, response, session -> work.apply(session, FormBody.value(request)));
    routes.put(path, new PageRoute(POST, true, withForm));
  }

  private Object commit(
      Request request, Response response, PageDefinition page, StepDefinition step) {
    return requests.in(
        request,
        response,
        session -> {
          PageAnswer answer = perform(session, page, step, FormBody.valueInQuery(request));
          if (answer.changes() == 0) { // no statement was sent to the database
            response.getHeaders().add(Headers.COMMIT, Headers.COMMIT_NOTHING);
          }
          return answer;
        });
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    boolean measured = metrics.begin(request.getHeaders().get(Headers.PHASE));
    Request.addCompletionListener(
        request, failure -> metrics.end(measured, System.nanoTime() - request.getBeginNanoTime()));
    PageRoute route = routes.get(Request.getPathInContext(request));
    if (route != null && route.takesForm() && route.method().is(request.getMethod())) {
      FormBody.read(request, bodyTime, () -> respond(route, request, response, callback));
    } else {
      respond(route, request, response, callback);
    }
    return true;
  }

  private void respond(PageRoute route, Request request, Response response, Callback callback) {
    Object result;
    try {
      result = run(route, request, response);
    } catch (RuntimeException e) {
      RequestError error = RequestError.of(e);
      if (e instanceof ApplicationException a && a.reason() == Reason.COMMITTED) {
        response.getHeaders().add(Headers.COMMIT, Headers.COMMIT_MADE);
      }
      if (error.status() == 500) {
        String path = request.getHttpURI().getPath();
        Throwable unexpected = CheckOutException.unexpected(e);
        LOG.error("{} {}: {}", request.getMethod(), path, e.getMessage(), unexpected);
      } else if (error.isExhaustion()) {
        logExhaustion(error.message());
      }
      result = error;
    }
    write(request, response, callback, result);
  }

  /**
   * Logs that a pool is exhausted, at most once a second because a burst of errors would fill the
   * log.
   */
  private void logExhaustion(String state) {
    exhausted.increment();
    long last = lastLogged.get();
    long now = System.nanoTime();
    if (now - last >= LOG_PAUSE_NANOS && lastLogged.compareAndSet(last, now)) {
      long count = exhausted.sumThenReset();
      LOG.warn("requests rejected since the previous message: {}, the latest: {}", count, state);
    }
  }

  private Object run(PageRoute route, Request request, Response response) {
    if (route == null) {
      return new RequestError(404, "notFound", "", Request.getPathInContext(request) + choices);
    }
    if (route.method().is(request.getMethod())) {
      return route.work().apply(request, response);
    }
    String allowed = route.method().asString();
    String message = request.getMethod() + " is not allowed here; use " + allowed;
    response.getHeaders().add(HttpHeader.ALLOW, allowed);
    return new RequestError(405, "badRequest", "", message);
  }

  private void write(Request request, Response response, Callback callback, Object result) {
    if (result instanceof RequestError error) {
      metrics.error();
      response.setStatus(error.status());
      response.getHeaders().put(Headers.ERROR, error.error());
      if (error.isRetryable()) {
        response.getHeaders().add(RETRY_AFTER);
      }
      if (!error.errorClass().isEmpty()) {
        response.getHeaders().add(Headers.ERROR_CLASS, error.errorClass());
      }
    }
    String accept = request.getHeaders().get(HttpHeader.ACCEPT);
    boolean asHtml = accept != null && accept.contains("text/html");
    response.getHeaders().add(asHtml ? HTML : JSON);
    response.getHeaders().add(NO_STORE);
    byte[] body =
        asHtml ? html.of(result).getBytes(StandardCharsets.UTF_8) : JsonText.bytes(result);
    response.write(true, ByteBuffer.wrap(body), callback);
  }
}
