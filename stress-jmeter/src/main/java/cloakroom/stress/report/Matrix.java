package cloakroom.stress.report;

import cloakroom.stress.measure.Metric;
import cloakroom.stress.measure.Metrics;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.StateKind;
import cloakroom.stress.measure.VariantSummary;
import java.util.Arrays;
import java.util.List;

/** Variants down, state kinds across: what became of what a session left behind. */
final class Matrix {
  private final RunSummary run;
  private final List<VariantSummary> variants;

  Matrix(RunSummary run) {
    this.run = run;
    this.variants = VariantSummary.of(run);
  }

  RunSummary run() {
    return run;
  }

  List<VariantSummary> variants() {
    return variants;
  }

  /** Counters that do not agree invalidate every verdict, so that none is shown. */
  boolean shown() {
    return run.probed() && run.consistent();
  }

  /** The kinds that were probed, in their order. */
  List<StateKind> kinds() {
    return Arrays.stream(StateKind.values())
        .filter(kind -> run.trials().stream().anyMatch(t -> t.stateKinds().of(kind).probes() > 0))
        .toList();
  }

  /** What hygiene cost, to stand beside it; nothing when no tier counted it. */
  List<Metric> costs() {
    return Metrics.ALL.stream()
        .filter(metric -> metric.group().equals("Hygiene"))
        .filter(metric -> Figures.known(metric, variants))
        .toList();
  }
}
