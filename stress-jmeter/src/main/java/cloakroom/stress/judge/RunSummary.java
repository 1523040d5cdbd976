package cloakroom.stress.judge;

import cloakroom.stress.folder.RunConfig;
import cloakroom.stress.folder.VariantCost;
import cloakroom.stress.judge.Comparison.RatioInterval;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The one model that every printer prints; {@code missing} are the folders of trials that a run cut
 * short never finished, and of those that tell nothing in a search, with the reason, {@code costs}
 * what requests cost the database by the names of variants, empty if nobody counted, {@code
 * primary} is the metric that carries the headline, {@code responses} each variant's mean response
 * time with its interval, {@code aims} in a search for the most load that of the figure which it is
 * about.
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
    Map<String, RatioInterval> responses,
    Map<String, RatioInterval> aims) {
  /** Up to so many variants, every pair is shown. */
  private static final int FEW = 4;

  public boolean cutShort() {
    return config.cutShort() || trials.stream().anyMatch(TrialSummary::cutShort);
  }

  public long failedChecks() {
    return trials.stream().mapToLong(trial -> trial.audit().failed().size()).sum();
  }

  public List<TrialSummary> bottleneck() {
    return trials.stream().filter(trial -> trial.generator().bound()).toList();
  }

  /** Returns the first trial whose times may not be its own, with the reason; empty if none. */
  public Optional<String> noise() {
    return trials.stream()
        .flatMap(t -> t.noise().map(why -> t.config().folder() + ": " + why).stream())
        .findFirst();
  }

  public boolean consistent() {
    return failedChecks() == 0;
  }

  /** Whether a verdict on speed may be given. */
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

  /** Failed requests of all trials that are no verdicts of probes. */
  public long failures() {
    return trials.stream().mapToLong(TrialSummary::failures).sum();
  }

  /** Whether the plan has probes: then its result is the matrix of their verdicts. */
  public boolean hasProbes() {
    return trials.stream().anyMatch(trial -> trial.stateKinds().any());
  }

  public boolean server() {
    return trials.stream().anyMatch(trial -> trial.server().any());
  }

  /** Returns whether the counts are reliable, though they may allow no verdict on speed. */
  public boolean isReliable() {
    return consistent() && !cutShort();
  }

  /** Names of the variants in the order in which they were run first, behind the baseline. */
  public List<String> variants() {
    return inOrder(config, trials);
  }

  /** The same before there is a summary. */
  public static List<String> inOrder(RunConfig config, List<TrialSummary> trials) {
    return trials.stream()
        .map(trial -> trial.variant().name())
        .distinct()
        .sorted(Comparator.comparing(name -> !name.equals(config.baseline())))
        .toList();
  }

  /** The comparisons that reports show: of many variants only those with the first. */
  public List<Comparison> shown() {
    List<String> variants = variants();
    return variants.size() <= FEW
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
}
