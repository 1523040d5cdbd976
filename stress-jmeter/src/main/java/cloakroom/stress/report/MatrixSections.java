package cloakroom.stress.report;

import cloakroom.contract.StateKind;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Block.Bullets;
import cloakroom.stress.document.Block.Charts;
import cloakroom.stress.document.Block.Item;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Chart;
import cloakroom.stress.document.Chart.Axis;
import cloakroom.stress.document.Chart.Kind;
import cloakroom.stress.document.Chart.Line;
import cloakroom.stress.document.Chart.Scale;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Table.Column;
import cloakroom.stress.document.Table.Look;
import cloakroom.stress.document.Tone;
import cloakroom.stress.measure.Metric;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.StateKinds.Fate;
import cloakroom.stress.measure.StateKinds.Fates;
import cloakroom.stress.measure.Variant;
import cloakroom.stress.measure.VariantNames;
import cloakroom.stress.measure.VariantSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What became of what a session left behind: variants down, state kinds across, and what is lost
 * against the setting that the run varies.
 */
record MatrixSections(RunSummary run, List<VariantSummary> variants, List<StateKind> kinds) {
  static void add(Blocks all, RunSummary run) {
    if (run.probed()) {
      MatrixSections sections = new MatrixSections(run, VariantSummary.of(run), Probed.kinds(run));
      all.section("matrix", "What a session finds again", sections.matrix());
      sections.losses(all);
    }
  }

  private Blocks matrix() {
    Blocks blocks = new Blocks().page(new Blocks().say(Words.prose("probe", Words.noun(run))));
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
    costs.forEach(metric -> columns.add(Figures.column(metric, "hygiene")));
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
        "Share lost against " + curves.get(0).setting(),
        new Blocks()
            .say(Words.prose("losses"))
            .page(new Blocks().add(new Charts(charts, List.of())))
            .text(new Blocks().table(table)));
  }

  /**
   * How the share of probes that found their value gone depends on a number that a run varies, for
   * variants that are alike but for that. Their name is what they have in common.
   */
  record Losses(String id, String name, String setting, Map<String, VariantSummary> trials) {
    private static final List<StateKind> KINDS = List.of(StateKind.values());

    /** Those of a run; none when it varies no number, has no probes or no valid matrix. */
    static List<Losses> of(RunSummary run) {
      List<VariantSummary> variants = VariantSummary.of(run);
      Optional<String> varied =
          VariantNames.numbers(variants.stream().map(VariantSummary::variant).toList());
      if (varied.isEmpty() || !Probed.shown(run)) {
        return List.of();
      }
      Map<Variant, Map<String, VariantSummary>> groups = new LinkedHashMap<>();
      for (VariantSummary summary : variants) {
        groups
            .computeIfAbsent(without(varied.get(), summary.variant()), v -> new LinkedHashMap<>())
            .put(summary.variant().choice(varied.get(), ""), summary);
      }
      List<Losses> all = new ArrayList<>();
      for (Variant named : VariantNames.named(List.copyOf(groups.keySet()), Set.of())) {
        Variant group = without(varied.get(), named);
        all.add(new Losses("losses-" + all.size(), named.name(), varied.get(), groups.get(group)));
      }
      return List.copyOf(all);
    }

    private static Variant without(String key, Variant variant) {
      Map<String, String> others = new LinkedHashMap<>(variant.choices());
      others.remove(key);
      return new Variant("", variant.policy(), others);
    }

    List<String> values() {
      return List.copyOf(trials.keySet());
    }

    /**
     * Part of the probes of one kind that found their value gone, for each value of the setting.
     */
    private List<Double> gone(StateKind kind) {
      return trials.values().stream().map(trial -> trial.stateKinds().of(kind).gone()).toList();
    }

    private List<StateKind> probed() {
      return KINDS.stream()
          .filter(kind -> gone(kind).stream().anyMatch(share -> !share.isNaN()))
          .toList();
    }

    /** Whether something was lost: a line along the bottom says less than a word. */
    private boolean drawn(StateKind kind) {
      return gone(kind).stream().anyMatch(share -> share > 0);
    }

    /** One row of text for each kind: name, kind, the share at each value. */
    List<List<String>> rows() {
      return probed().stream().map(this::row).toList();
    }

    private List<String> row(StateKind kind) {
      List<String> row = new ArrayList<>(List.of(name, kind.label()));
      gone(kind).forEach(share -> row.add(Cell.percent(share)));
      return row;
    }

    Chart chart() {
      String never =
          probed().stream()
              .filter(kind -> !drawn(kind))
              .map(StateKind::label)
              .collect(Collectors.joining(", "));
      return new Chart(
          id,
          Kind.POINTS,
          name,
          "%",
          never.isEmpty() ? "" : "Never lost: " + never + ".",
          Axis.of(setting, Scale.LINEAR),
          new Axis("lost or leaked, %", Scale.LINEAR, 100),
          values(),
          probed().stream().filter(this::drawn).map(this::line).toList(),
          true,
          List.of());
    }

    private Line line(StateKind kind) {
      List<double[]> points = gone(kind).stream().map(share -> new double[] {share * 100}).toList();
      int place = KINDS.indexOf(kind);
      return new Line(kind.label(), -1, place, place, false, false, points);
    }
  }
}
