package cloakroom.http;

import cloakroom.contract.NodeReport;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
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

  private final TierReport report;
  private final AdminGuard guard;
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  AdminHandler(TierReport report, AdminGuard guard) {
    this.report = report;
    this.guard = guard;
    registry.config().commonTags("policy", report.policy());
    for (String name : report.counters().keySet()) {
      FunctionCounter.builder("cloakroom.events", report, r -> r.counters().get(name))
          .description("what the tier has counted since it started")
          .tag("event", name)
          .register(registry);
    }
    for (String name : report.gauges().keySet()) {
      Gauge.builder("cloakroom.state", report, r -> r.gauges().get(name))
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
      refuse(response, callback, refusal);
      return true;
    }
    switch (path) {
      case "/metrics" ->
          write(response, callback, "text/plain;version=0.0.4;charset=utf-8", registry.scrape());
      case "/counters" -> json(response, callback, counters(request));
      case HEALTH -> json(response, callback, Map.of("status", "up"));
      case "/heap" -> heap(request, response, callback);
      default -> {
        response.setStatus(HttpStatus.NOT_FOUND_404);
        json(
            response,
            callback,
            Map.of("error", "notFound", "choices", "/metrics, /counters, /health, /heap"));
      }
    }
    return true;
  }

  private static void refuse(Response response, Callback callback, RequestError refusal) {
    response.setStatus(refusal.status());
    if (refusal.status() == HttpStatus.UNAUTHORIZED_401) {
      response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
    }
    json(response, callback, Map.of("error", refusal.error(), "message", refusal.message()));
  }

  private NodeReport counters(Request request) {
    return WITHOUT_TIMES.equals(request.getHttpURI().getQuery())
        ? report.withoutTimes()
        : report.whole();
  }

  /** Collects garbage, so it is no GET: nobody shall do that by looking. */
  private void heap(Request request, Response response, Callback callback) {
    if (HttpMethod.POST.is(request.getMethod())) {
      json(response, callback, report.liveHeap());
    } else {
      response.setStatus(HttpStatus.METHOD_NOT_ALLOWED_405);
      json(response, callback, Map.of("error", "wrongMethod", "choices", "POST"));
    }
  }

  private static void json(Response response, Callback callback, Object body) {
    write(response, callback, "application/json", JsonText.text(body));
  }

  private static void write(Response response, Callback callback, String type, String body) {
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
    response.write(true, ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)), callback);
  }
}
