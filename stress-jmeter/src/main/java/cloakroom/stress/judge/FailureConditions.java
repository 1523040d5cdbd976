package cloakroom.stress.judge;

import java.util.List;
import java.util.stream.Stream;

public record FailureConditions(List<FailureCondition> all) {
  public static FailureConditions parse(List<String> texts) {
    return new FailureConditions(texts.stream().map(FailureCondition::parse).toList());
  }

  public static FailureConditions of(RunSummary run) {
    return parse(run.config().failIf());
  }

  public void requireFit(List<String> variants) {
    for (FailureCondition limit : all) {
      limit.requireVariants(variants);
      limit.requireUnit(variants);
    }
  }

  /** Throws IllegalArgumentException if a ratio of two variants has too few trials for a result. */
  public void requireTrials(int trials, List<String> variants) {
    all.forEach(limit -> limit.requireTrials(trials, variants));
  }

  public List<FailureCondition.ConditionFinding> check(RunSummary run) {
    Stream<FailureCondition> checked = run.isReliable() ? all.stream() : Stream.of();
    return checked.flatMap(limit -> limit.check(run).stream()).toList();
  }

  /**
   * Returns the number of failed requests. Ignores variants with a failure condition on errors, and
   * requests that only report a failed state check.
   */
  public long failures(RunSummary run) {
    if (run.config().searched()) {
      return 0; // a search raises the load until requests fail
    }
    return run.trials().stream()
        .filter(t -> all.stream().noneMatch(limit -> limit.allowsFailures(t.variant().name())))
        .mapToLong(TrialSummary::failures)
        .sum();
  }
}
