package cloakroom.stress.judge;

import cloakroom.stress.judge.FailureCondition.ConditionFinding;
import java.util.List;

/** The limits that a run was given, and what they make of it. */
public record FailureConditions(List<FailureCondition> all) {
  /** Reads expressions; fails with one line at the first that will not do. */
  public static FailureConditions parse(List<String> texts) {
    return new FailureConditions(texts.stream().map(FailureCondition::parse).toList());
  }

  public static FailureConditions of(RunSummary run) {
    return parse(run.config().failIf());
  }

  /** Fails with one line unless all fit a run of these variants. */
  public void requireFit(List<String> variants) {
    for (FailureCondition limit : all) {
      limit.requireVariants(variants);
      limit.requireUnit(variants);
    }
  }

  /** Checks each condition if the counts of the run are reliable; else returns nothing. */
  public List<ConditionFinding> check(RunSummary run) {
    return run.isReliable()
        ? all.stream().flatMap(limit -> limit.check(run).stream()).toList()
        : List.of();
  }

  /** Failed requests that are no verdicts of probes, where no limit says how many may fail. */
  public long failures(RunSummary run) {
    if (run.config().searched()) {
      return 0; // a search goes to where requests fail
    }
    return run.trials().stream()
        .filter(t -> all.stream().noneMatch(limit -> limit.allowsFailures(t.variant().name())))
        .mapToLong(TrialSummary::failures)
        .sum();
  }
}
