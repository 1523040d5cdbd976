package cloakroom.stress.judge;

import cloakroom.contract.ErrorClass;
import cloakroom.platform.Resources;
import cloakroom.stress.folder.FailureKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All metrics of a trial, in the order in which reports show them; metrics.txt defines them. */
public final class Metrics {
  public static final String PERCENTILES = "HdrHistogram 3 digits";

  public static final List<Metric> ALL =
      Resources.rows("cloakroom/stress/judge/metrics.txt").stream().flatMap(Metrics::of).toList();
  public static final Metric TIER_MEAN = get("tier.mean");
  public static final Metric SERVICE_MEAN = get("service.mean");
  public static final Metric RESPONSE_MEAN = get("response.mean");
  public static final Metric CONNECTIONS = get("connections.meanInUse");

  /** Metrics that are compared between variants, as a ratio with its confidence interval. */
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

  /**
   * Parses a row of metrics.txt. The row "failures" yields one metric for each kind of failed
   * request and one for each class of error.
   */
  private static Stream<Metric> of(List<String> row) {
    if (row.size() == 1) {
      String group = "Failed requests";
      String by = group + " by database error";
      List<Metric> all = new ArrayList<>();
      for (FailureKind k : FailureKind.values()) {
        String name = TrialSummary.KINDS + k.key();
        all.add(new Metric(name, group, k.label(), "", 0, List.of(name), k.meaning(), false));
      }
      for (ErrorClass c : ErrorClass.values()) {
        String name = TrialSummary.CLASSES + c.key();
        String what = c.meaning() + "; also counted as a failed request of some kind";
        all.add(new Metric(name, by, c.label(), "", 0, List.of(name), what, false));
      }
      return all.stream();
    }
    String name = row.get(0);
    List<String> sources = List.of((row.get(5).isEmpty() ? name : row.get(5)).split(" / ", -1));
    int decimals = Integer.parseInt(row.get(4));
    boolean rare = row.size() > 7;
    return Stream.of(
        new Metric(name, row.get(1), row.get(2), row.get(3), decimals, sources, row.get(6), rare));
  }
}
