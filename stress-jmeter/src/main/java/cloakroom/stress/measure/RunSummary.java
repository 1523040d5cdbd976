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

  /** Whether what was counted can be relied on, though it may allow no verdict on speed. */
  public boolean sound() {
    return faults().isEmpty();
  }

  /** Failed requests of all trials. */
  public long errors() {
    return trials.stream().mapToLong(trial -> trial.errors().total()).sum();
  }

  /** Policies in the order in which they were run first. */
  public List<String> policies() {
    return trials.stream().map(TrialSummary::policy).distinct().toList();
  }

  /** The trials of one policy. */
  public List<TrialSummary> trials(String policy) {
    return trials.stream().filter(trial -> trial.policy().equals(policy)).toList();
  }

  /** The comparison of two policies in this order. */
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

  private String failedChecks() {
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
