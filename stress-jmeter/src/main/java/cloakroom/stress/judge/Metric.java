package cloakroom.stress.judge;

import cloakroom.contract.Counter;
import cloakroom.contract.ErrorClass;
import cloakroom.platform.Resources;
import cloakroom.stress.folder.FailureKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Definition of a metric of a trial.
 *
 * @param name path of the metric in summary.json, also used in {@code --fail-if}
 * @param sources numbers or names of measured values; the metric is the first divided by all others
 * @param rare whether only some database servers provide the metric
 */
public record Metric(
    String name,
    String group,
    String label,
    String unit,
    int decimals,
    List<String> sources,
    String definition,
    boolean rare) {
  static final String COUNTER = "counter ";
  public static final String PERCENTILES = "HdrHistogram 3 digits";

  /** All metrics, in the order in which reports show them; metrics.txt defines them. */
  public static final List<Metric> ALL =
      Resources.rows("cloakroom/stress/judge/metrics.txt").stream()
          .flatMap(row -> row.size() == 1 ? ofFailures() : Stream.of(of(row)))
          .toList();

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

  public static Optional<Metric> named(String name) {
    return ALL.stream().filter(metric -> metric.name().equals(name)).findFirst();
  }

  public static Metric get(String name) {
    return named(name).orElseThrow();
  }

  private static Metric of(List<String> row) {
    String name = row.get(0);
    List<String> sources = List.of((row.get(5).isEmpty() ? name : row.get(5)).split(" / ", -1));
    int decimals = Integer.parseInt(row.get(4));
    boolean rare = row.size() > 7;
    return new Metric(
        name, row.get(1), row.get(2), row.get(3), decimals, sources, row.get(6), rare);
  }

  /** Returns a metric for each kind of failed request, and one for each class of error. */
  private static Stream<Metric> ofFailures() {
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

  public static Stream<String> allSources() {
    return ALL.stream().flatMap(metric -> metric.sources().stream()).distinct();
  }

  public double of(TrialSummary trial) {
    return sources.stream()
        .mapToDouble(s -> Character.isDigit(s.charAt(0)) ? Double.parseDouble(s) : trial.figure(s))
        .reduce((value, by) -> value / by)
        .orElseThrow();
  }

  public static Optional<Counter> counter(String source) {
    if (!source.startsWith(COUNTER)) {
      return Optional.empty();
    }
    return Optional.of(
        Arrays.stream(Counter.values())
            .filter(counter -> source.equals(COUNTER + counter.label()))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("metrics.txt: no " + source)));
  }

  public boolean failures() {
    return name.startsWith(TrialSummary.KINDS) || ofErrorClass();
  }

  public boolean ofErrorClass() {
    return name.startsWith(TrialSummary.CLASSES);
  }

  public boolean ofServer() {
    return name.startsWith("server.");
  }

  public boolean count() {
    return decimals == 0;
  }

  public String heading() {
    return unit.isEmpty() ? label : label + " (" + unit + ")";
  }

  public String nameAndUnit() {
    return unit.isEmpty() ? name : name + " (" + unit + ")";
  }

  public String title() {
    return group + ": " + heading();
  }

  /** Returns the metric's name in a sentence, for instance "mean of tier time". */
  public String quantity() {
    return label + " of " + group.toLowerCase(Locale.ROOT);
  }

  /** Returns the decimals of a value; none for a whole number of a count or of milliseconds. */
  public int digits(double value) {
    boolean whole = value == Math.rint(value) && (count() || wholeMillis());
    return whole ? 0 : wholeMillis() ? 1 : Math.max(1, decimals);
  }

  /** Returns whether each trial's value is in whole milliseconds, because JMeter's times are. */
  private boolean wholeMillis() {
    return name.matches("(response|service)\\.(p\\d+|max)");
  }
}
