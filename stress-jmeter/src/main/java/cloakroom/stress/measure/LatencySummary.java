package cloakroom.stress.measure;

/** Mean, percentiles and maximum of one kind of time, all in milliseconds. */
public record LatencySummary(
    double mean, double p50, double p90, double p95, double p99, double p999, double max) {

  /** What a trial without samples shows. */
  public static final LatencySummary NONE = new LatencySummary(0, 0, 0, 0, 0, 0, 0);
}
