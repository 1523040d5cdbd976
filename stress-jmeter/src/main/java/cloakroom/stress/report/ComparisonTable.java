package cloakroom.stress.report;

import cloakroom.contract.Difference;
import cloakroom.contract.StateKind;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.ConsoleRenderer;
import cloakroom.stress.document.Table;
import cloakroom.stress.measure.Comparison.Interval;
import cloakroom.stress.measure.Metric;
import cloakroom.stress.measure.VariantSummary;
import cloakroom.stress.measure.read.RunComparison;
import cloakroom.stress.measure.read.RunComparison.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** Prints two runs side by side for the console, variant by variant. */
public final class ComparisonTable {
  private static final Set<String> SHOWN =
      Set.of(
          "response.mean",
          "response.p95",
          "service.mean",
          "service.p95",
          "tier.mean",
          "tier.p95",
          "throughputPerSecond",
          "connections.meanInUse",
          "connections.databaseMax",
          "passivations.snapshotWrites");

  private ComparisonTable() {}

  /** The lines of the table, then what to know about the runs. */
  public static List<String> lines(RunComparison runs) {
    Table table =
        Table.of("variant", "figure", "unit", "#A", "#B", "#B / A", "#95 % interval", "verdict");
    runs.changes().stream()
        .filter(change -> SHOWN.contains(change.metric().name()))
        .forEach(change -> table.row(row(runs, change)));
    List<String> lines = new ArrayList<>(ConsoleRenderer.lines(new Blocks().table(table).list()));
    if (Probed.shown(runs.a()) && Probed.shown(runs.b())) {
      List<String> verdicts = runs.variants().stream().flatMap(v -> verdicts(runs, v)).toList();
      lines.addAll(
          verdicts.isEmpty() ? List.of("the probes of both runs found the same") : verdicts);
      lines.add("");
    }
    lines.add("A: " + Words.audit(runs.a()) + ", " + runs.a().errors() + " failed requests");
    lines.add("B: " + Words.audit(runs.b()) + ", " + runs.b().errors() + " failed requests");
    runs.differences().forEach(difference -> lines.add("note: " + difference));
    return lines;
  }

  /** What the probes of both runs found, kind by kind; only where that is not the same. */
  private static Stream<String> verdicts(RunComparison runs, String variant) {
    VariantSummary before = VariantSummary.of(runs.a(), variant);
    VariantSummary after = VariantSummary.of(runs.b(), variant);
    String name = variant.replaceAll("\\p{Cntrl}", "?");
    return Stream.of(StateKind.values())
        .map(
            kind -> {
              String old = Probed.cell(before, kind).text();
              String now = Probed.cell(after, kind).text();
              String words = "%s, %s: %s; now %s".formatted(name, kind.label(), old, now);
              return old.equals(now) ? "" : words;
            })
        .filter(words -> !words.isEmpty());
  }

  private static List<Cell> row(RunComparison runs, Change change) {
    Metric metric = change.metric();
    Interval interval = change.interval();
    boolean known = Double.isFinite(interval.low());
    int trials =
        Math.min(
            runs.a().trials(change.variant()).size(), runs.b().trials(change.variant()).size());
    return List.of(
        Cell.of(change.variant()),
        Cell.of(metric.name()),
        Cell.of(metric.unit()),
        Figures.cell(metric, change.a()),
        Figures.cell(metric, change.b()),
        Cell.of(number(interval.ratio())),
        Cell.of(known ? number(interval.low()) + " to " + number(interval.high()) : ""),
        Cell.of(known ? Difference.of(interval.low(), interval.high(), trials).words() : ""));
  }

  private static String number(double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, "%.3f", value) : "-";
  }
}
