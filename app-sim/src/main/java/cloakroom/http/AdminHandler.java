package cloakroom.http;

import cloakroom.contract.Counter;
import cloakroom.contract.LiveHeap;
import cloakroom.contract.NodeReport;
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

/** What operators and the stress runner ask a node: metrics, counters, health. */
final class AdminHandler extends Handler.Abstract {
  private static final String WITHOUT_TIMES = "times=false";
  private static final String HEALTH = "/health";

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
    RequestError refusal = guard.refusal(request, HEALTH.equals(path));
    if (refusal != null) {
      if (refusal.status() == HttpStatus.UNAUTHORIZED_401) {
        response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
      }
      refuse(response, callback, refusal.status(), refusal.error(), "message", refusal.message());
      return true;
    }
    switch (path) {
      case "/metrics" ->
          write(response, callback, "text/plain;version=0.0.4;charset=utf-8", scrape());
      case "/counters" -> json(response, callback, counters(request));
      case HEALTH -> json(response, callback, Map.of("status", "up"));
      case "/heap" -> heap(request, response, callback);
      default ->
          refuse(
              response,
              callback,
              404,
              "notFound",
              "choices",
              "/metrics, /counters, /health, /heap");
    }
    return true;
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
    response.write(true, ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)), callback);
  }
}
