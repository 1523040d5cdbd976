package cloakroom.stress.report;

import cloakroom.platform.Resources;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Block.Charts;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Chart;
import cloakroom.stress.document.Chart.Axis;
import cloakroom.stress.document.Table;
import cloakroom.stress.folder.ServerWork;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.judge.Metrics;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.TrialSummary;
import cloakroom.stress.judge.VariantSummary;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Charts of each trial over time, percentiles, and metrics of the database server. */
final class ChartsSection {
  /** Source (tier or server), id of curve and chart, title, unit, note. */
  private static final List<List<String>> CURVES =
      Resources.rows("cloakroom/stress/report/curves.txt");

  private ChartsSection() {}

  static void add(Blocks all, RunSummary run) {
    List<Chart> charts = new ArrayList<>();
    charts.add(percentiles("response-percentiles", "Response time by percentile", run));
    charts.add(percentiles("tier-percentiles", "Tier time by percentile", run));
    charts.addAll(curves("tier", run));
    List<Chart.LegendEntry> legend =
        VariantSummary.of(run).stream()
            .map(variant -> new Chart.LegendEntry(variant.name(), variant.trials().size()))
            .toList();
    Blocks text =
        new Blocks()
            .say(VerdictText.prose("curves", VerdictText.noun(run)))
            .say(marks(run).isEmpty() ? "" : VerdictText.prose("marks"));
    Blocks section = new Blocks().page(text).add(new Charts(charts, legend));
    all.section("charts", "Percentiles and course of the run", section);
  }

  static void addServer(Blocks all, RunSummary run) {
    if (run.trials().stream().anyMatch(trial -> trial.server().any())) {
      Blocks blocks = new Blocks().say(VerdictText.prose("server"));
      blocks.add(new Charts(curves("server", run), List.of()));
      blocks.fold("All metrics of the server", false, serverTable(run)).list(serverNotes(run));
      all.section("server", "What the database server did", blocks);
    }
  }

  private static Table serverTable(RunSummary run) {
    List<VariantSummary> variants = VariantSummary.of(run);
    Table table = MetricCells.ofVariants("metric", variants);
    Stream<Metric> metrics =
        Metrics.ALL.stream()
            .filter(m -> m.ofServer() && (!m.rare() || MetricCells.known(m, variants)));
    MetricCells.addRows(table, metrics, variants, (v, m) -> number(v.trials(), m::of));
    Set<String> classes = new LinkedHashSet<>();
    for (TrialSummary trial : run.trials()) {
      trial.waits().forEach((name, n) -> classes.addAll(n > 0 ? Set.of(name) : Set.of()));
    }
    for (String name : classes) {
      table.row(
          "Sessions waiting, on average, by class",
          Cell.of(name),
          variants,
          v -> number(v.trials(), trial -> trial.figure(TrialSummary.WAIT + name)));
    }
    return table;
  }

  /** Returns a mean, with more decimals for smaller numbers. */
  private static Cell number(List<TrialSummary> trials, ToDoubleFunction<TrialSummary> value) {
    double mean =
        trials.stream().mapToDouble(value).filter(Double::isFinite).average().orElse(Double.NaN);
    return Cell.of(mean, mean >= 1000 || mean == 0 ? 0 : mean >= 100 ? 1 : mean >= 0.1 ? 2 : 4);
  }

  private static List<String> serverNotes(RunSummary run) {
    Set<String> notes = new LinkedHashSet<>();
    long missed = 0;
    for (TrialSummary trial : run.trials()) {
      missed += trial.server().gaps();
      for (ServerWork.Group group : trial.server().groups()) {
        if (!group.available()) {
          String grant = group.grant().isEmpty() ? "" : " It requires: " + group.grant();
          notes.add(group.name() + " " + group.state() + ": " + group.reason() + "." + grant);
        }
      }
      String failure = trial.server().lastFailure();
      notes.addAll(failure.isEmpty() ? List.of() : List.of("A query failed: " + failure + "."));
    }
    if (missed > 0) {
      notes.add("The server did not respond within a second " + missed + " times.");
    }
    notes.add(
        "The queries took %s statements and %s ms of waiting per second, over a dedicated connection; their transactions are not among the commits."
            .formatted(
                number(run.trials(), trial -> trial.figure("rate ownStatements")).text(),
                number(run.trials(), trial -> trial.figure("rate ownMicros") / 1000).text()));
    return List.copyOf(notes);
  }

  private static List<Chart> curves(String from, RunSummary run) {
    return CURVES.stream()
        .filter(row -> row.get(0).equals(from))
        .map(row -> curve(row.get(1), row.get(2), row.get(3), row.get(4), run))
        .toList();
  }

  private static Chart curve(String id, String title, String unit, String note, RunSummary run) {
    Axis x = new Axis("seconds", Chart.Scale.LINEAR);
    Axis y = new Axis(unit, Chart.Scale.LINEAR);
    List<Chart.Line> lines = lines(run, trial -> trial.curves().get(id));
    return new Chart(
        id, Chart.Kind.CURVES, title, unit, note, x, y, List.of(), lines, false, marks(run));
  }

  /** Returns a chart of percentiles; a logarithmic axis cannot show 0. */
  private static Chart percentiles(String id, String title, RunSummary run) {
    Axis x = new Axis("percentile", Chart.Scale.NINES);
    Axis y = new Axis("ms", Chart.Scale.AUTO);
    String note = "Time of the slowest: at 99 % one request of a hundred took longer.";
    List<Chart.Line> lines =
        lines(run, t -> t.curves().get(id).stream().filter(point -> point[1] > 0).toList());
    return new Chart(
        id, Chart.Kind.CURVES, title, "ms", note, x, y, List.of(), lines, false, List.of());
  }

  private static List<Chart.Mark> marks(RunSummary run) {
    return run.trials().stream()
        .flatMap(t -> TrialsSections.marks(t, run.variants().indexOf(t.variant().name())))
        .toList();
  }

  private static List<Chart.Line> lines(
      RunSummary run, Function<TrialSummary, List<double[]>> points) {
    List<Chart.Line> lines = new ArrayList<>();
    for (TrialSummary trial : run.trials()) {
      String variant = trial.variant().name();
      int group = run.variants().indexOf(variant);
      int dash = run.trials(variant).indexOf(trial);
      String name = trial.config().folder();
      lines.add(new Chart.Line(name, group, group, dash, false, false, points.apply(trial)));
    }
    return lines;
  }
}
