package cloakroom.http;

import cloakroom.app.Application;
import cloakroom.app.StateProbes;
import cloakroom.app.UserSession;
import cloakroom.contract.StateKind;
import java.util.Set;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/**
 * The addresses of the state kinds: {@code GET /state-kinds} is a request that leaves nothing and
 * opens a session if need be; {@code POST /state-kinds/KIND/write}, {@code GET /state-kinds/KIND}
 * and {@code POST /state-kinds/KIND/clear} are the probes of a session.
 */
final class StateKindEndpoints {
  static final String PATH = "state-kinds";

  private static final Set<String> OPERATIONS = Set.of("read", "write", "clear");

  private final Application application;
  private final SessionRequests requests;

  StateKindEndpoints(Application application, SessionRequests requests) {
    this.application = application;
    this.requests = requests;
  }

  /** Whether a POST to this address brings a form. */
  static boolean takesForm(String path) {
    return path.startsWith("/" + PATH + "/") && path.endsWith("/write");
  }

  /** The request that leaves nothing. */
  Object visit(UserSession session, long user) {
    return application.stateKinds().visit(session, user);
  }

  /**
   * A probe.
   *
   * @param path the address in parts, of which the first is {@link #PATH} and the second the kind
   */
  Object probe(Request request, Response response, String[] path) {
    String operation = path.length == 2 ? "read" : path[2];
    StateKind kind = StateKind.at(path[1]).orElse(null);
    if (kind == null || path.length > 3 || !OPERATIONS.contains(operation)) {
      return notFound(request);
    }
    HttpMethod method = "read".equals(operation) ? HttpMethod.GET : HttpMethod.POST;
    if (path.length == 3 && method == HttpMethod.GET) {
      return notFound(request);
    }
    if (!method.is(request.getMethod())) {
      return RequestError.wrongMethod(request.getMethod(), method.asString());
    }
    return requests.in(request, response, session -> work(request, session, kind, operation));
  }

  private Object work(Request request, UserSession session, StateKind kind, String operation) {
    StateProbes probes = application.stateKinds();
    return switch (operation) {
      case "write" -> probes.write(session, kind, FormBody.value(request));
      case "clear" -> probes.clear(session, kind);
      default -> probes.read(session, kind);
    };
  }

  private static RequestError notFound(Request request) {
    return RequestError.notFound(
        Request.getPathInContext(request),
        "/"
            + PATH
            + " and below it /KIND, /KIND/write and /KIND/clear, where KIND is one of "
            + StateKind.keys());
  }
}
