package cloakroom.stress.judge;

import cloakroom.statistics.Interval;
import cloakroom.stress.folder.RunConfig;
import cloakroom.stress.folder.VariantCost;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Results of a run, the input of all reports.
 *
 * @param missing trial folders without results, each with the reason; the reason is "" if the trial
 *     was not finished
 * @param primary metric that decides which variant is faster: the mean tier time, or the mean
 *     service time if the tier reports no times
 */
public record RunSummary(
    RunConfig config,
    Map<String, String> environment,
    List<TrialSummary> trials,
    Map<String, String> missing,
    Map<String, VariantCost> costs,
    Metric primary,
    List<Comparison> comparisons) {
  private static final int MAX_SHOWN_IN_PAIRS = 4;

  /** Usability of the results; reports take the edge, the sentences and the tables from it. */
  public enum Reliability {
    /** No trial has results, the counters disagree, or the run was cut short. */
    UNRELIABLE,
    /** Noise or injected faults prevent a verdict on times. */
    COUNTS_ONLY,
    RELIABLE
  }

  public boolean cutShort() {
    return config.cutShort() || trials.stream().anyMatch(TrialSummary::cutShort);
  }

  public long failedChecks() {
    return trials.stream().mapToLong(trial -> trial.audit().failed().size()).sum();
  }

  public boolean generatorSaturated() {
    return trials.stream().anyMatch(trial -> trial.generator().bound());
  }

  public boolean latenessMeasured() {
    return trials.stream().allMatch(trial -> trial.generator().latenessMeasured());
  }

  /**
   * Returns the folder of the first trial with unreliable times, and the reason; empty if all
   * trials have reliable times.
   */
  public Optional<String> noise() {
    return first(TrialSummary::unreliableTimes);
  }

  /** Returns the folder of the first trial with a reason, and this reason. */
  Optional<String> first(Function<TrialSummary, Optional<String>> reason) {
    return trials.stream()
        .flatMap(t -> reason.apply(t).map(why -> t.config().folder() + ": " + why).stream())
        .findFirst();
  }

  public boolean consistent() {
    return failedChecks() == 0;
  }

  public Reliability reliability() {
    if (trials.isEmpty() || !consistent() || cutShort()) {
      return Reliability.UNRELIABLE;
    }
    boolean disturbed = noise().isPresent() || faultsOnPurpose();
    return disturbed ? Reliability.COUNTS_ONLY : Reliability.RELIABLE;
  }

  /** Returns whether the run allows a verdict on times. */
  public boolean valid() {
    return reliability() == Reliability.RELIABLE;
  }

  public boolean faultsOnPurpose() {
    return trials.stream().anyMatch(t -> t.killed().isPresent() || !t.faults().isEmpty());
  }

  public long requests() {
    return trials.stream().mapToLong(TrialSummary::requests).sum();
  }

  public long errors() {
    return trials.stream().mapToLong(TrialSummary::errors).sum();
  }

  public long failures() {
    return trials.stream().mapToLong(TrialSummary::failures).sum();
  }

  public boolean hasProbes() {
    return trials.stream().anyMatch(trial -> trial.stateKinds().any());
  }

  /** Returns whether the counts are valid. */
  public boolean isReliable() {
    return reliability() != Reliability.UNRELIABLE;
  }

  /** Returns the variant names: the baseline, then all others in order of their first trials. */
  public List<String> variants() {
    return inOrder(config, trials);
  }

  public static List<String> inOrder(RunConfig config, List<TrialSummary> trials) {
    return trials.stream()
        .map(trial -> trial.variant().name())
        .distinct()
        .sorted(Comparator.comparing(name -> !name.equals(config.baseline())))
        .toList();
  }

  /**
   * Returns the primary comparison: the first variant of the command with the second. It is fixed
   * before the run begins. All other comparisons are exploratory.
   */
  public Optional<Comparison> primaryComparison() {
    List<String> first = trials.stream().map(t -> t.variant().name()).distinct().limit(2).toList();
    return comparisons.stream()
        .filter(c -> c.metric().equals(primary) && first.containsAll(List.of(c.a(), c.b())))
        .findFirst();
  }

  /**
   * Returns the comparisons to show. Up to four variants are all compared in pairs. If there are
   * more, only pairs with the first variant are shown.
   */
  public List<Comparison> shown() {
    return shown(variants());
  }

  /** Returns the comparisons among some variants that are shown if the run has only these. */
  public List<Comparison> shown(List<String> some) {
    return comparisons.stream()
        .filter(c -> some.contains(c.a()) && some.contains(c.b()))
        .filter(c -> some.size() <= MAX_SHOWN_IN_PAIRS || c.a().equals(some.get(0)))
        .toList();
  }

  public List<TrialSummary> trials(String variant) {
    return Comparison.of(variant, trials);
  }

  /** Returns a variant's mean of a metric, with the interval of its trials. */
  public Interval mean(String variant, Metric metric) {
    return Comparison.mean(metric, trials(variant));
  }

  public Optional<Comparison> comparison(String a, String b, String metric) {
    return comparisons.stream()
        .filter(c -> c.a().equals(a) && c.b().equals(b) && c.metric().name().equals(metric))
        .findFirst();
  }

  /** Returns the ratio a / b of a metric with its interval, also if only b / a was computed. */
  public Optional<Interval> ratio(String a, String b, String metric) {
    return comparison(a, b, metric)
        .map(Comparison::interval)
        .or(() -> comparison(b, a, metric).map(c -> c.interval().inverse()));
  }
}
