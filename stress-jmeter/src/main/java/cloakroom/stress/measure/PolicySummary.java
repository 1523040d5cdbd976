package cloakroom.stress.measure;

import java.util.List;

/** The trials of one policy, and how a figure is summed up over them. */
public record PolicySummary(String policy, List<TrialSummary> trials) {

  /** Gathers the trials of every policy, in the order in which they were run first. */
  public static List<PolicySummary> of(RunSummary run) {
    return run.policies().stream()
        .map(policy -> new PolicySummary(policy, run.trials(policy)))
        .toList();
  }

  /** Mean of the trials' figures. */
  public double mean(Metric metric) {
    return trials.stream().mapToDouble(metric::of).average().orElse(Double.NaN);
  }

  /** Smallest of the trials' figures. */
  public double min(Metric metric) {
    return trials.stream().mapToDouble(metric::of).min().orElse(Double.NaN);
  }

  /** Largest of the trials' figures. */
  public double max(Metric metric) {
    return trials.stream().mapToDouble(metric::of).max().orElse(Double.NaN);
  }

  /** Failed requests of all trials. */
  public long errors() {
    return trials.stream().mapToLong(trial -> trial.errors().total()).sum();
  }
}
