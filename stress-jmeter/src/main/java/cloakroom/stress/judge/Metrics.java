package cloakroom.stress.judge;

import cloakroom.contract.ErrorClass;
import cloakroom.platform.Resources;
import cloakroom.stress.folder.FailureKind;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All metrics of a trial in the order of reports, each defined by a line of metrics.txt alone. */
public final class Metrics {
  /** Routine for the percentiles of all metrics; reports name it. */
  public static final String PERCENTILES = "HdrHistogram 3 digits";

  public static final List<Metric> ALL =
      Resources.rows("cloakroom/stress/judge/metrics.txt").stream().flatMap(Metrics::of).toList();
  public static final Metric TIER_MEAN = get("tier.mean");
  public static final Metric SERVICE_MEAN = get("service.mean");
  public static final Metric RESPONSE_MEAN = get("response.mean");
  public static final Metric CONNECTIONS = get("connections.meanInUse");

  /** Metrics with a ratio and an interval for each pair of variants. */
  public static final List<Metric> COMPARED =
      List.of(
          TIER_MEAN,
          SERVICE_MEAN,
          get("service.p95"),
          RESPONSE_MEAN,
          get("response.p95"),
          CONNECTIONS);

  private Metrics() {}

  public static Optional<Metric> named(String name) {
    return ALL.stream().filter(metric -> metric.name().equals(name)).findFirst();
  }

  public static Metric get(String name) {
    return named(name).orElseThrow();
  }

  public static Stream<String> sources() {
    return ALL.stream().flatMap(metric -> metric.sources().stream()).distinct();
  }

  /** Parses a row; the row "failures" stands for all kinds and classes of failures. */
  private static Stream<Metric> of(List<String> row) {
    if (row.size() == 1) {
      return Stream.concat(
          Stream.of(FailureKind.values())
              .map(
                  k ->
                      count(
                          TrialSummary.KINDS + k.key(), "Failed requests", k.label(), k.meaning())),
          Stream.of(ErrorClass.values())
              .map(
                  type ->
                      count(
                          TrialSummary.CLASSES + type.key(),
                          "Failed requests by database error",
                          type.label(),
                          type.meaning() + "; also counted as a failed request of some kind")));
    }
    String sources = row.get(5).isEmpty() ? row.get(0) : row.get(5);
    return Stream.of(
        new Metric(
            row.get(0),
            row.get(1),
            row.get(2),
            row.get(3),
            Integer.parseInt(row.get(4)),
            List.of(sources.split(" / ", -1)),
            row.get(6),
            row.size() > 7));
  }

  private static Metric count(String name, String group, String label, String definition) {
    return new Metric(name, group, label, "", 0, List.of(name), definition, false);
  }
}
