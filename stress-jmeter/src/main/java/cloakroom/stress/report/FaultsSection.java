package cloakroom.stress.report;

import cloakroom.contract.ErrorClass;
import cloakroom.contract.FaultKind;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Chart.Mark;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Table.Column;
import cloakroom.stress.document.Table.Look;
import cloakroom.stress.document.Tone;
import cloakroom.stress.measure.FailureKind;
import cloakroom.stress.measure.Metric;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.TrialSummary;
import cloakroom.stress.measure.TrialSummary.Fault;
import cloakroom.stress.measure.Variant;
import cloakroom.stress.measure.VariantSummary;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What was done to each variant on purpose, and what its users saw of it. */
final class FaultsSection {
  private static final String GROUP = "Faults";

  private FaultsSection() {}

  static void add(Blocks all, RunSummary run) {
    if (run.trials().stream().anyMatch(trial -> !trial.faults().isEmpty())) {
      Blocks section =
          new Blocks()
              .say(Words.prose("recovery"))
              .table(effects(VariantSummary.of(run)))
              .fold("Faults, trial by trial", false, new Blocks().table(made(run)));
      all.section("faults", "Faults and what users saw of them", section);
    }
  }

  private static Table effects(List<VariantSummary> variants) {
    List<Column> columns = variants.stream().map(v -> Column.of(v.name())).toList();
    Table table = Table.of(Look.PLAIN, Column.of("figure"), columns);
    table.row(Cell.of("faults"), variants, v -> Cell.of(v.variant().choice(Variant.FAULT, Variant.NO_FAULT)));
    table.row(Cell.of("failed requests by kind"), variants, FaultsSection::byKind);
    table.row(Cell.of("by database error"), variants, FaultsSection::byClass);
    for (Metric metric : Figures.told(List.of(GROUP), variants)) {
      table.row(Cell.of(metric.heading()), variants, v -> cell(v, metric));
    }
    return table;
  }

  private static Cell byKind(VariantSummary variant) {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (FailureKind kind : FailureKind.values()) {
      counts.put(kind.label(), sum(variant, trial -> trial.errors(kind)));
    }
    return failed(counts);
  }

  private static Cell byClass(VariantSummary variant) {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (ErrorClass type : ErrorClass.values()) {
      counts.put(type.label(), sum(variant, trial -> trial.errors(type)));
    }
    return failed(counts);
  }

  private static long sum(VariantSummary variant, ToLongFunction<TrialSummary> of) {
    return variant.trials().stream().mapToLong(of).sum();
  }

  private static Cell failed(Map<String, Long> counts) {
    String some =
        counts.entrySet().stream()
            .filter(entry -> entry.getValue() > 0)
            .map(entry -> entry.getKey() + " " + Cell.count(entry.getValue()).text())
            .collect(Collectors.joining(", "));
    return Cell.of(some.isEmpty() ? "none" : some);
  }

  /** Of times the worst trial's, of counts the sum. */
  private static Cell cell(VariantSummary variant, Metric metric) {
    if (!metric.count()) {
      return Figures.cell(metric, variant.max(metric));
    }
    double sum = variant.trials().stream().mapToDouble(metric::of).sum();
    boolean lost = metric.name().equals("faults.changesLost") || metric.name().endsWith("Left");
    return Figures.cell(metric, sum).toned(Tone.ALARM, lost && sum > 0);
  }

  private static Table made(RunSummary run) {
    Table table =
        Table.of("trial", "fault", "#from (s)", "#to (s)", ">what it does", ">how it ends");
    for (TrialSummary trial : run.trials()) {
      for (Fault fault : trial.faults()) {
        FaultKind kind = FaultKind.named(fault.kind()).orElse(null);
        table.row(
            Cell.of(trial.config().folder()),
            Cell.of(fault.text())
                .below(fault.failure())
                .toned(Tone.ALARM, !fault.failure().isEmpty()),
            Cell.of(fault.fromSeconds(), 1),
            Cell.of(fault.toSeconds(), 1),
            Cell.of(kind == null ? "" : kind.does()),
            Cell.of(kind == null ? "" : kind.ends()));
      }
      notMade(trial)
          .forEach(
              text ->
                  table.row(
                      Cell.of(trial.config().folder()),
                      Cell.of(text),
                      Cell.of(""),
                      Cell.of(""),
                      Cell.of("not made: the load was over before"),
                      Cell.of("")));
    }
    return table;
  }

  private static List<String> notMade(TrialSummary trial) {
    List<String> made = trial.faults().stream().map(Fault::text).toList();
    return Arrays.stream(trial.variant().choice(Variant.FAULT, Variant.NO_FAULT).split(";", -1))
        .filter(text -> !text.equals(Variant.NO_FAULT) && !made.contains(text))
        .toList();
  }

  /** Where charts over the time of a trial show its faults, and where those that last were over. */
  static Stream<Mark> marks(TrialSummary trial, int group) {
    return trial.faults().stream()
        .flatMap(
            fault ->
                fault.lasted()
                    ? Stream.of(
                        new Mark(fault.fromSeconds(), fault.kind(), group),
                        new Mark(fault.toSeconds(), fault.kind() + " over", group))
                    : Stream.of(new Mark(fault.fromSeconds(), fault.kind(), group)));
  }
}
