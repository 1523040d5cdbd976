package cloakroom.http;

import cloakroom.platform.OneLine;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.ipc.http.HttpUrlConnectionSender;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.micrometer.registry.otlp.OtlpConfig;
import io.micrometer.registry.otlp.OtlpHttpMetricsSender;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import io.micrometer.registry.otlp.OtlpMetricsSender;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A node's counters and gauges as metrics: Prometheus asks for them, a collector is sent them. */
final class TierMetrics implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TierMetrics.class);
  private static final Duration EXPORTED_EACH = Duration.ofSeconds(10);

  /** A stop exports once more, and has seconds for all that it does. */
  private static final Duration CONNECT_WITHIN = Duration.ofMillis(500);

  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(1);

  /** Figures of one moment: read once for all metrics of a scrape or an export, not for each. */
  private final class Moment {
    private Map<String, Long> figures;

    synchronized double get(String name) {
      if (figures == null) {
        figures = new HashMap<>(tier.counters());
        figures.putAll(tier.gauges(requests));
      }
      return figures.get(name);
    }

    synchronized void end() {
      figures = null;
    }
  }

  private final Tier tier;
  private final RequestMetrics requests;
  private final PrometheusMeterRegistry prometheus =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Moment scraped = new Moment();
  private volatile MeterRegistry exported;

  TierMetrics(Tier tier, RequestMetrics requests) {
    this.tier = tier;
    this.requests = requests;
    register(prometheus, scraped);
  }

  private void register(MeterRegistry registry, Moment moment) {
    registry.config().commonTags("policy", String.valueOf(tier.settings().get("policy")));
    for (String name : tier.counters().keySet()) {
      FunctionCounter.builder("cloakroom.events", moment, now -> now.get(name))
          .description("what the tier has counted since it started")
          .tag("event", name)
          .register(registry);
    }
    for (String name : tier.gauges(requests).keySet()) {
      Gauge.builder("cloakroom.state", moment, now -> now.get(name))
          .description("how the tier stands now, and the highest there was (max…)")
          .tag("of", name)
          .register(registry);
    }
  }

  synchronized String scrape() {
    scraped.end();
    return prometheus.scrape();
  }

  /** Sends everything to a collector of OpenTelemetry each ten seconds, and at the end. */
  void exportTo(URI collector) {
    Moment sent = new Moment();
    exported =
        OtlpMeterRegistry.builder(new Collector(collector))
            .metricsSender(new Sender(collector, sent))
            .build();
    register(exported, sent);
  }

  @Override
  public void close() {
    if (exported != null) {
      exported.close();
    }
  }

  /** What is not said here comes from OpenTelemetry's own variables, such as headers. */
  private record Collector(URI address) implements OtlpConfig {
    @Override
    public String get(String key) {
      return null;
    }

    @Override
    public String url() {
      return address.toString();
    }

    @Override
    public Duration step() {
      return EXPORTED_EACH;
    }

    @Override
    public Map<String, String> resourceAttributes() {
      Map<String, String> attributes = new HashMap<>(OtlpConfig.super.resourceAttributes());
      attributes.putIfAbsent("service.name", "cloakroom");
      attributes.putIfAbsent("service.instance.id", ManagementFactory.getRuntimeMXBean().getName());
      return attributes;
    }
  }

  /** A collector that is away costs one line, not one and a stack trace for each export. */
  private static final class Sender implements OtlpMetricsSender {
    private final URI collector;
    private final OtlpMetricsSender http =
        new OtlpHttpMetricsSender(new HttpUrlConnectionSender(CONNECT_WITHIN, ANSWER_WITHIN));
    private final Moment sent;
    private volatile boolean away;

    Sender(URI collector, Moment sent) {
      this.collector = collector;
      this.sent = sent;
    }

    @Override
    public void send(Request request) {
      try {
        http.send(request);
        away = false;
      } catch (Exception e) {
        if (!away) {
          LOG.warn("no metrics exported to {}: {}", collector, OneLine.of(e.toString()));
        }
        away = true;
      } finally {
        sent.end();
      }
    }
  }
}
