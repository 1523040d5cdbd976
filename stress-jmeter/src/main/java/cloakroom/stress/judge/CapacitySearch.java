package cloakroom.stress.judge;

import cloakroom.stress.folder.RunConfig;
import cloakroom.stress.folder.RunConfig.TrialConfig;
import cloakroom.stress.folder.SearchStep;
import cloakroom.stress.judge.Comparison.RatioInterval;
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
 * The search for the most load under which one variant still meets an objective: doubled until it
 * is missed, then halved in, then confirmed by a longer step. What comes next follows from the
 * steps so far alone, so that a search which was cut short goes on from its folder.
 *
 * <p>Each load is a separate variant of the run, whose {@link SearchStep} has the load.
 *
 * @param of the variant whose capacity it is
 */
public record CapacitySearch(String of, List<LoadStep> steps) {
  /** More steps than any search needs whose variant behaves the same from step to step. */
  private static final int MOST_STEPS = 24;

  public enum StepOutcome {
    MET,
    MISSED,
    /** The limit lies inside the interval of the figure, and there is one trial so far. */
    UNDECIDED,
    /** Its trials tell nothing of the variant. */
    INVALID
  }

  /**
   * All trials of one load.
   *
   * @param trials how often it was tried, in vain or not
   * @param figure what the objective is about; not a number of an invalid one
   */
  public record LoadStep(
      String variant,
      double load,
      boolean longer,
      StepOutcome outcome,
      int trials,
      RatioInterval figure) {}

  /** The load that is to be tried. */
  public record Next(double load, boolean longer) {}

  /**
   * How it goes.
   *
   * @param first the load that is tried first
   * @param most no more is tried
   * @param precision how far the load that is missed may lie above the one that is met, 0.1 for 10
   *     %
   * @param open whether load is sessions a second, not users
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

  /** A load as people write it. */
  public static String text(double load, boolean open) {
    String number = String.format(Locale.ROOT, "%.1f", load).replace(".0", "");
    return open ? number + "/s" : number;
  }

  /** The searches of a run, in the order in which they began; none of a run of another kind. */
  public static List<CapacitySearch> of(RunSummary run) {
    Map<String, List<LoadStep>> all = new LinkedHashMap<>();
    List<FailureCondition> objective = objective(run.config());
    if (!objective.isEmpty()) {
      Set<String> known = new HashSet<>();
      for (TrialConfig trial : run.config().trials()) {
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
    RatioInterval figure = run.aims().getOrDefault(name, RatioInterval.NONE);
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

  /** What a search holds its steps against; nothing of a run of another kind. */
  public static List<FailureCondition> objective(RunConfig config) {
    return FailureCondition.objectives(config.objective());
  }

  /** The figure of the objective whose interval decides. */
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

  /** The step that is to be taken next; none when the search is over. */
  public Optional<Next> next(Search search) {
    for (LoadStep step : steps) {
      if (step.trials < 2 && (step.outcome == StepOutcome.UNDECIDED || invalid(step))) {
        return Optional.of(new Next(step.load, step.longer)); // once more
      }
    }
    boolean nothingTold = !steps.isEmpty() && steps.stream().allMatch(CapacitySearch::invalid);
    if (nothingTold || steps.size() >= MOST_STEPS) {
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

  /** The most load under which the objective was met, and below all that missed it; 0 for none. */
  public double highestPassing() {
    double missed = lowestFailing();
    return loads(true).filter(load -> load < missed).max().orElse(0);
  }

  /** The least load under which it was not met, or nothing could be told; infinite for none. */
  public double lowestFailing() {
    return loads(false).min().orElse(Double.POSITIVE_INFINITY);
  }

  /** Of a load that was tried longer that counts; one that nobody could confirm stays as it was. */
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

  /** Whether a longer step has met the objective at its most load. */
  public boolean confirmed() {
    double met = highestPassing();
    return steps.stream()
        .anyMatch(step -> step.longer && step.load == met && step.outcome == StepOutcome.MET);
  }

  /** The step that ended it from above, if any did. */
  public Optional<LoadStep> end() {
    double missed = lowestFailing();
    return steps.stream()
        .filter(step -> step.load == missed && step.outcome != StepOutcome.MET)
        .reduce((first, last) -> last);
  }
}
