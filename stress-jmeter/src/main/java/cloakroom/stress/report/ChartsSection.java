package cloakroom.stress.report;

import cloakroom.platform.Resources;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Block.Charts;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Chart;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Tone;
import cloakroom.stress.folder.ServerWork;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.TrialSummary;
import cloakroom.stress.judge.VariantSummary;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Report section with charts of time series, percentiles and database server metrics. */
final class ChartsSection {
  // Rows of curves.txt with the columns source (tier or server), chart id, title, unit and note.
  private static final List<List<String>> CURVES =
      Resources.rows("cloakroom/stress/report/curves.txt");
  private static final String NOT_PERMITTED = "not permitted";

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
    Blocks text = new Blocks().say(VerdictText.prose("curves", VerdictText.noun(run)));
    text.say(marks(run).isEmpty() ? "" : VerdictText.prose("marks"));
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
        Metric.ALL.stream()
            .filter(m -> m.ofServer() && (!m.rare() || MetricCells.known(m, variants)));
    BiFunction<VariantSummary, Metric, Cell> cell =
        (v, m) -> server(v.trials(), m::of, m.sources().get(0).replaceFirst(".* ", ""));
    MetricCells.addRows(table, metrics, variants, cell);
    Set<String> classes = new LinkedHashSet<>();
    for (TrialSummary trial : run.trials()) {
      trial.waits().forEach((name, n) -> classes.addAll(n > 0 ? Set.of(name) : Set.of()));
    }
    for (String name : classes) {
      table.row(
          "Sessions waiting, on average, by class",
          Cell.of(name),
          variants,
          v -> server(v.trials(), trial -> trial.figure(TrialSummary.WAIT + name), "wait.*"));
    }
    return table;
  }

  private static Cell server(
      List<TrialSummary> trials, ToDoubleFunction<TrialSummary> value, String column) {
    if (trials.stream().mapToDouble(value).anyMatch(Double::isFinite)) {
      return number(trials, value);
    }
    boolean denied =
        trials.stream()
            .flatMap(trial -> trial.server().groups().stream())
            .filter(group -> group.figures().stream().anyMatch(f -> f.matches(column)))
            .anyMatch(group -> group.state().equals(NOT_PERMITTED));
    boolean collected = trials.stream().anyMatch(trial -> trial.server().any());
    return Cell.of(denied ? NOT_PERMITTED : collected ? "n/a" : "not collected")
        .toned(Tone.SOFT, true);
  }

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
        .map(row -> chart(row.get(1), row.get(2), row.get(3), row.get(4), "seconds", run))
        .toList();
  }

  private static Chart percentiles(String id, String title, RunSummary run) {
    String note = "Time of the slowest: at 99 % one request of a hundred took longer.";
    return chart(id, title, "ms", note, "percentile", run);
  }

  /** Returns a chart over time or percentiles. Percentile charts omit 0: it has no logarithm. */
  private static Chart chart(
      String id, String title, String unit, String note, String over, RunSummary run) {
    boolean time = over.equals("seconds");
    Chart.Axis x = new Chart.Axis(over, time ? Chart.Scale.LINEAR : Chart.Scale.NINES);
    Chart.Axis y = new Chart.Axis(unit, time ? Chart.Scale.LINEAR : Chart.Scale.AUTO);
    List<Chart.Line> lines = new ArrayList<>();
    for (TrialSummary trial : run.trials()) {
      String variant = trial.variant().name();
      int group = run.variants().indexOf(variant);
      int dash = run.trials(variant).indexOf(trial);
      List<double[]> points =
          trial.curves().get(id).stream().filter(point -> time || point[1] > 0).toList();
      String name = trial.config().folder();
      lines.add(new Chart.Line(name, group, group, dash, false, false, points));
    }
    List<Chart.Mark> marks = time ? marks(run) : List.of();
    return new Chart(
        id, Chart.Kind.CURVES, title, unit, note, x, y, List.of(), lines, false, marks);
  }

  private static List<Chart.Mark> marks(RunSummary run) {
    List<Chart.Mark> marks = new ArrayList<>();
    for (TrialSummary trial : run.trials()) {
      int group = run.variants().indexOf(trial.variant().name());
      for (TrialSummary.FaultSummary fault : trial.faults()) {
        marks.add(new Chart.Mark(fault.fromSeconds(), fault.kind(), group));
        if (fault.lasted()) {
          marks.add(new Chart.Mark(fault.toSeconds(), fault.kind() + " over", group));
        }
      }
    }
    return marks;
  }
}
