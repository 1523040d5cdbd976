package cloakroom.stress.report;

import cloakroom.platform.Resources;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Block.Charts;
import cloakroom.stress.document.Chart;
import cloakroom.stress.document.Chart.Axis;
import cloakroom.stress.document.Chart.Kind;
import cloakroom.stress.document.Chart.Line;
import cloakroom.stress.document.Chart.Mark;
import cloakroom.stress.document.Chart.Scale;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.TrialSummary;
import cloakroom.stress.judge.VariantSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Every trial's curves over the run, and its percentiles. */
final class ChartsSection {
  /** Where from, id of curve and chart, title, unit, note. */
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
    Blocks words =
        new Blocks()
            .say(VerdictText.prose("curves", VerdictText.noun(run)))
            .say(marks(run).isEmpty() ? "" : VerdictText.prose("marks"));
    Blocks section = new Blocks().page(words).add(new Charts(charts, legend));
    all.section("charts", "Percentiles and course of the run", section);
  }

  /** What the database server tells, for runs that asked it. */
  static List<Chart> server(RunSummary run) {
    return curves("server", run);
  }

  private static List<Chart> curves(String from, RunSummary run) {
    return CURVES.stream()
        .filter(row -> row.get(0).equals(from))
        .map(row -> curve(row.get(1), row.get(2), row.get(3), row.get(4), run))
        .toList();
  }

  private static Chart curve(String id, String title, String unit, String note, RunSummary run) {
    Axis x = new Axis("seconds", Scale.LINEAR);
    Axis y = new Axis(unit, Scale.LINEAR);
    List<Line> lines = lines(run, trial -> trial.curves().get(id));
    return new Chart(id, Kind.CURVES, title, unit, note, x, y, List.of(), lines, false, marks(run));
  }

  /** The part that took no longer, drawn so that each further nine has as much room. */
  private static Chart percentiles(String id, String title, RunSummary run) {
    return new Chart(
        id,
        Kind.CURVES,
        title,
        "ms",
        "How long the slowest took: at 99 % one request of a hundred took longer.",
        new Axis("percentile", Scale.NINES),
        new Axis("ms", Scale.AUTO),
        List.of(),
        lines(run, trial -> above0(trial.curves().get(id))),
        false,
        List.of());
  }

  /** A logarithmic axis has no place for 0. */
  private static List<double[]> above0(List<double[]> points) {
    return points.stream().filter(point -> point[1] > 0).toList();
  }

  private static List<Mark> marks(RunSummary run) {
    return run.trials().stream()
        .flatMap(t -> FaultsSection.marks(t, run.variants().indexOf(t.variant().name())))
        .toList();
  }

  private static List<Line> lines(RunSummary run, Function<TrialSummary, List<double[]>> points) {
    List<Line> lines = new ArrayList<>();
    for (TrialSummary trial : run.trials()) {
      String variant = trial.variant().name();
      int group = run.variants().indexOf(variant);
      int dash = run.trials(variant).indexOf(trial);
      lines.add(
          new Line(trial.config().folder(), group, group, dash, false, false, points.apply(trial)));
    }
    return lines;
  }
}
