package cloakroom.stress.report;

import static cloakroom.stress.document.Table.column;

import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Chart;
import cloakroom.stress.document.Chart.Axis;
import cloakroom.stress.document.Chart.Kind;
import cloakroom.stress.document.Chart.Line;
import cloakroom.stress.document.Chart.Scale;
import cloakroom.stress.document.Table;
import cloakroom.stress.folder.FailureKind;
import cloakroom.stress.folder.RunConfig;
import cloakroom.stress.judge.CapacitySearch;
import cloakroom.stress.judge.CapacitySearch.LoadStep;
import cloakroom.stress.judge.CapacitySearch.StepOutcome;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.TrialSummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How much load each variant carries, in runs that searched for it. */
record CapacitySection(RunSummary run, List<CapacitySearch> all) {
  /** From such a share on the connections or the processors are what there is too little of. */
  private static final double FULL = 0.8;

  private static final List<String> PROCESSES = List.of("tier", "database", "generator", "relay");

  static CapacitySection of(RunSummary run) {
    return new CapacitySection(run, CapacitySearch.of(run));
  }

  static void add(Blocks all, RunSummary run) {
    CapacitySection section = of(run);
    if (!section.all.isEmpty()) {
      all.section("capacity", "Capacity", section.blocks());
    }
  }

  private boolean open() {
    return run.config().plan().equals(RunConfig.OPEN_ARRIVALS);
  }

  private String load(double load) {
    return CapacitySearch.text(load, open()) + (open() ? " arrivals" : " users");
  }

  /** The connections that the nodes of a variant may open together. */
  private long connections(CapacitySearch one) {
    return run.config().trials().stream()
        .filter(trial -> trial.variant().name().equals(one.steps().get(0).variant()))
        .mapToLong(trial -> trial.poolSize() * trial.variant().nodes())
        .findFirst()
        .orElse(0);
  }

  List<String> lines() {
    return all.stream().map(this::line).toList();
  }

  private String line(CapacitySearch one) {
    if (one.highestPassing() == 0) {
      return known(one)
          ? "%s: no load met the objective, down to %s (%s)"
              .formatted(one.of(), load(one.lowestFailing()), limit(one))
          : "%s with %s: %s".formatted(one.of(), load(one.lowestFailing()), limit(one));
    }
    return "%s carries %s%s on %d connections, %s for each; %s%s%s"
        .formatted(
            one.of(),
            known(one) ? "" : "at least ",
            load(one.highestPassing()),
            connections(one),
            each(one),
            known(one) || one.end().isEmpty() ? "" : "above that ",
            limit(one),
            one.confirmed() ? "" : " (not confirmed)");
  }

  /** Whether the load that ends it was really missed. */
  private static boolean known(CapacitySearch one) {
    return one.end().filter(end -> end.outcome() != StepOutcome.INVALID).isPresent();
  }

