package cloakroom.stress.report;

import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Block.Charts;
import cloakroom.stress.document.Chart;
import cloakroom.stress.document.Chart.Axis;
import cloakroom.stress.document.Chart.Kind;
import cloakroom.stress.document.Chart.Line;
import cloakroom.stress.document.Chart.Mark;
import cloakroom.stress.document.Chart.Scale;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.TrialSummary;
import cloakroom.stress.measure.VariantSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Every trial's curves over the run, and its percentiles. */
final class ChartsSection {
  /** Id of curve and chart, title, unit, note. */
  private static final String CURVES =
      """
      service | Mean service time | ms | Mean of the requests sent in each second, as the user's side saw them.
      tier | Mean time in the tier | ms | The same inside the tier, on its microsecond clock.
      in-use | Connections in use: the pool's count | connections | Borrowed and not returned, looked at once a second.
      database | Connections: the database's count | sessions | \
      Sessions of the tier as the database lists them; idle ones in the pool count too.
      instances | Application modules | instances | Alive in the tier, busy or not.
      passivations | Logical passivations | since the start | State set aside, in memory or in the store.
      activations | Activations | since the start | Snapshots read back and made live again.
      writes | Snapshot writes | since the start | Passivations that reached the snapshot store.
      """;

  private static final String SERVER =
      """
      server-calls | Sessions in a call | sessions | \
      At a time, as the server tells it: its time in calls over the time that passed.
      server-log | Redo or write-ahead log | kB/s | Written in each second; PostgreSQL's is that of the whole server.
      """;

  private ChartsSection() {}

  static void add(Blocks all, RunSummary run) {
    List<Chart> charts = new ArrayList<>();
    charts.add(percentiles("response-percentiles", "Response time by percentile", run));
    charts.add(percentiles("tier-percentiles", "Tier time by percentile", run));
    CURVES.lines().forEach(row -> charts.add(curves(row, run)));
    List<Chart.Entry> legend =
        VariantSummary.of(run).stream()
            .map(variant -> new Chart.Entry(variant.name(), variant.trials().size()))
            .toList();
    String kills = kills(run).isEmpty() ? "" : " Where a line stands upright, a node was killed.";
    Blocks section =
        new Blocks()
            .say(
                "Percentiles, then seconds since the measured phase of each trial began. One"
                    + " colour a "
                    + Words.noun(run)
                    + ", one line style a trial; press a name to hide or show it."
                    + kills
                    + " The numbers are in each trial's samples.jtl, series.csv and counters.json.")
            .add(new Charts(charts, legend));
    all.page(new Blocks().section("charts", "Percentiles and course of the run", section));
  }

  /** What the database server tells, for runs that asked it. */
  static List<Chart> server(RunSummary run) {
    return SERVER.lines().map(row -> curves(row, run)).toList();
  }

  private static Chart curves(String row, RunSummary run) {
    String[] cells = row.split("\\s*\\|\\s*", -1);
    return new Chart(
        cells[0],
        Kind.CURVES,
        cells[1],
        cells[2],
        cells[3],
        Axis.of("seconds", Scale.LINEAR),
        Axis.of(cells[2], Scale.LINEAR),
        List.of(),
        lines(run, trial -> trial.curves().get(cells[0])),
        false,
        kills(run));
  }

  /** The part that took no longer, drawn so that each further nine has as much room. */
  private static Chart percentiles(String id, String title, RunSummary run) {
    return new Chart(
        id,
        Kind.CURVES,
        title,
        "ms",
        "How long the slowest took: at 99 % one request of a hundred took longer.",
        Axis.of("percentile", Scale.NINES),
        Axis.of("ms", Scale.AUTO),
        List.of(),
        lines(run, trial -> above0(trial.curves().get(id))),
        false,
        List.of());
  }

  /** A logarithmic axis has no place for 0. */
  private static List<double[]> above0(List<double[]> points) {
    return points.stream().filter(point -> point[1] > 0).toList();
  }

  private static List<Mark> kills(RunSummary run) {
    List<Mark> marks = new ArrayList<>();
    for (TrialSummary trial : run.trials()) {
      int group = run.variants().indexOf(trial.variant().name());
      trial
          .killed()
          .map(kill -> new Mark(kill.afterSeconds(), "node " + kill.node() + " killed", group))
          .ifPresent(marks::add);
    }
    return marks;
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
