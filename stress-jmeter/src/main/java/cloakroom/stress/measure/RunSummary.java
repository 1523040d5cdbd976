package cloakroom.stress.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The one model that every printer prints.
 *
 * @param missing folders of trials that a run cut short never finished
 * @param primary the metric that carries the headline
 * @param blockSeconds length of the blocks that the bootstrap draws
 */
public record RunSummary(
    RunConfig config,
    Map<String, String> environment,
    List<TrialSummary> trials,
    List<String> missing,
    ComparedMetric primary,
    int blockSeconds,
    List<Comparison> comparisons) {
  /** Service times below this many milliseconds are too short for a clock of milliseconds. */
  public static final double SHORT = 20;

  /** How often the bootstrap resampled. */
  public int replicates() {
    return Bootstrap.REPLICATES;
  }

  /** Whether all who counted agree. */
  public boolean consistent() {
    return trials.stream().allMatch(trial -> trial.audit().consistent());
  }

  /** Whether the load generator was the bottleneck of any trial. */
  public boolean generatorBound() {
    return trials.stream().anyMatch(trial -> trial.generator().bound());
  }

  /** Whether the run or one of its trials ended early. */
  public boolean cutShort() {
    return config.cutShort()
        || !missing.isEmpty()
        || trials.stream().anyMatch(TrialSummary::cutShort);
  }

  /** Whether a node was killed in any trial. */
  public boolean killed() {
    return trials.stream().anyMatch(trial -> trial.killed().isPresent());
  }

  /** Whether a verdict on speed may be given. */
  public boolean valid() {
    return withheld().isEmpty();
  }

  /** Failed requests of all trials. */
  public long errors() {
    return trials.stream().mapToLong(trial -> trial.errors().total()).sum();
  }

  /** Failed requests of all trials that are no verdicts of probes. */
  public long failures() {
    return trials.stream().mapToLong(TrialSummary::failures).sum();
  }

  /** Whether the plan has probes: then its result is the matrix of their verdicts. */
  public boolean probed() {
    return trials.stream().anyMatch(trial -> trial.stateKinds().any());
  }

  /**
   * Whether what was counted can be relied on, though it may allow no verdict on speed. What a
   * probe found does not depend on how fast the generator was: a generator that was the bottleneck
   * takes the verdict on speed away, not the matrix.
   */
  public boolean sound() {
    return probed() ? consistent() && !cutShort() : faults().isEmpty();
  }

  /** Names of the variants in the order in which they were run first. */
  public List<String> variants() {
    return trials.stream().map(trial -> trial.variant().name()).distinct().toList();
  }

  /** The trials of one variant. */
  public List<TrialSummary> trials(String variant) {
    return trials.stream().filter(trial -> trial.variant().name().equals(variant)).toList();
  }

  /** The comparison of two variants in this order. */
  public Optional<Comparison> comparison(String a, String b, String metric) {
    return comparisons.stream()
        .filter(c -> c.a().equals(a) && c.b().equals(b) && c.metric().equals(metric))
        .findFirst();
  }

  /** Why no verdict may be given, in words; empty when one may. */
  public String withheld() {
    return withheld(config, trials, missing);
  }

  static String withheld(RunConfig config, List<TrialSummary> trials, List<String> missing) {
    RunSummary facts =
        new RunSummary(config, Map.of(), trials, missing, ComparedMetric.TIER_MEAN, 1, List.of());
    List<String> reasons = facts.faults();
    if (facts.killed()) {
      reasons.add("a node was killed, so speed was measured of a tier that lost one");
    }
    return String.join("; ", reasons);
  }

  private List<String> faults() {
    List<String> reasons = new ArrayList<>();
    if (cutShort()) {
      reasons.add("the run was cut short");
    }
    if (!consistent()) {
      reasons.add("the counters do not agree (" + failedChecks() + ")");
    }
    if (generatorBound()) {
      reasons.add("the load generator was the bottleneck (" + generatorReason() + ")");
    }
    return reasons;
  }

  /** How many audit checks of all trials failed, in words. */
  public String failedChecks() {
    long failed = trials.stream().mapToLong(trial -> trial.audit().failed().size()).sum();
    return failed + (failed == 1 ? " audit check failed" : " audit checks failed");
  }

  private String generatorReason() {
    return trials.stream()
        .filter(trial -> trial.generator().bound())
        .map(trial -> trial.config().folder() + ": " + trial.generator().reason())
        .findFirst()
        .orElse("");
  }
}
