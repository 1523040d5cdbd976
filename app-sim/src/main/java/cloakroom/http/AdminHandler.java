package cloakroom.http;

import cloakroom.contract.Counter;
import cloakroom.contract.InlinePage;
import cloakroom.contract.LiveHeap;
import cloakroom.contract.NodeReport;
import cloakroom.contract.Resources;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
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
              .replace("/*nodes.js*/", Resources.text("cloakroom/contract/nodes.js")));

  private interface Answer {
    void give(Request request, Response response, Callback callback);
  }

  private record Route(List<String> methods, Answer answer) {}

  private final Map<String, Route> routes = new LinkedHashMap<>();
  private final Tier tier;
  private final RequestFigures requests;
  private final AdminGuard guard;

  AdminHandler(Tier tier, RequestFigures requests, TierMetrics metrics, AdminGuard guard) {
    this.tier = tier;
    this.requests = requests;
    this.guard = guard;
    reading(
        "/metrics",
        (request, response, callback) ->
            write(response, callback, "text/plain;version=0.0.4;charset=utf-8", metrics.scrape()));
    reading(
        "/counters", (request, response, callback) -> json(response, callback, counters(request)));
    reading(
        HEALTH, (request, response, callback) -> json(response, callback, Map.of("status", "up")));
    acting("/heap", (request, response, callback) -> heap(response, callback));
    acting(
        "/trial",
        (request, response, callback) -> {
          requests.anew();
          json(response, callback, tier.report(requests, false));
        });
    reading(LIVE, (request, response, callback) -> page(response, callback));
    reading(
        LIVE + "/state",
        (request, response, callback) -> json(response, callback, tier.live(requests)));
    reading(
        OPENAPI,
        (request, response, callback) ->
            write(
                response,
                callback,
                "application/json",
                Resources.text("cloakroom/http/openapi.json")));
  }

  private void reading(String path, Answer answer) {
    routes.put(path, new Route(List.of("GET", "HEAD"), answer));
  }

  /** What acts on the node is no GET: nobody shall do that by looking. */
  private void acting(String path, Answer answer) {
    routes.put(path, new Route(List.of("POST"), answer));
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    String path = Request.getPathInContext(request);
    RequestError refusal = guard.refusal(request, OPEN_TO_ALL.contains(path));
    if (refusal != null) {
      if (refusal.status() == HttpStatus.UNAUTHORIZED_401) {
        response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
      }
      refuse(response, callback, refusal.status(), refusal.error(), "message", refusal.message());
      return true;
    }
    Route route = routes.get(path);
    if (route == null) {
      refuse(response, callback, 404, "notFound", "choices", String.join(", ", routes.keySet()));
    } else if (!route.methods().contains(request.getMethod())) {
      String choices = String.join(", ", route.methods());
      response.getHeaders().put(HttpHeader.ALLOW, choices);
      refuse(response, callback, 405, "wrongMethod", "choices", choices);
    } else {
      route.answer().give(request, response, callback);
    }
    return true;
  }

  private static void page(Response response, Callback callback) {
    PAGE.headers().forEach((name, value) -> response.getHeaders().put(name, value));
    write(response, callback, PAGE.text());
  }

  private static void refuse(
      Response response, Callback callback, int status, String error, String key, String more) {
    response.setStatus(status);
    json(response, callback, Map.of("error", error, key, more));
  }

  private NodeReport counters(Request request) {
    return tier.report(requests, !WITHOUT_TIMES.equals(request.getHttpURI().getQuery()));
  }

  private void heap(Response response, Callback callback) {
    long before = System.nanoTime();
    long bytes = bytesInUse();
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before);
    Map<String, Long> now = tier.gauges(requests);
    long sessions = now.get(Counter.SESSIONS.label());
    json(
        response,
        callback,
        new LiveHeap(sessions, now.get(Counter.INSTANCES.label()), bytes, millis));
  }

  static long bytesInUse() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static void json(Response response, Callback callback, Object body) {
    write(response, callback, "application/json", JsonText.text(body));
  }

  private static void write(Response response, Callback callback, String type, String body) {
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
    write(response, callback, body);
  }

  private static void write(Response response, Callback callback, String body) {
    response.write(true, ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)), callback);
  }
}