  /** The load that is met for each connection, and from there to the one that is missed. */
  private String each(CapacitySearch one) {
    double connections = connections(one);
    String from = number(one.highestPassing() / connections);
    return known(one)
        ? from + " to " + number(one.lowestFailing() / connections)
        : from + " or more";
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value < 1 ? "%.2f" : "%.1f", value);
  }

  /** What there was too little of where the objective was missed. */
  private String limit(CapacitySearch one) {
    Optional<LoadStep> end = one.end();
    if (end.isEmpty()) {
      return "more was not tried";
    }
    List<TrialSummary> trials = run.trials(end.get().variant());
    if (trials.isEmpty()) {
      return "nothing can be told: " + flaw(end.get());
    }
    return limit(trials.get(trials.size() - 1), connections(one));
  }

  private String flaw(LoadStep step) {
    return run.config().only(step.variant()).trials().stream()
        .map(trial -> run.missing().getOrDefault(trial.folder(), ""))
        .filter(why -> !why.isEmpty())
        .findFirst()
        .orElse("its trials are not complete");
  }

  private String limit(TrialSummary trial, long connections) {
    double inUse = trial.figure("connections.meanInUse");
    if (trial.errors(FailureKind.POOL_EXHAUSTED) > 0 || inUse >= FULL * connections) {
      return "limited by connections: %.1f of %d in use".formatted(inUse, connections);
    }
    if (trial.errors(FailureKind.CHECKOUT_TIMEOUT) > 0) {
      return "limited by application modules: requests waited for one in vain";
    }
    double processors = Double.parseDouble(run.environment().getOrDefault("cpus", "NaN"));
    double busy = PROCESSES.stream().mapToDouble(who -> processors(trial, who)).sum();
    if (busy >= FULL * processors) {
      String most =
          PROCESSES.stream()
              .max(Comparator.comparingDouble(who -> processors(trial, who)))
              .orElseThrow();
      return "limited by processors: %.1f of %.0f busy, most by the %s (%.1f)"
          .formatted(busy, processors, most, processors(trial, most));
    }
    return "limited by waits for the database: neither connections, modules nor processors ran out";
  }

  private static double processors(TrialSummary trial, String who) {
    double used = trial.figure("cpuSeconds." + who) / trial.figure("measuredSeconds");
    return Double.isFinite(used) ? used : 0;
  }

  private Blocks blocks() {
    Table results =
        Table.of(
            all,
            column("variant", one -> Cell.of(one.of())),
            column("#carries", one -> Cell.of(load(one.highestPassing()))),
            column("#connections", one -> Cell.of("" + connections(one))),
            column("#for each", one -> Cell.of(each(one))),
            column("confirmed", one -> Cell.of(one.confirmed() ? "yes" : "no")),
            column("missed at", one -> missed(one)),
            column(">why", one -> Cell.of(limit(one))));
    Table steps =
        Table.of(
            all.stream().flatMap(one -> one.steps().stream()).toList(),
            column("step", step -> Cell.of(step.variant())),
            column("outcome", step -> Cell.of(step.outcome().name().toLowerCase(Locale.ROOT))),
            column("#trials", step -> Cell.of("" + step.trials())),
            column("#" + title() + " (ms)", step -> MetricCells.interval(step.figure())));
    Blocks blocks = new Blocks().say(VerdictText.prose("capacity", objective())).table(results);
    if (CapacitySearch.aim(run.config()).isPresent()) {
      blocks.chart(chart());
    }
    return blocks.fold("Steps", false, steps);
  }

  private Cell missed(CapacitySearch one) {
    return Cell.of(Double.isFinite(one.lowestFailing()) ? load(one.lowestFailing()) : "not tried");
  }

  private String objective() {
    return run.config().objective();
  }

  private String title() {
    return CapacitySearch.aim(run.config()).map(Metric::name).orElse("figure");
  }

  private Chart chart() {
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      List<double[]> points =
          all.get(i).steps().stream()
              .filter(step -> Double.isFinite(step.figure().ratio()))
              .sorted(Comparator.comparingDouble(LoadStep::load))
              .map(step -> new double[] {step.load(), step.figure().ratio()})
              .toList();
      lines.add(new Line(all.get(i).of(), i, i, 0, false, false, points));
    }
    double most =
        all.stream()
            .flatMap(one -> one.steps().stream())
            .mapToDouble(LoadStep::load)
            .max()
            .orElse(1);
    CapacitySearch.objective(run.config()).stream()
        .filter(limit -> limit.name().equals(title()))
        .map(limit -> limit.milliseconds())
        .map(ms -> List.of(new double[] {0, ms}, new double[] {most, ms}))
        .forEach(level -> lines.add(new Line(objective(), -1, -1, 1, true, false, level)));
    return new Chart(
        "capacity",
        Kind.POINTS,
        "Response time against load",
        "ms",
        "Each point is a step; the broken line is the objective.",
        new Axis(open() ? "sessions arriving in a second" : "users", Scale.LINEAR),
        new Axis(title() + ", ms", Scale.AUTO),
        List.of(),
        lines,
        true,
        List.of());
  }
}
