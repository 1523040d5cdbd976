package cloakroom.http;

import cloakroom.contract.Counter;
import cloakroom.contract.InlinePage;
import cloakroom.contract.LiveHeap;
import cloakroom.contract.NodeReport;
import cloakroom.contract.Resources;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
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
  private static final String LIVE_STATE = LIVE + "/state";

  /** It has no figure in it and asks for them, with the token that a person types there. */
  private static final InlinePage PAGE =
      InlinePage.of(
          Resources.text("cloakroom/http/live.html")
              .replace("/*nodes.js*/", Resources.text("cloakroom/contract/nodes.js")));

  private final Tier tier;
  private final RequestFigures requests;
  private final AdminGuard guard;
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  /** What the scrape that goes on tells: each is read once for all metrics, not for each. */
  private volatile Map<String, Long> counters = Map.of();

  private volatile Map<String, Long> gauges = Map.of();

  AdminHandler(Tier tier, RequestFigures requests, AdminGuard guard) {
    this.tier = tier;
    this.requests = requests;
    this.guard = guard;
    registry.config().commonTags("policy", String.valueOf(tier.settings().get("policy")));
    for (String name : tier.counters().keySet()) {
      FunctionCounter.builder("cloakroom.events", this, tells -> tells.counters.get(name))
          .description("what the tier has counted since it started")
          .tag("event", name)
          .register(registry);
    }
    for (String name : tier.gauges(requests).keySet()) {
      Gauge.builder("cloakroom.state", this, tells -> tells.gauges.get(name))
          .description("how the tier stands now, and the highest there was (max…)")
          .tag("of", name)
          .register(registry);
    }
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    String path = Request.getPathInContext(request);
    RequestError refusal = guard.refusal(request, HEALTH.equals(path) || LIVE.equals(path));
    if (refusal != null) {
      if (refusal.status() == HttpStatus.UNAUTHORIZED_401) {
        response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
      }
      refuse(response, callback, refusal.status(), refusal.error(), "message", refusal.message());
      return true;
    }
    if (path.startsWith(LIVE) && !reads(request)) {
      refuse(response, callback, 405, "wrongMethod", "choices", "GET, HEAD");
      return true;
    }
    switch (path) {
      case "/metrics" ->
          write(response, callback, "text/plain;version=0.0.4;charset=utf-8", scrape());
      case "/counters" -> json(response, callback, counters(request));
      case HEALTH -> json(response, callback, Map.of("status", "up"));
      case "/heap" -> heap(request, response, callback);
      case LIVE -> page(response, callback);
      case LIVE_STATE -> json(response, callback, tier.live(requests));
      default ->
          refuse(
              response,
              callback,
              404,
              "notFound",
              "choices",
              "/metrics, /counters, /health, /heap, /live");
    }
    return true;
  }

  private static boolean reads(Request request) {
    return HttpMethod.GET.is(request.getMethod()) || HttpMethod.HEAD.is(request.getMethod());
  }

  private static void page(Response response, Callback callback) {
    PAGE.headers().forEach((name, value) -> response.getHeaders().put(name, value));
    write(response, callback, PAGE.text());
  }

  private synchronized String scrape() {
    counters = tier.counters();
    gauges = tier.gauges(requests);
    return registry.scrape();
  }

  private static void refuse(
      Response response, Callback callback, int status, String error, String key, String more) {
    response.setStatus(status);
    json(response, callback, Map.of("error", error, key, more));
  }

  private NodeReport counters(Request request) {
    return tier.report(requests, !WITHOUT_TIMES.equals(request.getHttpURI().getQuery()));
  }

  /** Collects garbage, so it is no GET: nobody shall do that by looking. */
  private void heap(Request request, Response response, Callback callback) {
    if (!HttpMethod.POST.is(request.getMethod())) {
      refuse(response, callback, 405, "wrongMethod", "choices", "POST");
      return;
    }
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
