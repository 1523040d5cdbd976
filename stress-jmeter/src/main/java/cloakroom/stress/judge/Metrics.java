package cloakroom.stress.judge;

import cloakroom.contract.ErrorClass;
import cloakroom.platform.Resources;
import cloakroom.stress.folder.FailureKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Every figure of a trial, in the order of the reports. A new one is one line of metrics.txt: the
 * reader of the counters, summary.json, summary.csv and all tables follow.
 */
public final class Metrics {
  /** Stands beside the numbers in every report: the one percentile routine of every figure. */
  public static final String PERCENTILES = "HdrHistogram 3 digits";

  /** The group of what cleaning connections cost. */
  public static final String RESET_LEVEL = "Connection resets";

  public static final List<Metric> ALL =
      Resources.rows("cloakroom/stress/judge/metrics.txt").stream().flatMap(Metrics::of).toList();

  public static final Metric TIER_MEAN = get("tier.mean");
  public static final Metric SERVICE_MEAN = get("service.mean");
  public static final Metric RESPONSE_MEAN = get("response.mean");
  public static final Metric CONNECTIONS = get("connections.meanInUse");

  /** Those for which variants are compared by a ratio with an interval. */
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

  /** The figure of a row, or the failures where the row says so. */
  private static Stream<Metric> of(List<String> row) {
    return row.size() == 1
        ? failures().stream()
        : Stream.of(
            new Metric(
                row.get(0),
                row.get(1),
                row.get(2),
                row.get(3),
                Integer.parseInt(row.get(4)),
                List.of((row.get(5).isEmpty() ? row.get(0) : row.get(5)).split(" / ", -1)),
                row.get(6),
                row.size() > 7));
  }

  private static List<Metric> failures() {
    List<Metric> all = new ArrayList<>();
    for (FailureKind kind : FailureKind.values()) {
      all.add(
          count(TrialSummary.KINDS + kind.key(), "Failed requests", kind.label(), kind.meaning()));
    }
    for (ErrorClass type : ErrorClass.values()) {
      String meaning = type.meaning() + "; these requests are among the failed ones of some kind";
      all.add(
          count(
              TrialSummary.CLASSES + type.key(),
              "Failed requests by database error",
              type.label(),
              meaning));
    }
    return all;
  }

  private static Metric count(String name, String group, String label, String definition) {
    return new Metric(name, group, label, "", 0, List.of(name), definition, false);
  }
}
