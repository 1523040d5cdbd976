package cloakroom.stress.report;

import cloakroom.stress.measure.Metric;
import cloakroom.stress.measure.Metrics;
import cloakroom.stress.measure.PolicySummary;
import cloakroom.stress.measure.RunSummary;

/** Figures of one policy as text. */
final class Figures {
  private final PolicySummary policy;

  Figures(RunSummary run, String policy) {
    this(new PolicySummary(policy, run.trials(policy)));
  }

  Figures(PolicySummary policy) {
    this.policy = policy;
  }

  String mean(String name) {
    Metric metric = Metrics.named(name).orElseThrow();
    return mean(metric);
  }

  String mean(Metric metric) {
    return metric.format(policy.mean(metric));
  }

  /** Smallest to largest over the trials, or nothing when they do not differ as shown. */
  String range(Metric metric) {
    String low = metric.format(policy.min(metric));
    String high = metric.format(policy.max(metric));
    return low.equals(high) ? "" : low + " to " + high;
  }
}
