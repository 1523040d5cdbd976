package cloakroom.http;

import cloakroom.contract.Counter;
import cloakroom.contract.LiveHeap;
import cloakroom.contract.NodeReport;
import cloakroom.platform.InlinePage;
import cloakroom.platform.Resources;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Handler of the admin port: metrics, counters, health, live page and commands. */
final class AdminHandler extends Handler.Abstract {
  private static final String HEALTH = "/health";
  private static final String LIVE = "/live";
  private static final Set<String> PUBLIC_PATHS = Set.of(HEALTH, LIVE); // which need no token
  private static final InlinePage PAGE =
      InlinePage.of(
          Resources.text("cloakroom/http/live.html")
              .replace("/*tables.css*/", Resources.text("cloakroom/platform/tables.css"))
              .replace("/*tables.js*/", Resources.text("cloakroom/platform/tables.js"))
              .replace("/*nodes.js*/", Resources.text("cloakroom/platform/nodes.js")));

  private record AdminRoute(List<String> methods, Function<Request, Object> work) {}

  private final Map<String, AdminRoute> routes = new LinkedHashMap<>();
  private final RequestMetrics requests;
  private final Tier tier;
  private final AdminGuard guard;

  AdminHandler(Tier tier, RequestMetrics requests, TierMetrics metrics, AdminGuard guard) {
    this.tier = tier;
    this.requests = requests;
    this.guard = guard;
    List<String> get = List.of("GET", "HEAD");
    List<String> post = List.of("POST");
    routes.put("/metrics", new AdminRoute(get, request -> metrics.scrape()));
    routes.put("/counters", new AdminRoute(get, this::counters));
    routes.put(HEALTH, new AdminRoute(get, request -> Map.of("status", "up")));
    routes.put("/heap", new AdminRoute(post, request -> heap()));
    routes.put("/trial", new AdminRoute(post, request -> beginTrial()));
    routes.put(LIVE, new AdminRoute(get, request -> PAGE));
    routes.put(LIVE + "/state", new AdminRoute(get, request -> tier.live(requests)));
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    Object result = respond(request, response);
    HttpFields.Mutable headers = response.getHeaders();
    String text;
    if (result instanceof InlinePage page) {
      page.headers().forEach(headers::put);
      text = page.text();
    } else if (result instanceof String metrics) {
      headers.put(HttpHeader.CONTENT_TYPE, "text/plain;version=0.0.4;charset=utf-8");
      text = metrics;
    } else {
      headers.put(HttpHeader.CONTENT_TYPE, "application/json");
      text = JsonText.text(result);
    }
    Content.Sink.write(response, true, text, callback);
    return true;
  }

  private Object respond(Request request, Response response) {
    String path = Request.getPathInContext(request);
    RequestError rejection = guard.rejection(request, !PUBLIC_PATHS.contains(path));
    if (rejection != null) {
      if (rejection.status() == HttpStatus.UNAUTHORIZED_401) {
        response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
      }
      response.setStatus(rejection.status());
      return Map.of("error", rejection.error(), "message", rejection.message());
    }
    AdminRoute route = routes.get(path);
    if (route == null) {
      response.setStatus(404);
      return Map.of("error", "notFound", "choices", String.join(", ", routes.keySet()));
    }
    if (!route.methods().contains(request.getMethod())) {
      String choices = String.join(", ", route.methods());
      response.getHeaders().put(HttpHeader.ALLOW, choices);
      response.setStatus(405);
      return Map.of("error", "wrongMethod", "choices", choices);
    }
    return route.work().apply(request);
  }

  private NodeReport counters(Request request) {
    return tier.report(requests, !"times=false".equals(request.getHttpURI().getQuery()));
  }

  private NodeReport beginTrial() {
    requests.resetForTrial();
    return tier.report(requests, false);
  }

  private LiveHeap heap() {
    long before = System.nanoTime();
    long bytes = heapInUse();
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before);
    Map<String, Long> gauges = tier.gauges(requests);
    return new LiveHeap(
        gauges.get(Counter.SESSIONS.label()), gauges.get(Counter.INSTANCES.label()), bytes, millis);
  }

  static long heapInUse() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
