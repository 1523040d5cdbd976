package cloakroom.stress.judge;

import cloakroom.stress.folder.RunConfig;
import cloakroom.stress.folder.Variant.SearchStep;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.DoubleStream;

/**
 * Search for the maximum load at which a variant meets an objective: the load is doubled until the
 * objective is missed, then bisected, then confirmed by a longer step. The next step follows from
 * the earlier steps alone, so that an interrupted search can continue from its folder. Each load is
 * a separate variant of the run, whose {@link SearchStep} has the load.
 */
public record CapacitySearch(String of, List<LoadStep> steps) {
  /** More steps than a search needs whose variant behaves consistently. */
  private static final int MAX_STEPS = 24;

  public enum StepOutcome {
    MET,
    MISSED,
    /** The bound lies inside the interval of the metric, and there is only one trial. */
    UNDECIDED,
    /** Its trials are invalid. */
    INVALID
  }

  /** Trials of one load, invalid ones included; {@code figure} is the metric of the objective. */
  public record LoadStep(
      String variant,
      double load,
      boolean longer,
      StepOutcome outcome,
      int trials,
      Comparison.RatioInterval figure) {}

  public record Next(double load, boolean longer) {}

  /** Settings of a search: loads are users, or sessions per second if {@code open}. */
  public record Search(double first, double most, double precision, boolean open) {
    private double rounded(double load) {
      double parts = open ? 10 : 1;
      return Math.max(1, Math.round(load * parts)) / parts;
    }
  }

  public static String name(String of, Next next, boolean open) {
    return of + " x" + text(next.load, open) + (next.longer ? " long" : "");
  }

  public static String text(double load, boolean open) {
    String number = String.format(Locale.ROOT, "%.1f", load).replace(".0", "");
    return open ? number + "/s" : number;
  }

  /** Returns the searches of a run in the order of their start; empty for other runs. */
  public static List<CapacitySearch> of(RunSummary run) {
    Map<String, List<LoadStep>> all = new LinkedHashMap<>();
    List<FailureCondition> objective = objective(run.config());
    if (!objective.isEmpty()) {
      Set<String> known = new HashSet<>();
      for (RunConfig.TrialConfig trial : run.config().trials()) {
        if (trial.step() != null && known.add(trial.name())) {
          all.computeIfAbsent(trial.step().of(), of -> new ArrayList<>())
              .add(step(run, objective, trial.name(), trial.step()));
        }
      }
    }
    return all.entrySet().stream().map(e -> new CapacitySearch(e.getKey(), e.getValue())).toList();
  }

  private static LoadStep step(
      RunSummary run, List<FailureCondition> objective, String name, SearchStep step) {
    int tried = run.config().only(name).trials().size();
    Comparison.RatioInterval figure = run.aims().getOrDefault(name, Comparison.RatioInterval.NONE);
    StepOutcome outcome = outcome(run, objective, name, tried);
    return new LoadStep(name, step.load(), step.longer(), outcome, tried, figure);
  }

  private static StepOutcome outcome(
      RunSummary run, List<FailureCondition> objective, String name, int tried) {
    if (run.trials(name).isEmpty()) {
      return StepOutcome.INVALID;
    }
    Optional<Metric> aim = aim(run.config());
    boolean missed = false;
    boolean open = false;
    for (FailureCondition limit : objective) {
      boolean crossed =
          limit.check(run).stream().anyMatch(f -> f.variant().equals(name) && f.crossed());
      boolean own = aim.filter(metric -> metric.name().equals(limit.name())).isPresent();
      boolean unsure = tried < 2 && own && limit.within(run.aims().get(name));
      missed |= crossed && !unsure;
      open |= unsure;
    }
    return missed ? StepOutcome.MISSED : open ? StepOutcome.UNDECIDED : StepOutcome.MET;
  }

  /** Returns the objective of a search; empty for other runs. */
  public static List<FailureCondition> objective(RunConfig config) {
    return FailureCondition.objectives(config.objective());
  }

  /** Returns the metric of the objective that has an interval. */
  public static Optional<Metric> aim(RunConfig config) {
    return objective(config).stream()
        .flatMap(limit -> Metrics.COMPARED.stream().filter(m -> m.name().equals(limit.name())))
        .findFirst();
  }

  /** Returns why nothing may be concluded from a trial; empty if it may. */
  public static Optional<String> flaw(TrialSummary trial) {
    if (trial.cutShort()) {
      return Optional.of("it was cut short");
    }
    return trial.audit().consistent() ? trial.noise() : Optional.of("the counters do not agree");
  }

  public Optional<Next> next(Search search) {
    for (LoadStep step : steps) {
      if (step.trials < 2 && (step.outcome == StepOutcome.UNDECIDED || invalid(step))) {
        return Optional.of(new Next(step.load, step.longer)); // once more
      }
    }
    boolean allInvalid = !steps.isEmpty() && steps.stream().allMatch(CapacitySearch::invalid);
    if (allInvalid || steps.size() >= MAX_STEPS) {
      return Optional.empty();
    }
    double met = highestPassing();
    double missed = lowestFailing();
    if (Double.isInfinite(missed) && met < search.most) {
      double load = steps.isEmpty() ? search.first : 2 * met;
      return Optional.of(new Next(Math.min(search.rounded(load), search.most), false));
    }
    double between = search.rounded(met > 0 ? Math.sqrt(met * missed) : missed / 2);
    if (Double.isFinite(missed)
        && missed > met * (1 + search.precision)
        && between > met
        && between < missed) {
      return Optional.of(new Next(between, false));
    }
    return Optional.of(new Next(met, true)).filter(confirming -> met > 0 && !confirmed(met));
  }

  private static boolean invalid(LoadStep step) {
    return step.outcome == StepOutcome.INVALID;
  }

  private boolean confirmed(double load) {
    return steps.stream().anyMatch(step -> step.longer && step.load == load);
  }

  /** Returns the highest load that met the objective, below all that missed it; 0 if none. */
  public double highestPassing() {
    double missed = lowestFailing();
    return loads(true).filter(load -> load < missed).max().orElse(0);
  }

  /** Returns the lowest load that missed the objective or was invalid; infinite if none. */
  public double lowestFailing() {
    return loads(false).min().orElse(Double.POSITIVE_INFINITY);
  }

  /** A longer step replaces the shorter one of the same load, unless the longer one is invalid. */
  private DoubleStream loads(boolean met) {
    return steps.stream()
        .filter(step -> step.longer || !confirmed(step.load) || unconfirmed(step.load))
        .filter(step -> !(step.longer && invalid(step)))
        .filter(step -> step.outcome == StepOutcome.MET == met)
        .mapToDouble(LoadStep::load);
  }

  private boolean unconfirmed(double load) {
    return steps.stream().anyMatch(s -> s.longer && s.load == load && invalid(s));
  }

  /** Returns whether a longer step met the objective at the highest passing load. */
  public boolean confirmed() {
    double met = highestPassing();
    return steps.stream()
        .anyMatch(step -> step.longer && step.load == met && step.outcome == StepOutcome.MET);
  }

  public Optional<LoadStep> end() {
    double missed = lowestFailing();
    return steps.stream()
        .filter(step -> step.load == missed && step.outcome != StepOutcome.MET)
        .reduce((first, last) -> last);
  }
}
