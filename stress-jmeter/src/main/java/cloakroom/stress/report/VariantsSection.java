package cloakroom.stress.report;

import static cloakroom.stress.document.Table.column;

import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Cell.Hyperlink;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Table.Column;
import cloakroom.stress.document.Table.Density;
import cloakroom.stress.document.Tone;
import cloakroom.stress.judge.Comparison;
import cloakroom.stress.judge.Differences;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.judge.Metrics;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.VariantSummary;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The tables that the report is about: times of each variant, all figures, and ratios. */
record VariantsSection(RunSummary run, List<VariantSummary> variants) {
  private static final List<String> TIMES = List.of("Response time", "Service time", "Tier time");

  static void add(Blocks all, RunSummary run) {
    if (!run.trials().isEmpty()) {
      String noun = VerdictText.noun(run).equals("policy") ? "Policies" : "Variants";
      all.section(
          "policies",
          noun + " side by side",
          new VariantsSection(run, VariantSummary.of(run)).blocks());
    }
  }

  private Blocks blocks() {
    return (named() ? new Blocks().table(legend()) : new Blocks())
        .say(note())
        .table(times())
        .fold("All figures", false, across())
        .fold("Ratios and verdicts (" + run.shown().size() + ")", false, ratios());
  }

  /** Whether names stand for more than policies. */
  private boolean named() {
    return VerdictText.noun(run).equals("variant");
  }

  /** What the short names stand for, and what makes each one different from the first. */
  private Table legend() {
    VariantSummary first = variants.get(0);
    return Table.of(
        variants,
        column("variant", v -> Cell.of(v.name()).toned(Tone.STRONG, true)),
        column(">what it is", v -> Cell.of(Differences.describe(v, variants))),
        column(
            ">instead of what " + first.name() + " has",
            v -> Cell.of(v.equals(first) ? "" : Differences.between(v, first))));
  }

  private String note() {
    String ratios =
        variants.size() < 2 || !run.valid()
            ? ""
            : " Ratios are %s over the other %s, with a 95 %% interval."
                .formatted(variants.get(0).name(), VerdictText.noun(run));
    return "Each figure is the mean over the trials of a %s (%s); the trials stand one by one further down.%s"
        .formatted(VerdictText.noun(run), trials(), ratios);
  }

  /** Three kinds of time share the same columns. */
  private Table times() {
    List<Metric> columns = MetricCells.told(TIMES.subList(0, 1), variants);
    Table table =
        Table.of(
            Density.CLOSE,
            Column.of("milliseconds"),
            columns.stream()
                .map(m -> Column.number(m.label()).explainedBy(MetricCells.id(m)))
                .toList());
    TIMES.forEach(group -> rows(table, group, MetricCells.told(List.of(group), variants)));
    return table;
  }

  private void rows(Table table, String group, List<Metric> metrics) {
    for (VariantSummary variant : variants) {
      Cell name = Cell.of(variant.name()).named(variants.indexOf(variant));
      table.row(group, name, metrics, metric -> cell(variant, metric));
    }
  }

  private Cell cell(VariantSummary variant, Metric metric) {
    return MetricCells.mean(variant, metric)
        .below(
            ratio(metric, variant).map(c -> MetricCells.interval(c.interval()).text()).orElse(""))
        .toned(Tone.ALARM, metric.failures() && variant.max(metric) > 0)
        .toned(Tone.CHOSEN, metric.equals(run.primary()));
  }

  /** That of the first to this one; the first has none to itself. */
  private Optional<Comparison> ratio(Metric metric, VariantSummary other) {
    return run.valid()
        ? run.comparison(variants.get(0).name(), other.name(), metric.name())
        : Optional.empty();
  }

  private Table across() {
    List<Column> columns =
        variants.stream()
            .map(v -> Column.number(v.name() + " (" + VerdictText.trials(v) + ")"))
            .toList();
    Table table = Table.of(Density.PLAIN, Column.of("figure"), columns);
    for (Metric metric : Metrics.ALL) {
      if (MetricCells.told(metric, variants) && !metric.ofServer()) {
        Cell name = Cell.of(new Hyperlink(metric.heading(), "#" + MetricCells.id(metric)));
        table.row(metric.group(), name, variants, v -> cell(v, metric));
      }
    }
    return table;
  }

  private Blocks ratios() {
    Table table = Table.of("a", "b", "figure", "#a ÷ b [95 % interval]", ">verdict");
    List<Comparison> shown = run.shown();
    for (Comparison c : shown) {
      table.row(
          named() ? c.a() + " against " + c.b() + ": " + VerdictText.difference(run, c) : "",
          List.of(
              Cell.of(c.a()),
              Cell.of(c.b()),
              Cell.of(c.metric().name()),
              MetricCells.interval(run, c.interval()),
              Cell.of(VerdictText.verdict(run, c))),
          false);
    }
    int more = run.comparisons().size() - shown.size();
    String further = String.format(Locale.ROOT, " %,d more are in summary.json.", more);
    return shown.isEmpty()
        ? new Blocks()
        : new Blocks().say(VerdictText.method(run) + (more == 0 ? "" : further)).table(table);
  }

  /** How many trials each variant had, said once when all had as many. */
  private String trials() {
    List<String> numbers = variants.stream().map(VerdictText::trials).distinct().toList();
    return numbers.size() == 1
        ? numbers.get(0) + " each"
        : String.join(
            ", ", variants.stream().map(v -> v.name() + ": " + VerdictText.trials(v)).toList());
  }
}
