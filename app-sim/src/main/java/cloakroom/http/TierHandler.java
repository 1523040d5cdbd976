package cloakroom.http;

import cloakroom.app.Application;
import cloakroom.app.ApplicationException;
import cloakroom.app.ApplicationException.Reason;
import cloakroom.app.Page;
import cloakroom.app.UserSession;
import cloakroom.contract.Headers;
import cloakroom.contract.StateKind;
import cloakroom.module.CheckOutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.Function;
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

/**
 * Turns requests into operations of the application, and their outcome into answers. {@code
 * /departments} opens that page and {@code /departments/commit} commits on it, with {@code
 * ?value=TEXT} a change that it makes first. {@code GET /state-kinds} is a request that leaves
 * nothing and opens a session if need be; {@code POST /state-kinds/KIND/write}, {@code GET
 * /state-kinds/KIND} and {@code POST /state-kinds/KIND/clear} are the probes of a session.
 */
final class TierHandler extends Handler.Abstract {
  private static final Logger LOG = LoggerFactory.getLogger(TierHandler.class);
  private static final HttpField JSON =
      new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "application/json");
  private static final HttpField HTML =
      new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "text/html;charset=utf-8");
  private static final HttpField NO_STORE =
      new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "no-store");

  /** In seconds: the least that can be said, and pools come back within less. */
  private static final HttpField RETRY_AFTER = new PreEncodedHttpField(HttpHeader.RETRY_AFTER, "1");

  private static final long LOG_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final String STATE_KINDS = "/state-kinds";
  private static final String CHOICES =
      " is not here; there are /departments and /employees, each with /scroll, /change, /commit and"
          + " /rollback, /state-kinds, below it /KIND, /KIND/write and /KIND/clear, where KIND is one"
          + " of "
          + StateKind.keys()
          + ", and /logout";

  /**
   * What is behind an address.
   *
   * @param takesForm whether the request brings a form, which is read first
   */
  private record PageRoute(
      HttpMethod method, boolean takesForm, BiFunction<Request, Response, Object> work) {}

  /** By address, so that a request's is looked up and not taken apart. */
  private final Map<String, PageRoute> routes = new HashMap<>();

  private final Application application;
  private final SessionRequests requests;
  private final RequestMetrics figures;
  private final Duration bodyTime;
  private final LongAdder refused = new LongAdder();
  private final AtomicLong refusalLogged = new AtomicLong(System.nanoTime() - LOG_PAUSE_NANOS);

  /**
   * Handles the requests to a tier's pages.
   *
   * @param bodyTime how long after its head a request's body may end
   */
  TierHandler(Tier tier, RequestMetrics figures, Duration bodyTime) {
    this.application = tier.application();
    this.requests = new SessionRequests(tier.sessions(), application);
    this.figures = figures;
    this.bodyTime = bodyTime;
    for (Page page : Page.values()) {
      String path = "/" + page.path();
      opening(path, (session, user) -> application.open(session, page, user));
      inSession(HttpMethod.POST, path + "/scroll", session -> application.scroll(session, page));
      withValue(path + "/change", (session, value) -> application.change(session, page, value));
      route(
          HttpMethod.POST,
          path + "/commit",
          (request, response) -> commit(request, response, page));
      inSession(
          HttpMethod.POST, path + "/rollback", session -> application.rollback(session, page));
    }
    opening(STATE_KINDS, application::visit);
    for (StateKind kind : StateKind.values()) {
      String path = STATE_KINDS + "/" + kind.key();
      inSession(HttpMethod.GET, path, session -> application.read(session, kind));
      withValue(path + "/write", (session, value) -> application.write(session, kind, value));
      inSession(HttpMethod.POST, path + "/clear", session -> application.clear(session, kind));
    }
    route(HttpMethod.POST, "/logout", requests::logOut);
  }

  private void route(HttpMethod method, String path, BiFunction<Request, Response, Object> work) {
    routes.put(path, new PageRoute(method, false, work));
  }

  private void opening(String path, BiFunction<UserSession, Long, Object> what) {
    route(HttpMethod.GET, path, (request, response) -> requests.opening(request, response, what));
  }

  private void inSession(HttpMethod method, String path, Function<UserSession, Object> work) {
    route(method, path, (request, response) -> requests.in(request, response, work));
  }

  private void withValue(String path, BiFunction<UserSession, String, Object> work) {
    BiFunction<Request, Response, Object> withForm =
        (request, response) ->
            requests.in(request, response, session -> work.apply(session, FormBody.value(request)));
    routes.put(path, new PageRoute(HttpMethod.POST, true, withForm));
  }

  /** Whoever counts commits is told of one that the database heard nothing of. */
  private Object commit(Request request, Response response, Page page) {
    return requests.in(
        request,
        response,
        session -> {
          Page.TransactionAnswer answer =
              application.commit(session, page, FormBody.valueInQuery(request));
          if (answer.changes() == 0) {
            response.getHeaders().add(Headers.COMMIT, Headers.COMMIT_NOTHING);
          }
          return answer;
        });
  }

  /** Every address that is answered. */
  Set<String> addresses() {
    return routes.keySet();
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    boolean measured = figures.begin(request.getHeaders().get(Headers.PHASE));
    Request.addCompletionListener(
        request, failure -> figures.end(measured, System.nanoTime() - request.getBeginNanoTime()));
    PageRoute route = routes.get(Request.getPathInContext(request));
    if (route != null && route.takesForm() && route.method().is(request.getMethod())) {
      FormBody.read(request, bodyTime, () -> respond(route, request, response, callback));
    } else {
      respond(route, request, response, callback);
    }
    return true;
  }

  private void respond(PageRoute route, Request request, Response response, Callback callback) {
    Object answer;
    try {
      answer = answer(route, request, response);
    } catch (RuntimeException e) {
      RequestError error = RequestError.of(e);
      if (e instanceof ApplicationException a && a.reason() == Reason.COMMITTED) {
        response.getHeaders().add(Headers.COMMIT, Headers.COMMIT_MADE);
      }
      if (error.status() == 500) {
        LOG.error(
            "{} {}: {}",
            request.getMethod(),
            request.getHttpURI().getPath(),
            e.getMessage(),
            CheckOutException.unexpected(e));
      } else if (error.isExhaustion()) {
        logExhaustion(error.message());
      }
      answer = error;
    }
    write(request, response, callback, answer);
  }

  /** The state of a pool that has nothing left: once a second, or a burst would fill the log. */
  private void logExhaustion(String state) {
    refused.increment();
    long last = refusalLogged.get();
    long now = System.nanoTime();
    if (now - last >= LOG_PAUSE_NANOS && refusalLogged.compareAndSet(last, now)) {
      LOG.warn(
          "refused since the last such line: {}, the latest: {}", refused.sumThenReset(), state);
    }
  }

  private static Object answer(PageRoute route, Request request, Response response) {
    if (route == null) {
      return new RequestError(404, "notFound", "", Request.getPathInContext(request) + CHOICES);
    }
    return route.method().is(request.getMethod())
        ? route.work().apply(request, response)
        : RequestError.wrongMethod(request.getMethod(), route.method().asString());
  }

  private void write(Request request, Response response, Callback callback, Object answer) {
    if (answer instanceof RequestError error) {
      figures.error();
      response.setStatus(error.status());
      response.getHeaders().put(Headers.ERROR, error.error());
      if (error.mayComeAgain()) {
        response.getHeaders().add(RETRY_AFTER);
      }
      if (!error.errorClass().isEmpty()) {
        response.getHeaders().add(Headers.ERROR_CLASS, error.errorClass());
      }
      if (!error.allow().isEmpty()) {
        response.getHeaders().add(HttpHeader.ALLOW, error.allow());
      }
    }
    String accept = request.getHeaders().get(HttpHeader.ACCEPT);
    boolean html = accept != null && accept.contains("text/html");
    response.getHeaders().add(html ? HTML : JSON);
    response.getHeaders().add(NO_STORE);
    byte[] body =
        html ? HtmlPage.of(answer).getBytes(StandardCharsets.UTF_8) : JsonText.bytes(answer);
    response.write(true, ByteBuffer.wrap(body), callback);
  }
}
