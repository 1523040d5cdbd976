package cloakroom.http;

import cloakroom.app.Application;
import cloakroom.app.Page;
import cloakroom.app.UserSession;
import cloakroom.contract.Headers;
import cloakroom.contract.StateKind;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

  private static final String LOGOUT = "/logout";
  private static final String STATE_KINDS = "/state-kinds";
  private static final Pattern PROBE = Pattern.compile(STATE_KINDS + "/([^/]+)(?:/(write|clear))?");

  private enum Kind {
    OPEN,
    SCROLL,
    CHANGE,
    COMMIT,
    ROLLBACK
  }

  /** What is done on a page. */
  private record PageOperation(Page page, Kind kind) {
    /** By address, so that a request's is looked up and not taken apart. */
    private static final Map<String, PageOperation> ALL = new HashMap<>();

    static {
      for (Page page : Page.values()) {
        for (Kind kind : Kind.values()) {
          String below = kind == Kind.OPEN ? "" : "/" + kind.name().toLowerCase(Locale.ROOT);
          ALL.put("/" + page.path() + below, new PageOperation(page, kind));
        }
      }
    }
  }

  /** Every address that is answered. */
  static Set<String> addresses() {
    Set<String> all = new HashSet<>(PageOperation.ALL.keySet());
    all.addAll(Set.of(LOGOUT, STATE_KINDS));
    for (StateKind kind : StateKind.values()) {
      String probe = STATE_KINDS + "/" + kind.key();
      all.addAll(Set.of(probe, probe + "/write", probe + "/clear"));
    }
    return all;
  }

  private final Application application;
  private final SessionRequests requests;
  private final RequestFigures figures;
  private final Duration bodyTime;
  private final LongAdder refused = new LongAdder();
  private final AtomicLong refusalLogged = new AtomicLong(System.nanoTime() - LOG_PAUSE_NANOS);

  /**
   * Handles the requests to a tier's pages.
   *
   * @param bodyTime how long after its head a request's body may end
   */
  TierHandler(Tier tier, RequestFigures figures, Duration bodyTime) {
    this.application = tier.application();
    this.requests = new SessionRequests(tier.sessions(), application);
    this.figures = figures;
    this.bodyTime = bodyTime;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    boolean measured = figures.begin(request.getHeaders().get(Headers.PHASE));
    Request.addCompletionListener(
        request, failure -> figures.end(measured, System.nanoTime() - request.getBeginNanoTime()));
    if (takesForm(request)) {
      FormBody.read(request, bodyTime, () -> respond(request, response, callback));
    } else {
      respond(request, response, callback);
    }
    return true;
  }

  private static boolean takesForm(Request request) {
    if (!HttpMethod.POST.is(request.getMethod())) {
      return false;
    }
    String path = Request.getPathInContext(request);
    PageOperation operation = PageOperation.ALL.get(path);
    return operation == null
        ? path.startsWith(STATE_KINDS + "/") && path.endsWith("/write")
        : operation.kind() == Kind.CHANGE;
  }

  private void respond(Request request, Response response, Callback callback) {
    Object answer;
    try {
      String path = Request.getPathInContext(request);
      PageOperation operation = PageOperation.ALL.get(path);
      answer =
          operation == null
              ? elsewhere(request, response, path)
              : onPage(request, response, operation);
    } catch (RuntimeException e) {
      RequestError error = RequestError.of(e);
      if (error.status() == 500) {
        LOG.error("{} {}", request.getMethod(), request.getHttpURI().getPath(), e);
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

  private Object onPage(Request request, Response response, PageOperation operation) {
    if (operation.kind() == Kind.OPEN) {
      return requests.opening(
          request, response, (session, user) -> application.open(session, operation.page(), user));
    }
    return HttpMethod.POST.is(request.getMethod())
        ? requests.in(request, response, session -> work(request, response, session, operation))
        : RequestError.wrongMethod(request.getMethod(), "POST");
  }

  private Object work(
      Request request, Response response, UserSession session, PageOperation operation) {
    Page page = operation.page();
    return switch (operation.kind()) {
      case OPEN -> throw new IllegalStateException("a page is opened without a session");
      case SCROLL -> application.scroll(session, page);
      case CHANGE -> application.change(session, page, FormBody.value(request));
      case COMMIT -> commit(request, response, session, page);
      case ROLLBACK -> application.rollback(session, page);
    };
  }

  private Object commit(Request request, Response response, UserSession session, Page page) {
    String value = FormBody.valueInQuery(request);
    return value == null
        ? committed(response, application.commit(session, page))
        : application.commit(session, page, value);
  }

  /** Whoever counts commits is told of one that the database heard nothing of. */
  private static Page.TransactionAnswer committed(
      Response response, Page.TransactionAnswer answer) {
    if (answer.changes() == 0) {
      response.getHeaders().add(Headers.COMMIT, "nothing");
    }
    return answer;
  }

  private Object elsewhere(Request request, Response response, String path) {
    if (path.equals(LOGOUT)) {
      return HttpMethod.POST.is(request.getMethod())
          ? requests.logOut(request, response)
          : RequestError.wrongMethod(request.getMethod(), "POST");
    }
    if (path.equals(STATE_KINDS)) {
      return requests.opening(
          request, response, (session, user) -> application.stateKinds().visit(session, user));
    }
    if (path.startsWith(STATE_KINDS + "/")) {
      return probe(request, response, path);
    }
    return RequestError.notFound(
        path,
        "/departments and /employees, each with /scroll, /change, /commit and /rollback,"
            + " /state-kinds, and /logout");
  }

  private Object probe(Request request, Response response, String path) {
    Matcher probe = PROBE.matcher(path);
    StateKind kind = probe.matches() ? StateKind.at(probe.group(1)).orElse(null) : null;
    if (kind == null) {
      return RequestError.notFound(
          path,
          "/state-kinds and below it /KIND, /KIND/write and /KIND/clear, where KIND is one of "
              + StateKind.keys());
    }
    String operation = probe.group(2);
    HttpMethod method = operation == null ? HttpMethod.GET : HttpMethod.POST;
    if (!method.is(request.getMethod())) {
      return RequestError.wrongMethod(request.getMethod(), method.asString());
    }
    return requests.in(request, response, session -> probed(request, session, kind, operation));
  }

  private Object probed(Request request, UserSession session, StateKind kind, String operation) {
    if (operation == null) {
      return application.stateKinds().read(session, kind);
    }
    return operation.equals("write")
        ? application.stateKinds().write(session, kind, FormBody.value(request))
        : application.stateKinds().clear(session, kind);
  }

  private void write(Request request, Response response, Callback callback, Object answer) {
    if (answer instanceof RequestError error) {
      figures.error();
      response.setStatus(error.status());
      response.getHeaders().add(Headers.ERROR, error.error());
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
