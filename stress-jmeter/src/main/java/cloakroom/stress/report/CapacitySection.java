package cloakroom.stress.report;

import static cloakroom.stress.document.Table.column;

import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Chart;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Tone;
import cloakroom.stress.folder.FailureKind;
import cloakroom.stress.folder.RunConfig;
import cloakroom.stress.judge.CapacitySearch;
import cloakroom.stress.judge.CapacitySearch.SearchResult;
import cloakroom.stress.judge.FailureCondition;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.TrialSummary;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

record CapacitySection(RunSummary run, List<CapacitySearch> all) {
  // Utilization of connections or processors from which the report names them as the bottleneck.
  private static final double LIMITING_SHARE = 0.8;
  private static final List<String> PROCESSES = List.of("tier", "database", "generator", "relay");

  static void add(Blocks all, RunSummary run) {
    CapacitySection section = new CapacitySection(run, CapacitySearch.of(run));
    if (!section.all.isEmpty()) {
      all.section("capacity", "Capacity", section.blocks());
    }
  }

  private boolean open() {
    return run.config().plan().equals(RunConfig.OPEN_ARRIVALS);
  }

  private String load(double load) {
    String unit = open() ? " arrival" : " user";
    return CapacitySearch.text(load, open()) + unit + (load == 1 ? "" : "s");
  }

  private long connections(CapacitySearch one) {
    RunConfig.TrialConfig first = run.config().only(one.steps().get(0).variant()).trials().get(0);
    return first.poolSize() * first.variant().nodes();
  }

  static List<String> sentences(RunSummary run) {
    List<CapacitySearch> all = CapacitySearch.of(run);
    return all.stream().map(new CapacitySection(run, all)::sentence).toList();
  }

  /** Returns the edge of a capacity page, which follows the results of all searches. */
  static Tone tone(RunSummary run) {
    List<SearchResult> results =
        CapacitySearch.of(run).stream().map(CapacitySearch::result).toList();
    if (results.stream().allMatch(SearchResult.CONFIRMED::equals)) {
      return Tone.GOOD;
    }
    boolean passed =
        results.contains(SearchResult.CONFIRMED) || results.contains(SearchResult.AT_LEAST);
    return passed ? Tone.FAIR : Tone.BAD;
  }

  private String sentence(CapacitySearch one) {
    String limit = limit(one);
    return switch (one.result()) {
      case NO_VERDICT -> "%s: %s".formatted(one.of(), limit);
      case NONE_PASSED ->
          "%s: no load met the objective, down to %s (%s)"
              .formatted(one.of(), load(one.lowestFailing()), limit);
      case CONFIRMED, AT_LEAST -> sustained(one, limit);
    };
  }

  private String sustained(CapacitySearch one, String limit) {
    boolean bounded = one.isBounded();
    long connections = connections(one);
    String each =
        number(one.highestPassing() / connections)
            + (bounded ? " to " + number(one.lowestFailing() / connections) : " or more");
    String with =
        "with %s (%s per connection)".formatted(Cell.counted(connections, "connection"), each);
    return "%s sustains %s%s %s; %s%s"
        .formatted(
            one.of(),
            bounded ? "" : "at least ",
            load(one.highestPassing()),
            connections == 0 ? "without a pool" : with,
            limit,
            one.confirmed() ? "" : " (not confirmed)");
  }

  private static String number(double value) {
    return (value < 1 ? "%.2f" : "%.1f").formatted(value);
  }

  /** Returns what prevented a higher load, or why the step at a higher load has no verdict. */
  private String limit(CapacitySearch one) {
    if (one.end().isEmpty()) {
      return "no higher load was tried";
    }
    CapacitySearch.LoadStep end = one.end().get();
    List<TrialSummary> trials = run.trials(end.variant());
    if (one.isBounded()) {
      return limit(trials.get(trials.size() - 1), connections(one));
    }
    Stream<String> reasons =
        run.config().only(end.variant()).trials().stream()
            .map(trial -> run.missing().getOrDefault(trial.folder(), ""));
    String undecided = "it is too close to the objective, and was not repeated";
    String incomplete = trials.isEmpty() ? "its trials are not complete" : undecided;
    String reason = reasons.filter(r -> !r.isEmpty()).findFirst().orElse(incomplete);
    return "no verdict at %s: %s".formatted(load(end.load()), reason);
  }

