package cloakroom.stress.history;

import static cloakroom.stress.document.Table.column;

import cloakroom.contract.Significance;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Block.Charts;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Chart;
import cloakroom.stress.document.Chart.Axis;
import cloakroom.stress.document.Chart.Kind;
import cloakroom.stress.document.Chart.Line;
import cloakroom.stress.document.Chart.Scale;
import cloakroom.stress.document.Document;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Tone;
import cloakroom.stress.history.History.Run;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.report.MetricCells;
import cloakroom.stress.report.VerdictText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Figures of many runs over time, and when they changed. */
public final class HistoryPage {
  private final History history;
  private final List<Run> runs;
  private final List<String> variants;
  private final List<Trend> trends = new ArrayList<>();

  /** A figure of a variant in each run, the level of the stretch that it is in, and the changes. */
  private record Trend(
      String variant,
      Metric metric,
      List<Double> values,
      List<Double> levels,
      List<LevelStep> steps) {}

  /** A change: the first run behind it, and the levels of both sides. */
  private record LevelStep(int at, double before, double after) {}

  public HistoryPage(History history) {
    this.history = history;
    runs = history.runs();
    variants = history.variants();
    for (Metric metric : MetricCells.MAIN) {
      variants.stream()
          .filter(name -> runs.stream().anyMatch(r -> Double.isFinite(r.figure(name, metric))))
          .forEach(name -> trends.add(trend(name, metric)));
    }
  }

  private Trend trend(String variant, Metric metric) {
    List<Double> values = runs.stream().map(run -> run.figure(variant, metric)).toList();
    List<Integer> known =
        IntStream.range(0, values.size())
            .filter(i -> Double.isFinite(values.get(i)))
            .boxed()
            .toList();
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

  /** The document, whose page will be there. */
  public Document document(Path page) {
    Blocks all = new Blocks();
    all.section("changes", "Changes", changes());
    Charts charts =
        new Charts(
            trends.stream().map(Trend::metric).distinct().map(this::chart).toList(),
            variants.stream().map(name -> new Chart.LegendEntry(name, 2)).toList());
    Blocks time = new Blocks().add(charts).fold("Runs", false, which(page));
    all.section("time", "Over time", time);
    all.section("levels", "Where the figures stand", new Blocks().table(levels()));
    all.section("left-out", "Left out", new Blocks().list(leftOut()));
    Blocks method = new Blocks().say(VerdictText.prose("history"));
    all.section("method", "Method", new Blocks().page(method));
    String count = runs.size() == 1 ? "1 run" : runs.size() + " runs";
    String span = runs.get(0).when() + " to " + runs.get(runs.size() - 1).when();
    return new Document("Cloakroom history", history.plan(), count + ", " + span, all.list());
  }

  private Blocks changes() {
    record HistoryChange(int at, String words) {}
    List<String> lines =
        trends.stream()
            .flatMap(
                trend -> trend.steps.stream().map(s -> new HistoryChange(s.at, words(trend, s))))
            .sorted(Comparator.comparing(HistoryChange::at).reversed())
            .map(HistoryChange::words)
            .toList();
    String headline =
        switch (lines.size()) {
          case 0 -> trends.isEmpty() ? "No run has figures that count" : "No change was seen";
          case 1 -> "One change was seen";
          default -> lines.size() + " changes were seen, the newest first";
        };
    return new Blocks().say(Tone.HEADLINE, headline).list(lines);
  }

  private String words(Trend trend, LevelStep step) {
    Run run = runs.get(step.at);
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
            within ? ", " + Significance.SMALL.words() : "");
  }

  private Table levels() {
    return Table.of(
        trends,
        column("figure", t -> Cell.of(t.metric.name()).below(t.metric.title())),
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

  /** The values of each variant, and a broken line at its levels. */
  private Chart chart(Metric metric) {
    List<Line> lines = new ArrayList<>();
    for (Trend trend : trends) {
      if (trend.metric.equals(metric)) {
        lines.add(line(trend, "", 0, trend.values));
        lines.add(line(trend, ", level", 1, trend.levels));
      }
    }
    return new Chart(
        metric.name().replace('.', '-'),
        Kind.POINTS,
        metric.group() + ": " + metric.label(),
        metric.unit(),
        metric.definition(),
        new Axis("", Scale.LINEAR),
        new Axis(metric.unit(), Scale.LINEAR),
        runs.stream().map(Run::when).toList(),
        lines,
        false,
        List.of());
  }

  private Line line(Trend trend, String what, int dash, List<Double> values) {
    int variant = variants.indexOf(trend.variant);
    List<double[]> points = values.stream().map(value -> new double[] {value}).toList();
    return new Line(trend.variant + what, variant, variant, dash, false, false, points);
  }

  /** The run that a change begins with is marked. */
  private Table which(Path page) {
    List<Run> first =
        trends.stream().flatMap(t -> t.steps.stream()).map(step -> runs.get(step.at)).toList();
    return Table.of(
        runs,
        column("began", run -> Cell.of(run.when()).toned(Tone.CHOSEN, first.contains(run))),
        column("report", run -> ComparisonPage.link(run.folder(), page.getParent())));
  }

  private List<String> leftOut() {
    Stream<String> invalid =
        runs.stream()
            .filter(run -> !run.invalid().isEmpty())
            .map(run -> run.folder() + ": invalid, " + run.invalid());
    return Stream.concat(invalid, history.leftOut().stream()).toList();
  }
}
