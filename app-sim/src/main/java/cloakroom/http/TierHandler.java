package cloakroom.http;

import cloakroom.app.Application;
import cloakroom.app.Application.TransactionAnswer;
import cloakroom.app.Page;
import cloakroom.app.UserSession;
import cloakroom.contract.Headers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns requests into operations of the application, and their outcome into answers. */
final class TierHandler extends Handler.Abstract {

  private static final Logger LOG = LoggerFactory.getLogger(TierHandler.class);
  private static final HttpField JSON =
      new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "application/json");
  private static final HttpField HTML =
      new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "text/html;charset=utf-8");
  private static final HttpField NO_STORE =
      new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "no-store");

  private final Application application;
  private final SessionRequests requests;
  private final RequestFigures figures;
  private final StateKindEndpoints stateKinds;
  private final Duration bodyTime;

  /**
   * Handles the requests of these sessions.
   *
   * @param bodyTime how long after its head a request's body may end
   */
  TierHandler(
      Application application, UserSessions sessions, RequestFigures figures, Duration bodyTime) {
    this.application = application;
    this.requests = new SessionRequests(sessions, application);
    this.figures = figures;
    this.stateKinds = new StateKindEndpoints(application, requests);
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
    PageOperation operation = PageOperation.at(path);
    return operation == null
        ? StateKindEndpoints.takesForm(path)
        : operation.kind() == PageOperation.Kind.CHANGE;
  }

  private void respond(Request request, Response response, Callback callback) {
    Object answer;
    try {
      answer = answer(request, response);
    } catch (RuntimeException e) {
      answer = failed(request, e);
    }
    write(request, response, callback, answer);
  }

  private static RequestError failed(Request request, RuntimeException e) {
    RequestError error = RequestError.of(e);
    if (error.status() == HttpStatus.INTERNAL_SERVER_ERROR_500) {
      LOG.error("{} {}", request.getMethod(), request.getHttpURI().getPath(), e);
    }
    return error;
  }

  private Object answer(Request request, Response response) {
    PageOperation operation = PageOperation.at(Request.getPathInContext(request));
    return operation == null ? elsewhere(request, response) : onPage(request, response, operation);
  }

  private Object onPage(Request request, Response response, PageOperation operation) {
    Page page = operation.page();
    if (operation.kind() == PageOperation.Kind.OPEN) {
      return requests.opening(
          request, response, (session, user) -> application.open(session, page, user));
    }
    if (!HttpMethod.POST.is(request.getMethod())) {
      return RequestError.wrongMethod(request.getMethod(), "POST");
    }
    return requests.in(
        request, response, session -> operate(request, response, session, operation));
  }

  private Object operate(
      Request request, Response response, UserSession session, PageOperation operation) {
    Page page = operation.page();
    return switch (operation.kind()) {
      case OPEN -> throw new IllegalStateException("a page is opened without a session");
      case SCROLL -> application.scroll(session, page);
      case CHANGE -> application.change(session, page, FormBody.value(request));
      case COMMIT -> committed(response, application.commit(session, page));
      case ROLLBACK -> application.rollback(session, page);
    };
  }

  /** Whoever counts commits is told of one that the database heard nothing of. */
  private static TransactionAnswer committed(Response response, TransactionAnswer answer) {
    if (answer.changes() == 0) {
      response.getHeaders().add(Headers.COMMIT, "nothing");
    }
    return answer;
  }

  private Object elsewhere(Request request, Response response) {
    String address = Request.getPathInContext(request);
    if (!address.startsWith("/")) { // OPTIONS and CONNECT may ask for something else
      return RequestError.notFound(address);
    }
    String[] path = address.substring(1).split("/", -1);
    if (path.length == 1 && "logout".equals(path[0])) {
      return HttpMethod.POST.is(request.getMethod())
          ? requests.logOut(request, response)
          : RequestError.wrongMethod(request.getMethod(), "POST");
    }
    if (StateKindEndpoints.PATH.equals(path[0])) {
      return path.length == 1
          ? requests.opening(request, response, stateKinds::visit)
          : stateKinds.probe(request, response, path);
    }
    return RequestError.notFound(address);
  }

  private void write(Request request, Response response, Callback callback, Object answer) {
    if (answer instanceof RequestError error) {
      figures.error();
      response.setStatus(error.status());
      response.getHeaders().add(Headers.ERROR, error.error());
      if (!error.errorClass().isEmpty()) {
        response.getHeaders().add(Headers.ERROR_CLASS, error.errorClass());
      }
    }
    String accept = request.getHeaders().get(HttpHeader.ACCEPT);
    boolean html = accept != null && accept.contains("text/html");
    response.getHeaders().add(html ? HTML : JSON);
    response.getHeaders().add(NO_STORE);
    byte[] body =
        html ? HtmlPage.of(answer).getBytes(StandardCharsets.UTF_8) : JsonText.bytes(body(answer));
    response.write(true, ByteBuffer.wrap(body), callback);
  }

  private static Object body(Object answer) {
    return answer instanceof RequestError error
        ? Map.of(
            "error",
            error.error(),
            "class",
            error.errorClass(),
            "code",
            error.code(),
            "message",
            error.message())
        : answer;
  }
}
