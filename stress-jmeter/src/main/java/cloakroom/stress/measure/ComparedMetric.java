package cloakroom.stress.measure;

/** The figures for which variants are compared by a ratio with an interval. */
public enum ComparedMetric {
  TIER_MEAN("tier.mean"),
  SERVICE_MEAN("service.mean"),
  SERVICE_P95("service.p95"),
  RESPONSE_MEAN("response.mean"),
  RESPONSE_P95("response.p95"),
  CONNECTIONS("connections.meanInUse");

  private final String key;

  ComparedMetric(String key) {
    this.key = key;
  }

  /** The name used in files and reports. */
  public String key() {
    return key;
  }

  /** Whether this is a percentile of a clock that counts whole milliseconds. */
  public boolean coarse() {
    return this == SERVICE_P95 || this == RESPONSE_P95;
  }
}
