package cloakroom.http;

import cloakroom.contract.Counter;
import cloakroom.contract.LiveHeap;
import cloakroom.contract.NodeReport;
import cloakroom.platform.InlinePage;
import cloakroom.platform.Resources;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** What operators and the stress runner ask a node: metrics, counters, health, a page to watch. */
final class AdminHandler extends Handler.Abstract {
  private static final String WITHOUT_TIMES = "times=false";
  private static final String HEALTH = "/health";
  private static final String LIVE = "/live";
  private static final String OPENAPI = "/openapi.json";

  /** These tell no figure. */
  private static final Set<String> OPEN_TO_ALL = Set.of(HEALTH, LIVE, OPENAPI);

  /** It has no figure in it and asks for them, with the token that a person types there. */
  private static final InlinePage PAGE =
      InlinePage.of(
          Resources.text("cloakroom/http/live.html")
              .replace("/*nodes.js*/", Resources.text("cloakroom/platform/nodes.js")));

  private record Body(Map<String, String> headers, String text) {
    static Body json(Object value) {
      return of("application/json", JsonText.text(value));
    }

    static Body of(String type, String text) {
      return new Body(Map.of("Content-Type", type), text);
    }
  }

  private record AdminRoute(List<String> methods, Function<Request, Body> answer) {}

  private final Map<String, AdminRoute> routes = new LinkedHashMap<>();
  private final Tier tier;
  private final RequestMetrics requests;
  private final AdminGuard guard;

  AdminHandler(Tier tier, RequestMetrics requests, TierMetrics metrics, AdminGuard guard) {
    this.tier = tier;
    this.requests = requests;
    this.guard = guard;
    reading(
        "/metrics", request -> Body.of("text/plain;version=0.0.4;charset=utf-8", metrics.scrape()));
    reading("/counters", request -> Body.json(counters(request)));
    reading(HEALTH, request -> Body.json(Map.of("status", "up")));
    acting("/heap", request -> Body.json(heap()));
    acting(
        "/trial",
        request -> {
          requests.resetForTrial();
          return Body.json(tier.report(requests, false));
        });
    reading(LIVE, request -> new Body(PAGE.headers(), PAGE.text()));
    reading(LIVE + "/state", request -> Body.json(tier.live(requests)));
    reading(
        OPENAPI,
        request -> Body.of("application/json", Resources.text("cloakroom/http/openapi.json")));
  }

  private void reading(String path, Function<Request, Body> answer) {
    routes.put(path, new AdminRoute(List.of("GET", "HEAD"), answer));
  }

  /** What acts on the node is no GET: nobody shall do that by looking. */
  private void acting(String path, Function<Request, Body> answer) {
    routes.put(path, new AdminRoute(List.of("POST"), answer));
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    Body body = answer(request, response);
    body.headers().forEach((name, value) -> response.getHeaders().put(name, value));
    byte[] bytes = body.text().getBytes(StandardCharsets.UTF_8);
    response.write(true, ByteBuffer.wrap(bytes), callback);
    return true;
  }

  private Body answer(Request request, Response response) {
    String path = Request.getPathInContext(request);
    RequestError refusal = guard.refusal(request, OPEN_TO_ALL.contains(path));
    if (refusal != null) {
      if (refusal.status() == HttpStatus.UNAUTHORIZED_401) {
        response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
      }
      return refuse(response, refusal.status(), refusal.error(), "message", refusal.message());
    }
    AdminRoute route = routes.get(path);
    if (route == null) {
      return refuse(response, 404, "notFound", "choices", String.join(", ", routes.keySet()));
    }
    if (!route.methods().contains(request.getMethod())) {
      String choices = String.join(", ", route.methods());
      response.getHeaders().put(HttpHeader.ALLOW, choices);
      return refuse(response, 405, "wrongMethod", "choices", choices);
    }
    return route.answer().apply(request);
  }

  private static Body refuse(Response response, int status, String error, String key, String more) {
    response.setStatus(status);
    return Body.json(Map.of("error", error, key, more));
  }

  private NodeReport counters(Request request) {
    return tier.report(requests, !WITHOUT_TIMES.equals(request.getHttpURI().getQuery()));
  }

  private LiveHeap heap() {
    long before = System.nanoTime();
    long bytes = bytesInUse();
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before);
    Map<String, Long> now = tier.gauges(requests);
    long sessions = now.get(Counter.SESSIONS.label());
    return new LiveHeap(sessions, now.get(Counter.INSTANCES.label()), bytes, millis);
  }

  static long bytesInUse() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
