package cloakroom.stress.compare;

import static cloakroom.stress.process.StressFailure.refuseIf;

import cloakroom.contract.Significance;
import cloakroom.statistics.Interval;
import cloakroom.stress.judge.Comparison;
import cloakroom.stress.judge.FailureCondition;
import cloakroom.stress.judge.MeasuredRun;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.VariantSummary;
import cloakroom.stress.process.StressFailure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Comparison of run {@code b} with run {@code a} of the same test plan. {@code variants} are those
 * that both runs have.
 */
public record RunComparison(
    String letter, RunSummary a, RunSummary b, List<String> variants, List<Change> changes) {
  private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

  /**
   * Values of one variant's metric in two runs, with the confidence interval of the ratio b / a.
   * The bounds of the interval are NaN if unknown.
   */
  public record Change(
      String variant,
      Metric metric,
      double a,
      double b,
      Interval interval,
      Optional<Significance> difference) {}

  /** Compares each later run with the first. Loads two runs at a time to save memory. */
  public static List<RunComparison> of(List<Path> runs) {
    int n = runs.size();
    String wrong = "%d run%s cannot be compared: name 2 to %d";
    refuseIf(n < 2 || n > LETTERS.length(), wrong, n, n == 1 ? "" : "s", LETTERS.length());
    RunSummary first = read(runs.get(0));
    return IntStream.range(1, runs.size())
        .mapToObj(i -> of(LETTERS.substring(i, i + 1), runs.get(0), first, runs.get(i)))
        .toList();
  }

  private static RunSummary read(Path run) {
    try {
      return MeasuredRun.underLoad(run);
    } catch (StressFailure e) {
      String why = e.getMessage();
      throw why.contains(run.toString()) ? e : StressFailure.wrongUse(run + ": " + why);
    }
  }

  private static RunComparison of(String letter, Path a, RunSummary first, Path b) {
    RunSummary second = read(b);
    String plan = first.config().plan();
    String other = second.config().plan();
    String plans =
        "runs of other plans cannot be compared: %s is of %s, %s of %s; choose runs of one plan";
    refuseIf(!plan.equals(other), plans, a, plan, b, other);
    List<String> shared = first.variants().stream().filter(second.variants()::contains).toList();
    String none = "the runs share no variant: %s has %s, %s has %s";
    refuseIf(shared.isEmpty(), none, a, names(first), b, names(second));
    List<Change> changes = new ArrayList<>();
    shared.forEach(name -> changes.addAll(changes(name, first, second)));
    return new RunComparison(letter, first, second, shared, changes);
  }

  /** Returns the order of the ratios, for instance "B / A". */
  public String order() {
    return letter + " / A";
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
        order(),
        variant -> {
          Change change = change(variant, limit.name()).orElseThrow();
          return change.interval();
        });
  }

  private static String names(RunSummary run) {
    return String.join(", ", run.variants());
  }

  private static List<Change> changes(String variant, RunSummary a, RunSummary b) {
    VariantSummary old = VariantSummary.of(a, variant);
    VariantSummary now = VariantSummary.of(b, variant);
    List<Change> changes = new ArrayList<>();
    for (Metric metric : Metric.ALL) {
      double one = old.mean(metric);
      double two = now.mean(metric);
      Interval change =
          Metric.COMPARED.contains(metric)
              ? Comparison.change(metric, now.trials(), old.trials())
              : Interval.NONE;
      Interval ratio = Double.isFinite(change.ratio()) ? change : change.around(two / one);
      changes.add(new Change(variant, metric, one, two, ratio, change.verdict()));
    }
    return changes;
  }
}
