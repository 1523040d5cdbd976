package cloakroom.stress.report;

import static java.util.stream.Collectors.joining;

import cloakroom.platform.Resources;
import cloakroom.statistics.Interval;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Chart;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Tone;
import cloakroom.stress.folder.VariantCost;
import cloakroom.stress.folder.VariantCost.DatabaseCost;
import cloakroom.stress.judge.Comparison;
import cloakroom.stress.judge.Differences;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.VariantSummary;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

record VariantsSection(RunSummary run, List<VariantSummary> variants) {
  private static final List<DatabaseCost> OF_REQUESTS =
      Stream.of(DatabaseCost.values()).filter(cost -> !cost.isGauge()).toList();
  private static final List<Metric> SUMMARY_METRICS =
      MetricCells.metrics(
          "response.mean response.p95 connections.meanInUse connections.databaseMax perTransaction.roundTrips"
              + " passivations.snapshotWrites cpuMicrosPerRequest.tier");
  private static final String STICKY = "sticky";
  private static final String RELEASED = "release-in-memory";
  private static final String ABSENT = "not in this run";

  static VariantsSection of(RunSummary run) {
    return new VariantsSection(run, VariantSummary.of(run));
  }

  /** Returns the conditions and the reliability of the run, and its main times and counts. */
  Blocks summary(Headline headline) {
    Blocks blocks = new Blocks();
    headline.notes().forEach(blocks::say);
    if (run.trials().isEmpty()) {
      return blocks;
    }
    blocks.say(Tone.SOFT, VerdictText.conditions(run));
    blocks.say(VerdictText.trustTone(run), VerdictText.trust(run));
    if (!run.config().searched() && !run.hasProbes()) {
      addTimes(blocks);
    }
    return blocks.fold("Exploratory comparisons", false, new Blocks().list(headline.exploratory()));
  }

  private void addTimes(Blocks blocks) {
    Chart chart = trade();
    if (run.isReliable() && run.noise().isEmpty() && !chart.lines().isEmpty()) {
      blocks.chart(chart);
    }
    blocks.table(summaryTable());
  }

  private Chart trade() {
    List<Chart.Line> lines = new ArrayList<>();
    for (int i = 0; i < variants.size(); i++) {
      VariantSummary variant = variants.get(i);
      Interval time = run.mean(variant.name(), Metric.RESPONSE_MEAN);
      double[] point = {variant.mean(Metric.CONNECTIONS), time.ratio(), time.low(), time.high()};
      if (Double.isFinite(point[0]) && point[1] > 0) {
        String label = variant.name() + "\nlost: " + lost(variant, 1);
        lines.add(new Chart.Line(label, i, i, 0, Headline.isBound(variant), false, List.of(point)));
      }
    }
    boolean bounds = lines.stream().anyMatch(Chart.Line::hollow);
    String note =
        VerdictText.prose("trade") + (bounds ? " " + VerdictText.prose("trade-bounds") : "");
    Chart.Axis x = new Chart.Axis("connections in use, mean", Chart.Scale.AUTO);
    Chart.Axis y = new Chart.Axis("response time, mean, ms", Chart.Scale.LINEAR);
    String title = "What a response costs in connections";
    return new Chart(
        "trade", Chart.Kind.SCATTER, title, "", note, x, y, List.of(), lines, false, List.of());
  }

  private Table summaryTable() {
    List<Metric> metrics =
        SUMMARY_METRICS.stream().filter(m -> MetricCells.known(m, variants)).toList();
    List<Table.Column> columns = new ArrayList<>();
    metrics.forEach(
        m -> columns.add(Table.Column.number(m.title()).explainedBy(MetricCells.id(m))));
    String lostId = run.hasProbes() ? "matrix" : MetricCells.id(Metric.get("errors.stateLost"));
    columns.add(Table.Column.of("lost").explainedBy(lostId));
    boolean named = VerdictText.noun(run).equals("variant");
    Table table = Table.of(VerdictText.noun(run), columns);
    for (VariantSummary variant : variants) {
      List<Cell> row = new ArrayList<>();
      String what = named ? Differences.describe(variant, variants) : "";
      Cell.Hyperlink link = new Cell.Hyperlink(variant.name(), "#trials");
      row.add(Cell.of(link).named(variants.indexOf(variant)).below(what));
      Interval mean = run.mean(variant.name(), Metric.RESPONSE_MEAN);
      Cell response = Cell.of(new Cell.IntervalCell(mean, ""));
      boolean bounds = mean.blocks() > 1;
      metrics.forEach(
          m ->
              row.add(
                  bounds && m.equals(Metric.RESPONSE_MEAN)
                      ? response
                      : MetricCells.mean(variant, m)));
      String lost = lost(variant, Integer.MAX_VALUE);
      row.add(Cell.of(lost).toned(Tone.ALARM, !lost.equals("nothing")));
      table.row(row);
    }
    return table;
  }

