package cloakroom.http;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Map;

/** A node's counters and gauges as Prometheus asks for them. */
final class TierMetrics {
  private final Tier tier;
  private final RequestFigures requests;
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  /** Figures of one moment: read once for all metrics of a scrape, not for each. */
  private Map<String, Long> counters;

  private Map<String, Long> gauges;

  TierMetrics(Tier tier, RequestFigures requests) {
    this.tier = tier;
    this.requests = requests;
    read();
    registry.config().commonTags("policy", String.valueOf(tier.settings().get("policy")));
    for (String name : counters.keySet()) {
      FunctionCounter.builder("cloakroom.events", this, now -> now.counters.get(name))
          .description("what the tier has counted since it started")
          .tag("event", name)
          .register(registry);
    }
    for (String name : gauges.keySet()) {
      Gauge.builder("cloakroom.state", this, now -> now.gauges.get(name))
          .description("how the tier stands now, and the highest there was (max…)")
          .tag("of", name)
          .register(registry);
    }
  }

  private void read() {
    counters = tier.counters();
    gauges = tier.gauges(requests);
  }

  synchronized String scrape() {
    read();
    return registry.scrape();
  }
}
