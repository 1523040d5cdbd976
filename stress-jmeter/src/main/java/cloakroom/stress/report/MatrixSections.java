package cloakroom.stress.report;

import cloakroom.contract.StateKind;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Block.Bullets;
import cloakroom.stress.document.Block.Charts;
import cloakroom.stress.document.Block.Item;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Chart;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Table.Column;
import cloakroom.stress.document.Table.Look;
import cloakroom.stress.document.Tone;
import cloakroom.stress.measure.Metric;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.StateKinds.Fate;
import cloakroom.stress.measure.StateKinds.Fates;
import cloakroom.stress.measure.VariantSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What became of what a session left behind: variants down, state kinds across, and what is lost
 * against the setting that the run varies.
 */
final class MatrixSections {
  private final RunSummary run;
  private final List<VariantSummary> variants;
  private final List<StateKind> kinds;

  private MatrixSections(RunSummary run) {
    this.run = run;
    this.variants = VariantSummary.of(run);
    this.kinds = Probed.kinds(run);
  }

  static void add(Blocks all, RunSummary run) {
    if (run.probed()) {
      MatrixSections sections = new MatrixSections(run);
      all.section("matrix", "What a session finds again", sections.matrix());
      sections.losses(all);
    }
  }

  private Blocks matrix() {
    String probe =
        "A probe writes a value that only its session knows to one kind of state, makes another"
            + " request, and reads the value back; the verdict is the client's. The trials of a %s"
            + " are added up.";
    Blocks blocks = new Blocks().page(new Blocks().say(probe.formatted(Words.noun(run))));
    if (!Probed.shown(run)) {
      return blocks.list(Headline.matrix(run));
    }
    return blocks
        .page(new Blocks().add(new Bullets(legend())))
        .table(table())
        .list(Headline.matrix(run))
        .page(new Blocks().fold("Counts", false, new Blocks().table(counts())));
  }

  private static List<Item> legend() {
    return Arrays.stream(Fate.values())
        .map(fate -> new Item(fate.key(), Probed.tone(fate), fate.meaning()))
        .toList();
  }

  private Table table() {
    List<Metric> costs = Probed.costs(variants);
    List<Column> columns = new ArrayList<>();
    kinds.forEach(kind -> columns.add(Column.of(kind.label())));
    costs.forEach(m -> columns.add(Column.number("hygiene", m.label(), m.unit())));
    Table table = Table.of(Look.DENSE, Column.of(Words.noun(run)), columns);
    String policy = "";
    for (VariantSummary variant : variants) {
      List<Cell> row = new ArrayList<>(List.of(Cell.of(variant.name()).toned(Tone.STRONG, true)));
      kinds.forEach(kind -> row.add(Probed.cell(variant, kind)));
      costs.forEach(metric -> row.add(Figures.mean(variant, metric)));
      table.row("", row, !variant.variant().policy().equals(policy));
      policy = variant.variant().policy();
    }
    return table;
  }

  private Table counts() {
    List<Column> columns = new ArrayList<>(List.of(Column.of("state kind")));
    columns.add(Column.number("probes"));
    Arrays.stream(Fate.values()).forEach(fate -> columns.add(Column.number(fate.key())));
    Table table = Table.of(Look.PLAIN, Column.of(Words.noun(run)), columns);
    for (VariantSummary variant : variants) {
      for (StateKind kind : kinds) {
        Fates fates = variant.stateKinds().of(kind);
        List<Cell> row = new ArrayList<>(Cell.all(List.of(variant.name(), kind.label())));
        row.add(Cell.count(fates.probes()));
        for (Fate fate : Fate.values()) {
          String percent = fates.of(fate) == 0 ? "" : Cell.percent(fates.share(fate));
          row.add(Cell.count(fates.of(fate)).below(percent));
        }
        table.row(row);
      }
    }
    return table;
  }

  private void losses(Blocks all) {
    List<Losses> curves = Losses.of(run);
    if (curves.isEmpty()) {
      return;
    }
    List<Column> columns = new ArrayList<>(List.of(Column.of("state kind")));
    curves.get(0).values().forEach(value -> columns.add(Column.number(value)));
    Table table = Table.of(Look.PLAIN, Column.of(Words.noun(run)), columns);
    curves.forEach(of -> of.rows().forEach(row -> table.row(Cell.all(row))));
    List<Chart> charts = curves.stream().map(Losses::chart).toList();
    all.section(
        "losses",
        "Share lost against " + run.config().varied().setting(),
        new Blocks()
            .say(
                "Share of the probes that were lost or leaked. Refused ones are neither: their"
                    + " users were told.")
            .page(
                new Blocks()
                    .add(new Charts(charts, List.of()))
                    .fold("The same in numbers", false, new Blocks().table(table)))
            .text(new Blocks().table(table)));
  }
}
