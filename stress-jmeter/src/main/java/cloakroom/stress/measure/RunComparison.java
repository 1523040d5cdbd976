package cloakroom.stress.measure;

import cloakroom.stress.measure.Bootstrap.Interval;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Two runs, policy by policy: what changed from {@code a} to {@code b}.
 *
 * @param policies policies that both runs measured
 * @param differences settings of the load in which the runs differ, one sentence each
 */
public record RunComparison(
    RunSummary a,
    RunSummary b,
    List<String> policies,
    List<Change> changes,
    List<String> differences) {
  private static final List<String> LOAD =
      List.of("plan", "users", "iterations", "thinkMs", "holdMs", "nodes");

  /**
   * One figure of one policy in both runs.
   *
   * @param ratio the figure of run b over that of run a; NaN when both are 0
   * @param low lower end of its 95 % interval, NaN when there is none
   * @param high upper end of its 95 % interval, NaN when there is none
   */
  public record Change(
      String policy, Metric metric, double a, double b, double ratio, double low, double high) {}

  /**
   * Reads both folders and compares them.
   *
   * @throws RunFolderException with one line when one cannot be read or they share no policy
   */
  public static RunComparison of(Path a, Path b) {
    Measurement first = Measurement.read(a);
    Measurement second = Measurement.read(b);
    List<String> shared =
        first.summary().policies().stream().filter(second.summary().policies()::contains).toList();
    if (shared.isEmpty()) {
      throw new RunFolderException(
          "the runs share no policy: %s has %s, %s has %s"
              .formatted(a, names(first), b, names(second)));
    }
    return new RunComparison(
        first.summary(),
        second.summary(),
        shared,
        shared.stream().flatMap(policy -> changes(policy, first, second).stream()).toList(),
        differences(first.summary(), second.summary()));
  }

  /** The change of one figure under one policy. */
  public Optional<Change> change(String policy, String metric) {
    return changes.stream()
        .filter(c -> c.policy().equals(policy) && c.metric().name().equals(metric))
        .findFirst();
  }

  private static String names(Measurement run) {
    return String.join(", ", run.summary().policies());
  }

  private static List<Change> changes(String policy, Measurement a, Measurement b) {
    int blockSeconds = Math.min(a.blockSeconds(), b.blockSeconds());
    PolicyTrials before = a.policy(policy, blockSeconds, "a:");
    PolicyTrials after = b.policy(policy, blockSeconds, "b:");
    PolicySummary old = new PolicySummary(policy, a.summary().trials(policy));
    PolicySummary now = new PolicySummary(policy, b.summary().trials(policy));
    return Metrics.ALL.stream()
        .map(metric -> change(metric, old.mean(metric), now.mean(metric), before, after))
        .toList();
  }

  private static Change change(
      Metric metric, double a, double b, PolicyTrials before, PolicyTrials after) {
    Interval interval =
        Arrays.stream(ComparedMetric.values())
            .filter(compared -> compared.key().equals(metric.name()))
            .map(compared -> Comparisons.ratio(after, before, compared))
            .findFirst()
            .orElse(new Interval(b / a, Double.NaN, Double.NaN));
    return new Change(before.policy(), metric, a, b, b / a, interval.low(), interval.high());
  }

  private static List<String> differences(RunSummary a, RunSummary b) {
    Map<String, String> before = a.config().all();
    Map<String, String> after = b.config().all();
    List<String> differences = new ArrayList<>();
    for (String name : LOAD) {
      String old = before.getOrDefault(name, "");
      String now = after.getOrDefault(name, "");
      if (!old.equals(now)) {
        differences.add("the runs differ in %s: %s and %s".formatted(name, old, now));
      }
    }
    return differences;
  }
}