  private String limit(TrialSummary trial, long connections) {
    double inUse = trial.figure("connections.meanInUse");
    boolean full = connections > 0 && inUse >= LIMITING_SHARE * connections;
    if (trial.errors(FailureKind.POOL_EXHAUSTED) > 0 || full) {
      return "limited by connections: %.1f of %d in use".formatted(inUse, connections);
    }
    if (trial.errors(FailureKind.CHECKOUT_TIMEOUT) > 0) {
      return "limited by application modules: check-outs timed out";
    }
    Map<String, Double> used = new HashMap<>();
    for (String process : PROCESSES) {
      double mean = trial.figure("cpuSeconds." + process) / trial.figure("measuredSeconds");
      used.put(process, Double.isFinite(mean) ? mean : 0);
    }
    double processors = Double.parseDouble(run.environment().getOrDefault("cpus", "NaN"));
    double busy = used.values().stream().mapToDouble(Double::doubleValue).sum();
    if (busy >= LIMITING_SHARE * processors) {
      String most = Collections.max(PROCESSES, Comparator.comparing(used::get));
      return "limited by processors: %.1f of %.0f busy, most by the %s (%.1f)"
          .formatted(busy, processors, most, used.get(most));
    }
    return "limited by waits for the database: neither connections, modules nor processors ran out";
  }

  private Blocks blocks() {
    String metric = CapacitySearch.aim(run.config()).map(Metric::name).orElse("metric");
    Table steps =
        Table.of(
            all.stream().flatMap(one -> one.steps().stream()).toList(),
            column("step", step -> Cell.of(step.variant())),
            column("outcome", step -> Cell.of(step.outcome().name().toLowerCase(Locale.ROOT))),
            column("#trials", step -> Cell.of("" + step.trials())),
            column(
                "#" + metric + " (ms)", step -> Cell.of(new Cell.IntervalCell(step.figure(), ""))));
    Blocks blocks = new Blocks().say(VerdictText.prose("capacity", run.config().objective()));
    Stream<CapacitySearch.LoadStep> taken = all.stream().flatMap(one -> one.steps().stream());
    if (taken.anyMatch(step -> Double.isFinite(step.figure().ratio()))) {
      blocks.chart(chart(metric));
    }
    return blocks.fold("Steps", false, steps);
  }

  private Chart chart(String metric) {
    List<Chart.Line> lines = new ArrayList<>();
    double maximum = 1;
    for (int i = 0; i < all.size(); i++) {
      List<double[]> points = new ArrayList<>();
      for (CapacitySearch.LoadStep step : all.get(i).steps()) {
        maximum = Math.max(maximum, step.load());
        if (Double.isFinite(step.figure().ratio())) {
          points.add(new double[] {step.load(), step.figure().ratio()});
        }
      }
      points.sort(Comparator.comparingDouble(point -> point[0]));
      lines.add(new Chart.Line(all.get(i).of(), i, i, 0, false, false, points));
    }
    for (FailureCondition condition : CapacitySearch.objective(run.config())) {
      if (condition.name().equals(metric)) {
        double limit = condition.milliseconds();
        List<double[]> ends = List.of(new double[] {0, limit}, new double[] {maximum, limit});
        lines.add(new Chart.Line(run.config().objective(), -1, -1, 1, true, false, ends));
      }
    }
    Chart.Axis x =
        new Chart.Axis(open() ? "sessions arriving per second" : "users", Chart.Scale.LINEAR);
    Chart.Axis y = new Chart.Axis(metric + ", ms", Chart.Scale.AUTO);
    String note = "Each point is a step; the broken line is the objective.";
    String title = "Response time against load";
    return new Chart(
        "capacity", Chart.Kind.POINTS, title, "ms", note, x, y, List.of(), lines, true, List.of());
  }
}
