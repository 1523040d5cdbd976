package cloakroom.stress.report;

import cloakroom.contract.Difference;
import cloakroom.contract.StateKind;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.ConsoleRenderer;
import cloakroom.stress.document.Table;
import cloakroom.stress.measure.Comparison.Interval;
import cloakroom.stress.measure.Metric;
import cloakroom.stress.measure.Metrics;
import cloakroom.stress.measure.RunSummary;
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

  /** The figures that most readers ask for. */
  static List<Metric> main() {
    return Metrics.ALL.stream().filter(metric -> SHOWN.contains(metric.name())).toList();
  }

  /** The lines of the table, then what to know about the runs. */
  public static List<String> lines(RunComparison runs) {
    Table table =
        Table.of(
            "variant",
            "figure",
            "unit",
            "#A",
            "#" + runs.letter(),
            "#" + runs.letter() + " / A",
            "#95 % interval",
            "verdict");
    runs.changes().stream()
        .filter(change -> SHOWN.contains(change.metric().name()))
        .forEach(change -> table.row(row(runs, change)));
    List<String> lines = new ArrayList<>(ConsoleRenderer.lines(new Blocks().table(table).list()));
    List<String> verdicts = verdicts(runs);
    if (!verdicts.isEmpty()) {
      lines.addAll(verdicts);
      lines.add("");
    }
    lines.add("A: " + Words.audit(runs.a()) + ", " + runs.a().errors() + " failed requests");
    String audit = runs.letter() + ": " + Words.audit(runs.b());
    lines.add(audit + ", " + runs.b().errors() + " failed requests");
    runs.differences().forEach(difference -> lines.add("note: " + difference));
    return lines;
  }

  /** Why there is no verdict, a line for each of the two runs that is invalid. */
  public static List<String> invalid(RunComparison runs) {
    return Stream.of(invalid("A", runs.a()), invalid(runs.letter(), runs.b()))
        .filter(line -> !line.isEmpty())
        .toList();
  }

  private static String invalid(String letter, RunSummary run) {
    return run.valid() ? "" : "no verdict, " + letter + " is invalid: " + Words.withheld(run);
  }

  /** What the probes of both runs found, kind by kind, if there were any. */
  static List<String> verdicts(RunComparison runs) {
    if (!Probed.shown(runs.a()) || !Probed.shown(runs.b())) {
      return List.of();
    }
    List<String> verdicts = runs.variants().stream().flatMap(v -> verdicts(runs, v)).toList();
    return verdicts.isEmpty() ? List.of("the probes of both runs found the same") : verdicts;
  }

  /** Only where that is not the same. */
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
    return List.of(
        Cell.of(change.variant()),
        Cell.of(metric.name()),
        Cell.of(metric.unit()),
        Figures.cell(metric, change.a()),
        Figures.cell(metric, change.b()),
        Cell.of(number(interval.ratio())),
        Cell.of(known ? number(interval.low()) + " to " + number(interval.high()) : ""),
        Cell.of(known ? difference(runs, change).words() : ""));
  }

  /** What an interval allows to be said. */
  static Difference difference(RunComparison runs, Change change) {
    int trials =
        Math.min(
            runs.a().trials(change.variant()).size(), runs.b().trials(change.variant()).size());
    return Difference.of(change.interval().low(), change.interval().high(), trials);
  }

  private static String number(double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, "%.3f", value) : "-";
  }
}
