package cloakroom.stress.judge;

import java.util.List;

/** Failure conditions of a run. */
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

  /** Checks each condition if the counts of the run are reliable; else returns nothing. */
  public List<FailureCondition.ConditionFinding> check(RunSummary run) {
    return run.isReliable()
        ? all.stream().flatMap(limit -> limit.check(run).stream()).toList()
        : List.of();
  }

  /** Returns the failed requests, without results of probes and those that conditions allow. */
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
