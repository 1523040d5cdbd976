package cloakroom.stress.report;

import cloakroom.contract.StateKind;
import cloakroom.stress.document.Block;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Tone;
import cloakroom.stress.folder.ProbeResults.OutcomeCounts;
import cloakroom.stress.folder.ProbeResults.ProbeOutcome;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.VariantSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public record MatrixSections(RunSummary run, List<VariantSummary> variants, List<StateKind> kinds) {
  static void add(Blocks all, RunSummary run) {
    if (run.hasProbes()) {
      MatrixSections sections = new MatrixSections(run, VariantSummary.of(run), kinds(run));
      Blocks blocks = new Blocks().say(VerdictText.prose("probe", VerdictText.noun(run)));
      if (shown(run)) {
        Stream<ProbeOutcome> legend = Arrays.stream(ProbeOutcome.values());
        blocks.add(
            new Block.Bullets(
                legend.map(o -> new Block.ListItem(o.key(), tone(o), o.meaning())).toList()));
        blocks.table(sections.table());
      }
      all.section("matrix", "What a session finds again", blocks.list(Headline.matrix(run)));
    }
  }

  private Table table() {
    List<Metric> costs = new ArrayList<>(Metric.ALL);
    costs.removeIf(m -> !m.group().equals("Connection reset") || !MetricCells.known(m, variants));
    List<Table.Column> columns = new ArrayList<>();
    kinds.forEach(kind -> columns.add(Table.Column.of(kind.label())));
    costs.forEach(metric -> columns.add(MetricCells.columnOf(metric, "reset")));
    Table table = Table.of(Table.Density.DENSE, Table.Column.of(VerdictText.noun(run)), columns);
    String policy = "";
    for (VariantSummary variant : variants) {
      List<Cell> row = new ArrayList<>(List.of(Cell.of(variant.name()).toned(Tone.STRONG, true)));
      kinds.forEach(kind -> row.add(cell(variant, kind)));
      costs.forEach(metric -> row.add(MetricCells.mean(variant, metric)));
      table.row("", row, !variant.variant().policy().equals(policy));
      policy = variant.variant().policy();
    }
    return table;
  }

  /** Returns whether the run checked session state and has consistent counters. */
  public static boolean shown(RunSummary run) {
    return run.hasProbes() && run.consistent();
  }

  static List<StateKind> kinds(RunSummary run) {
    return Arrays.stream(StateKind.values())
        .filter(kind -> run.trials().stream().anyMatch(t -> t.stateKinds().of(kind).probes() > 0))
        .toList();
  }

  /** Returns a cell with outcome counts for a kind of state, in the color of the worst outcome. */
  public static Cell cell(VariantSummary variant, StateKind kind) {
    OutcomeCounts counts = variant.stateKinds().of(kind);
    List<Cell.ShareCell> shares =
        Arrays.stream(ProbeOutcome.values())
            .map(f -> new Cell.ShareCell(f.key(), tone(f), counts.of(f)))
            .toList();
    String hint = variant.name() + ", " + kind.label() + ": " + text(counts);
    return Cell.of(new Cell.Shares(shares, hint, tone(counts.worst())));
  }

  private static Tone tone(ProbeOutcome outcome) {
    return Tone.valueOf(outcome.name());
  }

  /** Returns counts of outcomes, such as "kept 2, lost 0, leaked 4, refused 0, failed 0 of 6". */
  static String text(OutcomeCounts counts) {
    return Arrays.stream(ProbeOutcome.values())
            .map(outcome -> "%s %,d".formatted(outcome.key(), counts.of(outcome)))
            .collect(Collectors.joining(", "))
        + " of %,d".formatted(counts.probes());
  }
}
