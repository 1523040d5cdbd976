package cloakroom.stress.report;

import static cloakroom.stress.document.Table.column;

import cloakroom.platform.Resources;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Chart.Mark;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Table.Column;
import cloakroom.stress.document.Table.Density;
import cloakroom.stress.document.Tone;
import cloakroom.stress.folder.FailureKind;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.TrialSummary;
import cloakroom.stress.judge.TrialSummary.FaultSummary;
import cloakroom.stress.judge.VariantSummary;
import cloakroom.stress.options.FaultSpec;
import cloakroom.stress.options.VariantOptions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What was done to each variant on purpose, and what its users saw of it. */
final class FaultsSection {
  /** Kind, what it does, how it ends. */
  private static final Map<String, List<String>> WORDS =
      Resources.table("cloakroom/stress/report/faults.txt");

  private FaultsSection() {}

  static void add(Blocks all, RunSummary run) {
    if (run.trials().stream().anyMatch(t -> !asked(t.variant()).equals(FaultSpec.NONE))) {
      Blocks section =
          new Blocks()
              .say(VerdictText.prose("recovery"))
              .table(effects(VariantSummary.of(run)))
              .fold("Faults, trial by trial", false, made(run));
      all.section("faults", "Faults and what users saw of them", section);
    }
  }

  private static Table effects(List<VariantSummary> variants) {
    List<Column> columns = variants.stream().map(v -> Column.of(v.name())).toList();
    Table table = Table.of(Density.PLAIN, Column.of("figure"), columns);
    table.row(Cell.of("faults"), variants, v -> Cell.of(asked(v.variant())));
    table.row(Cell.of("faults made"), variants, v -> Cell.count(made(v)));
    table.row(
        Cell.of("failed requests"),
        variants,
        v -> Cell.of(failed(v)).below(VerdictText.errors(v.trials()).orElse("")));
    for (Metric metric : MetricCells.told(List.of("Faults"), variants)) {
      table.row(Cell.of(metric.heading()), variants, v -> cell(v, metric));
    }
    return table;
  }

  private static String asked(Variant variant) {
    return variant.choices().text(VariantOptions.FAULT);
  }

  /** Fewer than were asked for if the load was over before. */
  private static long made(VariantSummary variant) {
    return variant.trials().stream().mapToLong(trial -> trial.faults().size()).sum();
  }

  private static String failed(VariantSummary variant) {
    String kinds =
        VerdictText.counts(
            variant.trials(), FailureKind.values(), FailureKind::label, TrialSummary::errors);
    return kinds.isEmpty() ? "none" : kinds;
  }

  /** Of times the worst trial's, of counts the sum. */
  private static Cell cell(VariantSummary variant, Metric metric) {
    if (!metric.count()) {
      return MetricCells.cell(metric, variant.max(metric));
    }
    double sum = variant.trials().stream().mapToDouble(metric::of).sum();
    boolean lost = metric.name().equals("faults.changesLost") || metric.name().endsWith("Left");
    return MetricCells.cell(metric, sum).toned(Tone.ALARM, lost && sum > 0);
  }

  private static Table made(RunSummary run) {
    record Made(TrialSummary trial, FaultSummary fault) {}
    return Table.of(
        run.trials().stream().flatMap(t -> t.faults().stream().map(f -> new Made(t, f))).toList(),
        column("trial", made -> Cell.of(made.trial.config().folder())),
        column(
            "fault",
            made ->
                Cell.of(made.fault.text())
                    .below(made.fault.failure())
                    .toned(Tone.ALARM, !made.fault.failure().isEmpty())),
        column("#from (s)", made -> Cell.of(made.fault.fromSeconds(), 1)),
        column("#to (s)", made -> Cell.of(made.fault.toSeconds(), 1)),
        column(">what it does", made -> words(made.fault, 1)),
        column(">how it ends", made -> words(made.fault, 2)));
  }

  private static Cell words(FaultSummary fault, int column) {
    return Cell.of(WORDS.getOrDefault(fault.kind(), List.of("", "", "")).get(column));
  }

  /** Where charts over the time of a trial show its faults, and where those that last were over. */
  static Stream<Mark> marks(TrialSummary trial, int group) {
    return trial.faults().stream()
        .flatMap(
            fault ->
                Stream.of(
                        new Mark(fault.fromSeconds(), fault.kind(), group),
                        new Mark(fault.toSeconds(), fault.kind() + " over", group))
                    .limit(fault.lasted() ? 2 : 1));
  }
}
