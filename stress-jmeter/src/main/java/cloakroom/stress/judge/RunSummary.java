package cloakroom.stress.judge;

import cloakroom.stress.folder.RunConfig;
import cloakroom.stress.folder.VariantCost;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Results of a run, which all reports print.
 *
 * @param missing folders of unfinished trials and of invalid ones of a search, with the reason
 * @param primary metric of the verdict on speed
 * @param responses mean response time of each variant with its interval
 * @param aims metric of the objective of each variant with its interval, in a search
 */
public record RunSummary(
    RunConfig config,
    Map<String, String> environment,
    List<TrialSummary> trials,
    Map<String, String> missing,
    Map<String, VariantCost> costs,
    Metric primary,
    int blockSeconds,
    List<Comparison> comparisons,
    Map<String, Comparison.RatioInterval> responses,
    Map<String, Comparison.RatioInterval> aims) {
  private static final int MAX_SHOWN_IN_PAIRS = 4;

  public boolean cutShort() {
    return config.cutShort() || trials.stream().anyMatch(TrialSummary::cutShort);
  }

  public long failedChecks() {
    return trials.stream().mapToLong(trial -> trial.audit().failed().size()).sum();
  }

  public boolean generatorSaturated() {
    return trials.stream().anyMatch(trial -> trial.generator().bound());
  }

  /** Returns the first trial with unreliable times and the reason; empty if there is none. */
  public Optional<String> noise() {
    return trials.stream()
        .flatMap(t -> t.noise().map(why -> t.config().folder() + ": " + why).stream())
        .findFirst();
  }

  public boolean consistent() {
    return failedChecks() == 0;
  }

  public boolean valid() {
    return isReliable() && noise().isEmpty() && !faultsOnPurpose();
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

  /** Returns whether the counts are reliable, though they may allow no verdict on speed. */
  public boolean isReliable() {
    return consistent() && !cutShort();
  }

  /** Returns the names of the variants: the baseline, then in the order of their first trials. */
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

  /** Returns the comparisons in reports: of many variants only those with the first. */
  public List<Comparison> shown() {
    List<String> variants = variants();
    return variants.size() <= MAX_SHOWN_IN_PAIRS
        ? comparisons
        : comparisons.stream().filter(c -> c.a().equals(variants.get(0))).toList();
  }

  public List<TrialSummary> trials(String variant) {
    return trials.stream().filter(trial -> trial.variant().name().equals(variant)).toList();
  }

  public Optional<Comparison> comparison(String a, String b, String metric) {
    return comparisons.stream()
        .filter(c -> c.a().equals(a) && c.b().equals(b) && c.metric().name().equals(metric))
        .findFirst();
  }

  /** Returns the ratio of a metric of two variants with its interval, in either order. */
  public Optional<Comparison.RatioInterval> ratio(String a, String b, String metric) {
    return comparison(a, b, metric)
        .map(Comparison::interval)
        .or(() -> comparison(b, a, metric).map(c -> c.interval().turned()));
  }
}
