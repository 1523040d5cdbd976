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

/** Exporter of a node's counters and gauges to Prometheus and to an OpenTelemetry collector. */
final class TierMetrics implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TierMetrics.class);

  private final class MetricValues {
    private Map<String, Long> byName;

    synchronized double get(String name) {
      if (byName == null) {
        byName = new HashMap<>(tier.counters());
        byName.putAll(tier.gauges(requests));
      }
      return byName.get(name);
    }

    synchronized void clear() {
      byName = null;
    }
  }

  private final Tier tier;
  private final RequestMetrics requests;
  private final PrometheusMeterRegistry prometheus =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final MetricValues scraped = new MetricValues();
  private volatile MeterRegistry exported;

  TierMetrics(Tier tier, RequestMetrics requests) {
    this.tier = tier;
    this.requests = requests;
    register(prometheus, scraped);
  }

  private void register(MeterRegistry registry, MetricValues values) {
    registry.config().commonTags("policy", String.valueOf(tier.settings().get("policy")));
    for (String name : tier.counters().keySet()) {
      FunctionCounter.builder("cloakroom.events", values, now -> now.get(name))
          .description("Events since the start of the tier")
          .tag("event", name)
          .register(registry);
    }
    for (String name : tier.gauges(requests).keySet()) {
      Gauge.builder("cloakroom.state", values, now -> now.get(name))
          .description("Current values, and maxima (max…)")
          .tag("of", name)
          .register(registry);
    }
  }

  synchronized String scrape() {
    scraped.clear();
    return prometheus.scrape();
  }

  /** Exports all metrics to an OpenTelemetry collector every ten seconds and on close. */
  void exportTo(URI collector) {
    MetricValues sent = new MetricValues();
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

  /**
   * Micrometer's export settings. OpenTelemetry's environment variables define all settings except
   * the collector's address.
   */
  private record Collector(URI address) implements OtlpConfig {
    @Override
    public String get(String key) {
      return Map.of("otlp.url", address.toString(), "otlp.step", "10s").get(key);
    }

    @Override
    public Map<String, String> resourceAttributes() {
      Map<String, String> attributes = new HashMap<>(OtlpConfig.super.resourceAttributes());
      attributes.putIfAbsent("service.name", "cloakroom");
      attributes.putIfAbsent("service.instance.id", ManagementFactory.getRuntimeMXBean().getName());
      return attributes;
    }
  }

  /** Sender that logs the first failed export only; otherwise a stopped collector fills the log. */
  private static final class Sender implements OtlpMetricsSender {
    private final URI collector;
    private final OtlpMetricsSender http = // with short time-outs: a stop exports once more
        new OtlpHttpMetricsSender(
            new HttpUrlConnectionSender(Duration.ofMillis(500), Duration.ofSeconds(1)));
    private final MetricValues sent;
    private volatile boolean failed;

    Sender(URI collector, MetricValues sent) {
      this.collector = collector;
      this.sent = sent;
    }

    @Override
    public void send(Request request) {
      try {
        http.send(request);
        failed = false;
      } catch (Exception e) {
        if (!failed) {
          LOG.warn("cannot export metrics to {}: {}", collector, OneLine.of(e.toString()));
        }
        failed = true;
      } finally {
        sent.clear();
      }
    }
  }
}
