package cloakroom.stress.report;

import cloakroom.stress.measure.RunComparison;
import cloakroom.stress.measure.RunComparison.Change;
import cloakroom.stress.measure.StateKind;
import cloakroom.stress.measure.StateKinds;
import cloakroom.stress.measure.VariantSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

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
    TextTable table = new TextTable();
    table.heading(List.of("variant", "figure", "unit", "A", "B", "B / A", "95 % interval"));
    runs.changes().stream()
        .filter(change -> SHOWN.contains(change.metric().name()))
        .forEach(change -> table.row(row(change)));
    List<String> lines = new ArrayList<>(table.lines());
    lines.addAll(verdicts(runs));
    lines.add("");
    lines.add("A: " + Words.audit(runs.a()) + ", " + runs.a().errors() + " failed requests");
    lines.add("B: " + Words.audit(runs.b()) + ", " + runs.b().errors() + " failed requests");
    runs.differences().forEach(difference -> lines.add("note: " + difference));
    return lines;
  }

  /** What the probes of both runs found, kind by kind; only where that is not the same. */
  private static List<String> verdicts(RunComparison runs) {
    if (!new Matrix(runs.a()).shown() || !new Matrix(runs.b()).shown()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>(List.of(""));
    runs.variants().forEach(variant -> lines.addAll(verdicts(runs, variant)));
    if (lines.size() == 1) {
      lines.add("the probes of both runs found the same");
    }
    return lines;
  }

  private static List<String> verdicts(RunComparison runs, String variant) {
    StateKinds before = VariantSummary.of(runs.a(), variant).stateKinds();
    StateKinds after = VariantSummary.of(runs.b(), variant).stateKinds();
    List<String> lines = new ArrayList<>();
    for (StateKind kind : StateKind.values()) {
      String old = Share.words(before.of(kind));
      String now = Share.words(after.of(kind));
      if (!old.equals(now)) {
        lines.add("%s, %s: %s; now %s".formatted(plain(variant), kind.label(), old, now));
      }
    }
    return lines;
  }

  private static String plain(String name) {
    return name.replaceAll("\\p{Cntrl}", "?");
  }

  private static List<String> row(Change change) {
    return List.of(
        plain(change.variant()),
        change.metric().name(),
        change.metric().unit(),
        change.metric().format(change.a()),
        change.metric().format(change.b()),
        number(change.ratio()),
        interval(change));
  }

  private static String number(double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, "%.3f", value) : "-";
  }

  private static String interval(Change change) {
    return Double.isFinite(change.low())
        ? number(change.low()) + " to " + number(change.high())
        : "";
  }
}
