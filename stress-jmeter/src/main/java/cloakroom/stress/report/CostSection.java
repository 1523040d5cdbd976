package cloakroom.stress.report;

import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Block.Links;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Cell.Hyperlink;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Table.Column;
import cloakroom.stress.document.Table.Density;
import cloakroom.stress.folder.DatabaseCost;
import cloakroom.stress.folder.VariantCost;
import cloakroom.stress.folder.VariantCost.RequestCost;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.judge.Metrics;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.VariantSummary;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** What requests cost the database: variants down, and each kind of request of each of them. */
final class CostSection {
  /** Costs that belong to a request: a gauge is about all requests so far. */
  private static final List<DatabaseCost> OF_REQUESTS =
      Stream.of(DatabaseCost.values()).filter(cost -> !cost.isGauge()).toList();

  private CostSection() {}

  static void add(Blocks all, RunSummary run) {
    if (run.hasProbes() || run.trials().isEmpty()) {
      return;
    }
    Blocks blocks = new Blocks();
    if (run.costs().isEmpty()) {
      blocks.say("Not counted.");
    } else {
      blocks
          .say(VerdictText.prose("costs"))
          .table(table(VariantSummary.of(run)))
          .add(new Links("counted", List.of(new Hyperlink("round-trips.csv", "round-trips.csv"))))
          .fold("Each kind of request", false, kinds(run));
    }
    all.section("round-trips", "Round trips, log flushes and bytes", blocks);
  }

  /** Figures of a transaction, or of a request where the plan has none; no rows if not counted. */
  static Table table(List<VariantSummary> variants) {
    List<Metric> told = told(VariantCost.TRANSACTION, variants);
    String of = told.isEmpty() ? "a request" : "a transaction";
    List<Metric> metrics = told.isEmpty() ? told(VariantCost.REQUEST, variants) : told;
    List<Column> columns = metrics.stream().map(m -> MetricCells.columnOf(m, "")).toList();
    Table table = Table.of(Density.PLAIN, Column.of(of), columns);
    if (!metrics.isEmpty()) {
      variants.forEach(
          v -> table.row(Cell.of(v.name()), metrics, metric -> MetricCells.mean(v, metric)));
    }
    return table;
  }

  private static List<Metric> told(String name, List<VariantSummary> variants) {
    return Metrics.ALL.stream()
        .filter(metric -> metric.name().startsWith(name + "."))
        .filter(metric -> MetricCells.told(metric, variants))
        .toList();
  }

  static Table kinds(RunSummary run) {
    List<Column> columns = new ArrayList<>(List.of(Column.of(VerdictText.noun(run))));
    columns.add(Column.number("counted"));
    for (DatabaseCost cost : OF_REQUESTS) {
      Metric metric = Metrics.get(VariantCost.name(VariantCost.REQUEST, cost));
      columns.add(Column.number("", metric.label(), metric.unit()));
    }
    Table table = Table.of(Density.PLAIN, Column.of("request"), columns);
    Map<String, List<List<Cell>>> byRequest = new LinkedHashMap<>();
    for (String variant : run.costs().keySet()) {
      for (RequestCost kind : run.costs().get(variant).kinds()) {
        byRequest.computeIfAbsent(kind.request(), r -> new ArrayList<>()).add(row(variant, kind));
      }
    }
    byRequest.values().forEach(rows -> rows.forEach(row -> table.row(row)));
    return table;
  }

  private static List<Cell> row(String variant, RequestCost kind) {
    List<Cell> row = new ArrayList<>(Cell.all(List.of(kind.request(), variant)));
    row.add(Cell.count(kind.requests()));
    OF_REQUESTS.forEach(cost -> row.add(cell(kind, cost)));
    return row;
  }

  /** The mean, and below it from what to what where requests differ. */
  private static Cell cell(RequestCost kind, DatabaseCost cost) {
    DoubleSummaryStatistics costs = kind.costs().get(cost);
    if (costs == null) {
      return Cell.of(Double.NaN, 0);
    }
    double mean = costs.getAverage();
    return Cell.of(mean, mean == Math.rint(mean) ? 0 : 1)
        .below(
            costs.getMin() == costs.getMax()
                ? ""
                : String.format(Locale.ROOT, "%,.0f–%,.0f", costs.getMin(), costs.getMax()));
  }
}
