package cloakroom.stress.report;

import static cloakroom.stress.document.Table.column;

import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Cell.Anchor;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Table.Column;
import cloakroom.stress.judge.Comparison.RatioInterval;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.judge.Metrics;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.VariantSummary;
import java.util.List;
import java.util.stream.Stream;

/** Figures of variants as cells. */
public final class MetricCells {
  /** Those that most readers ask for. */
  public static final List<Metric> MAIN =
      metrics(
          "response.mean response.p95 service.mean service.p95 tier.mean tier.p95"
              + " throughputPerSecond connections.meanInUse connections.databaseMax"
              + " passivations.snapshotWrites");

  private MetricCells() {}

  /** Some of them, by their names between blanks. */
  static List<Metric> metrics(String names) {
    return Stream.of(names.split(" ", -1)).map(Metrics::get).toList();
  }

  public static Cell mean(VariantSummary variant, Metric metric) {
    return cell(metric, variant.mean(metric));
  }

  public static Cell cell(Metric metric, double value) {
    return Cell.of(value, metric.digits(value));
  }

  public static String mean(VariantSummary variant, String name) {
    return mean(variant, Metrics.get(name)).text();
  }

  /** Whether any variant has this figure: some are only told when a run asks for them. */
  static boolean known(Metric metric, List<VariantSummary> variants) {
    return variants.stream().anyMatch(variant -> Double.isFinite(variant.mean(metric)));
  }

  /**
   * Whether a table of variants shows this figure: not if nobody knows it, nor the classes of the
   * database's errors when no request failed with any.
   */
  static boolean told(Metric metric, List<VariantSummary> variants) {
    return known(metric, variants) && (!metric.ofErrorClass() || anyErrors(variants));
  }

  private static boolean anyErrors(List<VariantSummary> variants) {
    return variants.stream().anyMatch(variant -> VerdictText.errors(variant.trials()).isPresent());
  }

  static List<Metric> told(List<String> groups, List<VariantSummary> variants) {
    return Metrics.ALL.stream()
        .filter(metric -> groups.contains(metric.group()))
        .filter(metric -> told(metric, variants))
        .toList();
  }

  /** Of a run that gives no right to a verdict nothing. */
  public static Cell interval(RunSummary run, RatioInterval interval) {
    return run.valid() ? interval(interval) : Cell.of("withheld");
  }

  public static Cell interval(RatioInterval interval) {
    return Cell.of(new Cell.RatioCell(interval.ratio(), interval.low(), interval.high()));
  }

  /** What a page calls the place where a figure is defined. */
  public static String id(Metric metric) {
    return "figure-" + metric.name();
  }

  /** A column of a figure, whose head goes to the definition. */
  static Column columnOf(Metric metric, String over) {
    return Column.number(over, metric.label(), metric.unit()).explainedBy(id(metric));
  }

  public static Table definitions(List<Metric> metrics) {
    return Table.of(
        metrics,
        column("figure", metric -> Cell.of(new Anchor(metric.title(), id(metric)))),
        column("name in the files", metric -> Cell.of(metric.name())),
        column("meaning", metric -> Cell.of(metric.definition())));
  }
}
