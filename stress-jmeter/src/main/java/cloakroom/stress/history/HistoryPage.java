package cloakroom.stress.history;

import static cloakroom.stress.document.Table.column;

import cloakroom.contract.Significance;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Block.Charts;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Chart;
import cloakroom.stress.document.Document;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Tone;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.report.MetricCells;
import cloakroom.stress.report.VerdictText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Report on how metrics developed over many runs, and on the runs where they changed. */
public final class HistoryPage {
  private final History history;
  private final List<History.Run> runs;
  private final List<String> variants;
  private final List<Trend> trends = new ArrayList<>();

  /** Metric of a variant over all runs: values, changes, and the mean between changes. */
  private record Trend(
      String variant,
      Metric metric,
      List<Double> values,
      List<Double> levels,
      List<LevelStep> steps) {}

  /** Change of a metric's mean. {@code at} is the index of the first run with the new mean. */
  private record LevelStep(int at, double before, double after) {}

  public HistoryPage(History history) {
    this.history = history;
    runs = history.runs();
    variants = history.variants();
    for (Metric metric : MetricCells.MAIN) {
      variants.stream()
          .filter(name -> runs.stream().anyMatch(r -> Double.isFinite(r.metric(name, metric))))
          .forEach(name -> trends.add(trend(name, metric)));
    }
  }

  private Trend trend(String variant, Metric metric) {
    List<Double> values = runs.stream().map(run -> run.metric(variant, metric)).toList();
    IntStream all = IntStream.range(0, values.size());
    List<Integer> known = all.filter(i -> Double.isFinite(values.get(i))).boxed().toList();
    List<Integer> bounds = new ArrayList<>(List.of(0));
    bounds.addAll(ChangePoints.of(known.stream().map(values::get).toList()));
    bounds.add(known.size());
    List<Double> levels = new ArrayList<>(Collections.nCopies(values.size(), Double.NaN));
    List<LevelStep> steps = new ArrayList<>();
    for (int i = 1; i < bounds.size(); i++) {
      List<Integer> stretch = known.subList(bounds.get(i - 1), bounds.get(i));
      double level = stretch.stream().mapToDouble(values::get).average().orElseThrow();
      stretch.forEach(run -> levels.set(run, level));
      if (i > 1) {
        double before = levels.get(known.get(bounds.get(i - 1) - 1));
        steps.add(new LevelStep(stretch.get(0), before, level));
      }
    }
    return new Trend(variant, metric, values, levels, steps);
  }

  public Document document(Path page) {
    Blocks all = new Blocks();
    all.section("changes", "Changes", changes());
    Charts charts =
        new Charts(
            trends.stream().map(Trend::metric).distinct().map(this::chart).toList(),
            variants.stream().map(name -> new Chart.LegendEntry(name, 2)).toList());
    List<History.Run> changed =
        trends.stream().flatMap(t -> t.steps.stream()).map(step -> runs.get(step.at)).toList();
    Table overview =
        Table.of(
            runs,
            column("began", run -> Cell.of(run.when()).toned(Tone.CHOSEN, changed.contains(run))),
            column("report", run -> ComparisonPage.link(run.folder(), page.getParent())));
    Blocks time = new Blocks().add(charts).fold("Runs", false, overview);
    all.section("time", "Over time", time);
    all.section("levels", "Levels", new Blocks().table(levels()));
    Stream<History.Run> invalid = runs.stream().filter(run -> !run.invalid().isEmpty());
    Stream<String> reasons = invalid.map(run -> run.folder() + ": invalid, " + run.invalid());
    List<String> leftOut = Stream.concat(reasons, history.leftOut().stream()).toList();
    all.section("left-out", "Left out", new Blocks().list(leftOut));
    Blocks method = new Blocks().say(VerdictText.prose("history"));
    all.section("method", "Method", new Blocks().page(method));
    String count = runs.size() == 1 ? "1 run" : runs.size() + " runs";
    String span = runs.get(0).when() + " to " + runs.get(runs.size() - 1).when();
    return new Document("Cloakroom history", history.plan(), count + ", " + span, all.list());
  }

  private Blocks changes() {
    List<String> lines = new ArrayList<>();
    for (int i = runs.size() - 1; i >= 0; i--) {
      for (Trend trend : trends) {
        for (LevelStep step : trend.steps) {
          lines.addAll(step.at == i ? List.of(sentence(trend, step)) : List.of());
        }
      }
    }
    String headline =
        switch (lines.size()) {
          case 0 -> trends.isEmpty() ? "No run has valid metrics" : "No change was seen";
          case 1 -> "One change was seen";
          default -> lines.size() + " changes were seen, the newest first";
        };
    return new Blocks().say(Tone.HEADLINE, headline).list(lines);
  }

  private String sentence(Trend trend, LevelStep step) {
    History.Run run = runs.get(step.at);
    double ratio = step.after / step.before;
    boolean within = ratio >= Significance.LEAST && ratio <= Significance.MOST;
    return "since %s (%s): %s of %s is %s instead of %s, ratio %s%s"
        .formatted(
            run.when(),
            run.folder().getFileName(),
            trend.metric.name(),
            trend.variant,
            MetricCells.cell(trend.metric, step.after).text(),
            MetricCells.cell(trend.metric, step.before).text(),
            Cell.of(ratio, 2).text(),
            within ? ", " + Significance.SMALL.label() : "");
  }

  private Table levels() {
    return Table.of(
        trends,
        column("metric", t -> Cell.of(t.metric.name()).below(t.metric.title())),
        column("variant", t -> Cell.of(t.variant)),
        column("#runs", t -> Cell.count(t.values.stream().filter(Double::isFinite).count())),
        column("#level", t -> last(t, t.levels)),
        column("#newest", t -> last(t, t.values)),
        column("#changes", t -> Cell.count(t.steps.size())));
  }

  private static Cell last(Trend trend, List<Double> values) {
    return MetricCells.cell(
        trend.metric, values.stream().filter(Double::isFinite).reduce((a, b) -> b).orElseThrow());
  }

  private Chart chart(Metric metric) {
    List<Chart.Line> lines = new ArrayList<>();
    for (Trend trend : trends) {
      if (trend.metric.equals(metric)) {
        lines.add(line(trend, "", 0, trend.values));
        lines.add(line(trend, ", level", 1, trend.levels));
      }
    }
    String id = metric.name().replace('.', '-');
    String title = metric.group() + ": " + metric.label();
    Chart.Axis x = new Chart.Axis("", Chart.Scale.LINEAR);
    Chart.Axis y = new Chart.Axis(metric.unit(), Chart.Scale.LINEAR);
    List<String> labels = runs.stream().map(History.Run::when).toList();
    String note = metric.definition();
    return new Chart(
        id, Chart.Kind.POINTS, title, y.title(), note, x, y, labels, lines, false, List.of());
  }

  private Chart.Line line(Trend trend, String what, int dash, List<Double> values) {
    int variant = variants.indexOf(trend.variant);
    List<double[]> points = values.stream().map(value -> new double[] {value}).toList();
    return new Chart.Line(trend.variant + what, variant, variant, dash, false, false, points);
  }
}
