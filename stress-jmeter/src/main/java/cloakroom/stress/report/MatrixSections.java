package cloakroom.stress.report;

import cloakroom.contract.StateKind;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Block.Bullets;
import cloakroom.stress.document.Block.ListItem;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Cell.ShareCell;
import cloakroom.stress.document.Cell.Shares;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Table.Column;
import cloakroom.stress.document.Table.Density;
import cloakroom.stress.document.Tone;
import cloakroom.stress.folder.ProbeResults.OutcomeCounts;
import cloakroom.stress.folder.ProbeResults.ProbeOutcome;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.judge.Metrics;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.VariantSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What became of what a session left behind: variants down, state kinds across. */
public record MatrixSections(RunSummary run, List<VariantSummary> variants, List<StateKind> kinds) {
  static void add(Blocks all, RunSummary run) {
    if (run.hasProbes()) {
      MatrixSections sections = new MatrixSections(run, VariantSummary.of(run), kinds(run));
      all.section("matrix", "What a session finds again", sections.matrix());
    }
  }

  private Blocks matrix() {
    Blocks blocks = new Blocks().say(VerdictText.prose("probe", VerdictText.noun(run)));
    return (shown(run) ? blocks.add(new Bullets(legend())).table(table()) : blocks)
        .list(Headline.matrix(run));
  }

  private static List<ListItem> legend() {
    return Arrays.stream(ProbeOutcome.values())
        .map(fate -> new ListItem(fate.key(), tone(fate), fate.meaning()))
        .toList();
  }

  private Table table() {
    List<Metric> costs = MetricCells.told(List.of(Metrics.RESET_LEVEL), variants);
    List<Column> columns = new ArrayList<>();
    kinds.forEach(kind -> columns.add(Column.of(kind.label())));
    costs.forEach(metric -> columns.add(MetricCells.columnOf(metric, "reset-level")));
    Table table = Table.of(Density.DENSE, Column.of(VerdictText.noun(run)), columns);
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

  /** Counters that do not agree invalidate every verdict, so that none is shown. */
  public static boolean shown(RunSummary run) {
    return run.hasProbes() && run.consistent();
  }

  static List<StateKind> kinds(RunSummary run) {
    return Arrays.stream(StateKind.values())
        .filter(kind -> run.trials().stream().anyMatch(t -> t.stateKinds().of(kind).probes() > 0))
        .toList();
  }

  /** The verdicts on one kind as a cell; one leaked or lost value marks the whole of it. */
  public static Cell cell(VariantSummary variant, StateKind kind) {
    OutcomeCounts fates = variant.stateKinds().of(kind);
    ProbeOutcome worst = ProbeOutcome.KEPT;
    if (fates.of(ProbeOutcome.LEAKED) > 0) {
      worst = ProbeOutcome.LEAKED;
    } else if (fates.of(ProbeOutcome.LOST) > 0) {
      worst = ProbeOutcome.LOST;
    } else if (fates.of(ProbeOutcome.FAILED) > 0) {
      worst = ProbeOutcome.FAILED;
    } else if (fates.of(ProbeOutcome.REFUSED) > fates.of(ProbeOutcome.KEPT)) {
      worst = ProbeOutcome.REFUSED;
    }
    List<ShareCell> shares =
        Arrays.stream(ProbeOutcome.values())
            .map(f -> new ShareCell(f.key(), tone(f), fates.of(f)))
            .toList();
    String hint = variant.name() + ", " + kind.label() + ": " + counts(fates);
    return Cell.of(new Shares(shares, hint, tone(worst)));
  }

  private static Tone tone(ProbeOutcome fate) {
    return Tone.valueOf(fate.name());
  }

  /** "kept 200, lost 0, leaked 40, refused 0, failed 0 of 240". */
  static String counts(OutcomeCounts fates) {
    return Arrays.stream(ProbeOutcome.values())
            .map(fate -> String.format(Locale.ROOT, "%s %,d", fate.key(), fates.of(fate)))
            .collect(Collectors.joining(", "))
        + String.format(Locale.ROOT, " of %,d", fates.probes());
  }
}
