package cloakroom.stress.report;

import cloakroom.stress.measure.Audit;
import cloakroom.stress.measure.ComparedMetric;
import cloakroom.stress.measure.Comparison;
import cloakroom.stress.measure.Comparison.Verdict;
import cloakroom.stress.measure.Faults;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.TrialSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The sentences that several printers share. */
public final class Words {
  private Words() {}

  /** What the run compares: policies, or policies and more. */
  static String noun(RunSummary run) {
    boolean plain = run.trials().stream().allMatch(t -> t.variant().name().equals(t.policy()));
    return plain ? "policy" : "variant";
  }

  /** The same for several. */
  static String nouns(RunSummary run) {
    return noun(run).equals("policy") ? "policies" : "variants";
  }

  static String outcome(Audit.Outcome outcome) {
    return outcome.name().toLowerCase(Locale.ROOT);
  }

  /** What a comparison allows to be said, in a sentence that can stand alone. */
  static String verdict(RunSummary run, Comparison comparison) {
    Verdict verdict = comparison.verdict();
    return comparison.withheld()
        ? "withheld: " + withheld(run)
        : plain(comparison)
            + failures(verdict)
            + (verdict.preliminary() ? " (" + preliminary(verdict) + ")" : "");
  }

  static String plain(Comparison comparison) {
    Verdict verdict = comparison.verdict();
    return switch (verdict.outcome()) {
      case WITHHELD -> "withheld";
      case NO_RATIO ->
          verdict.variant().isEmpty()
              ? "no ratio: both are 0"
              : "no ratio: it is 0 under " + verdict.variant();
      case NO_INTERVAL -> "no verdict: too little was sampled for an interval";
      case NO_DIFFERENCE -> "no difference seen";
      case BETTER -> verdict.variant() + " " + better(comparison);
    };
  }

  static String better(Comparison comparison) {
    String factor = factor(comparison.verdict().factor());
    return comparison.metric() == ComparedMetric.CONNECTIONS
        ? "uses " + factor + " x fewer connections"
        : "is " + factor + " x faster";
  }

  /** Two significant digits or so: a factor of 1.04 must not read as 1.0. */
  private static String factor(double factor) {
    int decimals = factor < 1.1 ? 2 : factor < 9.95 ? 1 : 0;
    return String.format(Locale.ROOT, "%." + decimals + "f", factor);
  }

  static String failures(Verdict verdict) {
    return verdict.failures().stream()
        .map(
            f ->
                " (%d of %d requests failed under %s)"
                    .formatted(f.failed(), f.requests(), f.variant()))
        .collect(Collectors.joining());
  }

  static String preliminary(Verdict verdict) {
    int trials = verdict.trials();
    return "preliminary: %d trial%s; %d are needed for a published figure"
        .formatted(trials, trials == 1 ? "" : "s", Comparison.PUBLISHED);
  }

  /** Why no verdict may be given; empty when one may. */
  public static String withheld(RunSummary run) {
    Faults faults = run.faults();
    List<String> reasons = new ArrayList<>();
    if (faults.cutShort()) {
      reasons.add("the run was cut short");
    }
    if (faults.failedChecks() > 0) {
      reasons.add(disagreement(run));
    }
    if (!faults.bottleneck().isEmpty()) {
      TrialSummary first = faults.bottleneck().get(0);
      reasons.add(
          "the load generator was the bottleneck (%s: %s)"
              .formatted(first.config().folder(), first.generator().reason()));
    }
    if (faults.killed()) {
      reasons.add("a node was killed, so speed was measured of a tier that lost one");
    }
    return String.join("; ", reasons);
  }

  /** That those who counted do not agree, and how many checks say so. */
  static String disagreement(RunSummary run) {
    long failed = run.faults().failedChecks();
    return "the counters do not agree (%d audit %s failed)"
        .formatted(failed, failed == 1 ? "check" : "checks");
  }

  /** The line that heads every report. */
  static String audit(RunSummary run) {
    long failed = run.faults().failedChecks();
    long all =
        run.trials().stream()
            .flatMap(trial -> trial.audit().checks().stream())
            .filter(check -> check.outcome() != Audit.Outcome.SKIPPED)
            .count();
    return "consistent: %s (%d of %d audit checks passed)"
        .formatted(run.consistent(), all - failed, all);
  }

  /** How many requests failed, and that verdicts of probes are no faults. */
  static String failures(RunSummary run) {
    long findings = run.errors() - run.failures();
    if (findings == 0) {
      return "failed";
    }
    return findings == run.errors()
        ? "failed, all of them verdicts of probes"
        : String.format(Locale.ROOT, "failed, %,d of them verdicts of probes", findings);
  }

  /** Why the ratio of this metric carries the headline. */
  static String primary(RunSummary run) {
    return run.primary() == ComparedMetric.TIER_MEAN
        ? "Mean service times are under 20 ms, too short for JMeter's clock of whole milliseconds,"
            + " so the ratio of the mean tier time carries the verdict."
        : "The ratio of the mean service time carries the verdict: it is 20 ms or more under some"
            + " policy, or the tier gave no times of its own.";
  }
}
