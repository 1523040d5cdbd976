package cloakroom.stress.judge;

import cloakroom.statistics.Interval;
import cloakroom.stress.folder.RunConfig;
import cloakroom.stress.folder.Variant.SearchStep;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;

/**
 * Search for the maximum load at which a variant (a policy with options) meets given conditions. It
 * doubles the load until a condition is missed, then bisects. A longer trial confirms the result.
 *
 * <p>The next load depends only on earlier results, so an interrupted search can continue from its
 * run folder. Each load is a separate variant with a {@link SearchStep}.
 */
public record CapacitySearch(String of, List<LoadStep> steps) {
  // Limits the number of loads to try. Only a search with contradictory results needs more.
  private static final int MAX_STEPS = 24;

  public enum StepOutcome {
    MET,
    MISSED,
    /** One trial was not enough: the metric's value is too close to the required limit. */
    UNDECIDED,
    INVALID
  }

  /** Result of a search; sentence, edge and chart of the report follow it. */
  public enum SearchResult {
    /**
     * A longer trial confirmed the load, and the next higher load failed or was not to be tried.
     */
    CONFIRMED,
    /** A load passed, but was not confirmed, or the next higher load has no verdict. */
    AT_LEAST,
    NONE_PASSED,
    NO_VERDICT
  }

  /**
   * All trials with one load, including invalid trials. {@code figure} is the metric that the
   * search limits, with the range of its trials.
   */
  public record LoadStep(
      String variant,
      double load,
      boolean longer,
      StepOutcome outcome,
      int trials,
      Interval figure) {}

  public record Next(double load, boolean longer) {}

  /**
   * Settings of a search. Loads are users, or sessions per second if {@code open}. The search ends
   * when highest passing and lowest failing load differ by a share of at most {@code precision}.
   */
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
    String number = "%.1f".formatted(load).replace(".0", "");
    return open ? number + "/s" : number;
  }

  public static List<CapacitySearch> of(RunSummary run) {
    Map<String, List<LoadStep>> all = new LinkedHashMap<>();
    List<FailureCondition> objective = objective(run.config());
    if (!objective.isEmpty()) {
      Set<String> known = new HashSet<>();
      for (RunConfig.TrialConfig trial : run.config().trials()) {
        if (trial.step() != null && known.add(trial.name())) {
          String name = trial.name();
          SearchStep of = trial.step();
          int tried = run.config().only(name).trials().size();
          Interval figure = aim(run.config()).map(aim -> run.mean(name, aim)).orElse(Interval.NONE);
          StepOutcome outcome = outcome(run, objective, name, tried, figure);
          all.computeIfAbsent(of.of(), search -> new ArrayList<>())
              .add(new LoadStep(name, of.load(), of.longer(), outcome, tried, figure));
        }
      }
    }
    return all.entrySet().stream().map(e -> new CapacitySearch(e.getKey(), e.getValue())).toList();
  }

  private static StepOutcome outcome(
      RunSummary run, List<FailureCondition> objective, String name, int tried, Interval figure) {
    if (run.trials(name).isEmpty()) {
      return StepOutcome.INVALID;
    }
    String aim = aim(run.config()).map(Metric::name).orElse("");
    boolean missed = false;
    boolean open = false;
    for (FailureCondition limit : objective) {
      boolean crossed =
          limit.check(run).stream().anyMatch(f -> f.variant().equals(name) && f.crossed());
      boolean own = aim.equals(limit.name());
      boolean unsure = tried < 2 && own && limit.isClose(figure.ratio());
      missed |= crossed && !unsure;
      open |= unsure;
    }
    return missed ? StepOutcome.MISSED : open ? StepOutcome.UNDECIDED : StepOutcome.MET;
  }

  public static List<FailureCondition> objective(RunConfig config) {
    return FailureCondition.objectives(config.objective());
  }

  /** Returns the first metric in the conditions that is also compared between variants. */
  public static Optional<Metric> aim(RunConfig config) {
    return objective(config).stream()
        .flatMap(limit -> Metric.COMPARED.stream().filter(m -> m.name().equals(limit.name())))
        .findFirst();
  }

  /** Returns why a trial's results cannot be used; empty if they can. */
  public static Optional<String> flaw(TrialSummary trial) {
    if (trial.cutShort()) {
      return Optional.of("it was cut short");
    }
    return trial.audit().consistent()
        ? trial.unreliableTimes()
        : Optional.of("the counters do not agree");
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
    boolean wide = Double.isFinite(missed) && missed > met * (1 + search.precision);
    if (wide && between > met && between < missed) {
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

  /** Returns the highest load below {@code lowestFailing} that met the conditions; 0 if none. */
  public double highestPassing() {
    double missed = lowestFailing();
    return loads(true).filter(load -> load < missed).max().orElse(0);
  }

  /** Returns the lowest load that missed the conditions or was invalid; infinite if none. */
  public double lowestFailing() {
    return loads(false).min().orElse(Double.POSITIVE_INFINITY);
  }

  /**
   * Returns the loads that met the conditions, or missed them if {@code met} is false. A valid
   * longer trial replaces the shorter trial of the same load.
   */
  private DoubleStream loads(boolean met) {
    Predicate<LoadStep> valid = step -> step.longer && !invalid(step);
    List<Double> replaced = steps.stream().filter(valid).map(LoadStep::load).toList();
    return steps.stream()
        .filter(step -> valid.test(step) || (!step.longer && !replaced.contains(step.load)))
        .filter(step -> step.outcome == StepOutcome.MET == met)
        .mapToDouble(LoadStep::load);
  }

  /** Returns whether a longer trial met the conditions at the load of {@link #highestPassing}. */
  public boolean confirmed() {
    double met = highestPassing();
    return steps.stream()
        .anyMatch(step -> step.longer && step.load == met && step.outcome == StepOutcome.MET);
  }

  /** Returns the step of {@link #lowestFailing}; empty if no load failed. */
  public Optional<LoadStep> end() {
    double missed = lowestFailing();
    return steps.stream()
        .filter(step -> step.load == missed && step.outcome != StepOutcome.MET)
        .reduce((first, last) -> last);
  }

  /** Returns whether the lowest failing load missed the conditions in a valid trial. */
  public boolean isBounded() {
    return end().filter(step -> step.outcome == StepOutcome.MISSED).isPresent();
  }

  public SearchResult result() {
    if (highestPassing() == 0) {
      return isBounded() ? SearchResult.NONE_PASSED : SearchResult.NO_VERDICT;
    }
    boolean ended = isBounded() || end().isEmpty();
    return ended && confirmed() ? SearchResult.CONFIRMED : SearchResult.AT_LEAST;
  }
}