  /** Names the kinds of state that a variant lost; "n/a" if the run's counters are inconsistent. */
  private String lost(VariantSummary variant, int maximum) {
    List<String> lost = Headline.lost(variant);
    return run.hasProbes() && !MatrixSections.shown(run)
        ? "n/a"
        : lost.isEmpty()
            ? "nothing"
            : lost.size() > maximum ? lost.size() + " kinds of state" : String.join(", ", lost);
  }

  void addMetrics(Blocks all) {
    if (!variants.isEmpty()) {
      String noun = VerdictText.noun(run).equals("policy") ? "Policies" : "Variants";
      Table table = MetricCells.ofVariants("metric", variants);
      Stream<Metric> metrics =
          Metric.ALL.stream().filter(m -> MetricCells.shown(m, variants) && !m.ofServer());
      MetricCells.addRows(table, metrics, variants, this::cell);
      Blocks blocks = new Blocks();
      if (run.hasProbes()) {
        addTimes(blocks); // which follow the matrix
      }
      blocks.say(note()).fold("All metrics", true, table);
      blocks.fold("Ratios and verdicts (" + run.shown().size() + ")", false, ratios());
      all.section("policies", noun + " side by side", blocks);
    }
  }

  private String note() {
    String noun = VerdictText.noun(run);
    List<Integer> trials = variants.stream().map(v -> v.trials().size()).distinct().toList();
    Stream<String> counts =
        variants.stream().map(v -> v.name() + ": " + VerdictText.trials(v.trials().size()));
    boolean same = trials.size() == 1;
    String each =
        same ? VerdictText.trials(trials.get(0)) + " each" : counts.collect(joining(", "));
    String over = " Ratios are %s / the other %s, with the %s.";
    boolean compared = !run.comparisons().isEmpty() && run.valid();
    String ratios =
        compared ? over.formatted(variants.get(0).name(), noun, VerdictText.bounds(run)) : "";
    return "Each value is the mean over the trials of a %s (%s); summary.csv has the values of each trial.%s"
        .formatted(noun, each, ratios);
  }

  private Cell cell(VariantSummary variant, Metric metric) {
    Optional<Comparison> ratio =
        run.valid()
            ? run.comparison(variants.get(0).name(), variant.name(), metric.name())
            : Optional.empty();
    return MetricCells.mean(variant, metric)
        .below(ratio.map(VariantsSection::ratio).orElse(""))
        .toned(Tone.ALARM, metric.failures() && variant.max(metric) > 0)
        .toned(Tone.CHOSEN, metric.equals(run.primary()));
  }

  private static String ratio(Comparison c) {
    return c.a() + " / " + c.b() + " " + c.interval().text(Interval.TIMES);
  }

  private Blocks ratios() {
    boolean named = VerdictText.noun(run).equals("variant");
    String busy = "processors in use, a and b (%)";
    Table table =
        Table.of("a", "b", "metric", "#a / b, " + VerdictText.bounds(run), busy, ">verdict");
    for (Comparison c : run.shown()) {
      List<Cell> cells = new ArrayList<>(Cell.all(List.of(c.a(), c.b(), c.metric().name())));
      cells.add(MetricCells.ratio(run, c.interval()));
      Metric use = Metric.get("interference.utilization");
      Stream<VariantSummary> both = Stream.of(c.a(), c.b()).map(v -> VariantSummary.of(run, v));
      cells.add(Cell.of(both.map(v -> MetricCells.mean(v, use).text()).collect(joining(", "))));
      cells.add(Cell.of(VerdictText.verdict(run, c)));
      String pair = c.a() + " against " + c.b() + ": " + VerdictText.difference(run, c);
      table.row(named ? pair : "", cells, false);
    }
    int more = run.comparisons().size() - run.shown().size();
    String further = " %,d more are in summary.json.".formatted(more);
    return run.shown().isEmpty()
        ? new Blocks()
        : new Blocks().say(VerdictText.method(run) + (more == 0 ? "" : further)).table(table);
  }

  void addCosts(Blocks all) {
    if (run.hasProbes() || variants.isEmpty()) {
      return;
    }
    Blocks blocks = new Blocks();
    blocks.say(run.costs().isEmpty() ? "Not counted." : VerdictText.prose("costs"));
    if (!run.costs().isEmpty()) {
      blocks.table(costs(variants)).fold("Each kind of request", false, requestKinds(run));
    }
    all.section("round-trips", "Round trips, log flushes and bytes", blocks);
  }

