package cloakroom.http;

import java.util.LinkedHashMap;
import java.util.Map;

/** Everything a node tells of itself, as one object: the body of {@code GET /counters}. */
final class TierReport {
  private final Tier tier;
  private final Measurement measurement;

  TierReport(Tier tier) {
    this.tier = tier;
    this.measurement = new Measurement(this::counters);
  }

  Measurement measurement() {
    return measurement;
  }

  String policy() {
    return String.valueOf(tier.settings().get("policy"));
  }

  Map<String, Long> counters() {
    Map<String, Long> all = new LinkedHashMap<>();
    all.put("requests", measurement.requests());
    all.put("requestErrors", measurement.errors());
    all.putAll(tier.counters());
    return all;
  }

  Map<String, Long> gauges() {
    Map<String, Long> all = new LinkedHashMap<>(tier.gauges());
    all.put("inFlight", (long) measurement.inFlight());
    return all;
  }

  /** Everything. */
  Map<String, Object> asMap() {
    Map<String, Object> all = withoutTimes();
    all.put("tierTimes", measurement.times().summary());
    return all;
  }

  /** Everything but the times of requests, whose histogram alone costs more than the rest. */
  Map<String, Object> withoutTimes() {
    Map<String, Object> all = new LinkedHashMap<>();
    for (String name : new String[] {"policy", "pool", "poolSize", "store"}) {
      all.put(name, tier.settings().get(name));
    }
    all.put("settings", tier.settings());
    all.put("phase", measurement.phase());
    all.put("measuredSince", measurement.measuredSince());
    all.put("counters", counters());
    all.put("baseline", measurement.baseline());
    all.put("gauges", gauges());
    return all;
  }
}
