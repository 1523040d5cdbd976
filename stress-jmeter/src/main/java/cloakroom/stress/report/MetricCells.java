package cloakroom.stress.report;

import static cloakroom.stress.document.Table.column;

import cloakroom.statistics.Interval;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Table;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.VariantSummary;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;

public final class MetricCells {
  public static final List<Metric> MAIN =
      metrics(
          "response.mean response.p95 service.mean service.p95 tier.mean tier.p95"
              + " throughputPerSecond connections.meanInUse connections.databaseMax"
              + " passivations.snapshotWrites");

  private MetricCells() {}

  static List<Metric> metrics(String names) {
    return Stream.of(names.split(" ", -1)).map(Metric::get).toList();
  }

  public static Cell mean(VariantSummary variant, Metric metric) {
    return cell(metric, variant.mean(metric));
  }

  public static Cell cell(Metric metric, double value) {
    return Cell.of(value, metric.digits(value));
  }

  /** Returns whether any variant has this metric; some metrics are collected only on request. */
  static boolean known(Metric metric, List<VariantSummary> variants) {
    return variants.stream().anyMatch(variant -> Double.isFinite(variant.mean(metric)));
  }

  static boolean shown(Metric metric, List<VariantSummary> variants) {
    return known(metric, variants)
        && (!metric.ofErrorClass()
            || variants.stream().anyMatch(v -> VerdictText.errors(v.trials()).isPresent()));
  }

  static Cell ratio(RunSummary run, Interval interval) {
    return run.valid() ? Cell.ratio(interval) : Cell.of("no verdict");
  }

  public static String id(Metric metric) {
    return "figure-" + metric.name();
  }

  static Table.Column columnOf(Metric metric, String over) {
    return Table.Column.number(over, metric.label(), metric.unit()).explainedBy(id(metric));
  }

  static Table ofVariants(String first, List<VariantSummary> variants) {
    List<Table.Column> columns = variants.stream().map(v -> Table.Column.number(v.name())).toList();
    return Table.of(first, columns);
  }

  static void addRows(
      Table table,
      Stream<Metric> metrics,
      List<VariantSummary> variants,
      BiFunction<VariantSummary, Metric, Cell> cell) {
    metrics.forEach(
        metric -> {
          Cell name = Cell.of(new Cell.Hyperlink(metric.heading(), "#" + id(metric)));
          table.row(metric.group(), name, variants, variant -> cell.apply(variant, metric));
        });
  }

  public static Table definitions(List<Metric> metrics) {
    return Table.of(
        metrics,
        column("metric", metric -> Cell.of(new Cell.Anchor(metric.title(), id(metric)))),
        column("name in the files", metric -> Cell.of(metric.name())),
        column("meaning", metric -> Cell.of(metric.definition())));
  }
}