  /** Returns a table of database work per transaction, or per request without transactions. */
  static Table costs(List<VariantSummary> variants) {
    List<Metric> ofTransaction = costs(VariantCost.TRANSACTION, variants);
    boolean transactions = !ofTransaction.isEmpty();
    List<Metric> metrics = transactions ? ofTransaction : costs(VariantCost.REQUEST, variants);
    List<Table.Column> columns = metrics.stream().map(m -> MetricCells.columnOf(m, "")).toList();
    Table table = Table.of(transactions ? "a transaction" : "a request", columns);
    if (!metrics.isEmpty()) {
      variants.forEach(v -> table.row(Cell.of(v.name()), metrics, m -> MetricCells.mean(v, m)));
    }
    return table;
  }

  private static List<Metric> costs(String unit, List<VariantSummary> variants) {
    return Metric.ALL.stream()
        .filter(metric -> metric.name().startsWith(unit + "."))
        .filter(metric -> MetricCells.shown(metric, variants))
        .toList();
  }

  static Table requestKinds(RunSummary run) {
    List<Table.Column> columns = new ArrayList<>(List.of(Table.Column.of(VerdictText.noun(run))));
    columns.add(Table.Column.number("counted"));
    for (DatabaseCost cost : OF_REQUESTS) {
      Metric metric = Metric.get(VariantCost.name(VariantCost.REQUEST, cost));
      columns.add(Table.Column.number("", metric.label(), metric.unit()));
    }
    Table table = Table.of("request", columns);
    Map<String, List<List<Cell>>> byRequest = new LinkedHashMap<>();
    for (String variant : run.costs().keySet()) {
      for (VariantCost.RequestCost kind : run.costs().get(variant).kinds()) {
        List<Cell> row = new ArrayList<>(Cell.all(List.of(kind.request(), variant)));
        row.add(Cell.count(kind.requests()));
        OF_REQUESTS.forEach(cost -> row.add(cell(kind, cost)));
        byRequest.computeIfAbsent(kind.request(), r -> new ArrayList<>()).add(row);
      }
    }
    byRequest.values().forEach(rows -> rows.forEach(table::row));
    return table;
  }

  private static Cell cell(VariantCost.RequestCost kind, DatabaseCost cost) {
    DoubleSummaryStatistics costs = kind.costs().get(cost);
    if (costs == null) {
      return Cell.of(Double.NaN, 0);
    }
    double mean = costs.getAverage();
    String range = "%,.0f–%,.0f".formatted(costs.getMin(), costs.getMax());
    return Cell.of(mean, mean == Math.rint(mean) ? 0 : 1)
        .below(costs.getMin() == costs.getMax() ? "" : range);
  }

  void addPublishedStudy(Blocks all) {
    if (run.config().plan().equals("adf-session")) {
      Table table = Table.of("policy", ">setting", ">published", ">this run");
      for (List<String> row : Resources.rows("cloakroom/stress/report/published.txt")) {
        List<Cell> cells = new ArrayList<>(Cell.all(row));
        cells.add(Cell.of(measured(row.get(0))));
        table.row(cells);
      }
      String ratio = STICKY + " / " + RELEASED + ", ratio of the means";
      String published = Interval.counted(1.74).text(Interval.TIMES);
      table.row(Cell.all(List.of(ratio, "", published, publishedRatio())));
      Blocks blocks = new Blocks().say(VerdictText.prose("published")).table(table);
      all.section(
          "published", "The published study", blocks.say(VerdictText.prose("published-advice")));
    }
  }

  private String measured(String policy) {
    return firstOf(policy)
        .map(
            v ->
                "%s: response %s ms, tier %s ms mean; %s connections in use on average"
                    .formatted(
                        v.name(),
                        MetricCells.mean(v, Metric.RESPONSE_MEAN).text(),
                        MetricCells.mean(v, Metric.TIER_MEAN).text(),
                        MetricCells.mean(v, Metric.CONNECTIONS).text()))
        .orElse(ABSENT);
  }

  private Optional<VariantSummary> firstOf(String policy) {
    return variants.stream().filter(v -> v.variant().policy().equals(policy)).findFirst();
  }

  private String publishedRatio() {
    String metric = run.primary().name();
    return firstOf(STICKY)
        .flatMap(a -> firstOf(RELEASED).flatMap(b -> run.ratio(a.name(), b.name(), metric)))
        .map(ratio -> MetricCells.ratio(run, ratio).text() + " (" + metric + ")")
        .orElse(ABSENT);
  }
}
