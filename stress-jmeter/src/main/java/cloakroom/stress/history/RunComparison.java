package cloakroom.stress.history;

import cloakroom.contract.Significance;
import cloakroom.stress.judge.Comparison.RatioInterval;
import cloakroom.stress.judge.FailureCondition;
import cloakroom.stress.judge.MeasuredRun;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.judge.Metrics;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.VariantSummary;
import cloakroom.stress.judge.VariantTrials;
import cloakroom.stress.process.StressFailure;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Changes from run {@code a} to run {@code b} of one plan, for the variants of both. */
public record RunComparison(
    String letter, RunSummary a, RunSummary b, List<String> variants, List<Change> changes) {
  private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

  /** Metric of a variant in both runs, with the interval of run b over run a if it has one. */
  public record Change(
      String variant,
      Metric metric,
      double a,
      double b,
      RatioInterval interval,
      Optional<Significance> difference) {}

  /** Compares each later run with the first; only two runs are in memory at a time. */
  public static List<RunComparison> of(List<Path> runs) {
    if (runs.size() < 2 || runs.size() > LETTERS.length()) {
      throw StressFailure.wrongUse(
          "%d run%s cannot be compared: name 2 to %d; history shows more of them",
          runs.size(), runs.size() == 1 ? "" : "s", LETTERS.length());
    }
    MeasuredRun first = read(runs.get(0));
    return IntStream.range(1, runs.size())
        .mapToObj(i -> of(LETTERS.substring(i, i + 1), runs.get(0), first, runs.get(i)))
        .toList();
  }

  /** Reads a run; a failure names its folder. */
  private static MeasuredRun read(Path run) {
    try {
      return MeasuredRun.read(run);
    } catch (StressFailure e) {
      String why = e.getMessage();
      throw why.contains(run.toString()) ? e : StressFailure.wrongUse(run + ": " + why);
    }
  }

  private static RunComparison of(String letter, Path a, MeasuredRun first, Path b) {
    MeasuredRun second = read(b);
    String plan = first.summary().config().plan();
    String other = second.summary().config().plan();
    if (!plan.equals(other)) {
      throw StressFailure.wrongUse(
          "runs of other plans cannot be compared: %s is of %s, %s of %s; choose runs of one plan",
          a, plan, b, other);
    }
    List<String> shared =
        first.summary().variants().stream().filter(second.summary().variants()::contains).toList();
    if (shared.isEmpty()) {
      throw StressFailure.wrongUse(
          "the runs share no variant: %s has %s, %s has %s", a, names(first), b, names(second));
    }
    return new RunComparison(
        letter,
        first.summary(),
        second.summary(),
        shared,
        shared.stream().flatMap(name -> changes(name, first, second).stream()).toList());
  }

  public boolean valid() {
    return a.valid() && b.valid();
  }

  public Optional<Change> change(String variant, String metric) {
    return changes.stream()
        .filter(c -> c.variant().equals(variant) && c.metric().name().equals(metric))
        .findFirst();
  }

  public List<FailureCondition.ConditionFinding> check(FailureCondition limit) {
    limit.requireVariants(variants);
    return limit.check(
        b,
        variants,
        b.noise().or(a::noise),
        variant -> {
          Change change = change(variant, limit.name()).orElseThrow();
          return change.interval().around(change.b(), change.a());
        });
  }

  private static String names(MeasuredRun run) {
    return String.join(", ", run.summary().variants());
  }

  private static List<Change> changes(String variant, MeasuredRun a, MeasuredRun b) {
    int blockSeconds = Math.min(a.blockSeconds(), b.blockSeconds());
    long seedA = a.summary().config().seed();
    long seedB = b.summary().config().seed();
    VariantTrials before = new VariantTrials(variant, a.trials(), blockSeconds, seedA, "a:");
    VariantTrials after = new VariantTrials(variant, b.trials(), blockSeconds, seedB, "b:");
    VariantSummary old = VariantSummary.of(a.summary(), variant);
    VariantSummary now = VariantSummary.of(b.summary(), variant);
    return Metrics.ALL.stream()
        .map(metric -> change(metric, old.mean(metric), now.mean(metric), before, after))
        .toList();
  }

  private static Change change(
      Metric metric, double a, double b, VariantTrials before, VariantTrials after) {
    RatioInterval interval =
        Metrics.COMPARED.contains(metric)
            ? VariantTrials.ratio(after, before, metric)
            : RatioInterval.NONE;
    return new Change(
        before.variant(),
        metric,
        a,
        b,
        new RatioInterval(b / a, interval.low(), interval.high()),
        interval.difference(Math.min(before.size(), after.size())));
  }
}
