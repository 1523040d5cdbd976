package cloakroom.bench.harness;

import cloakroom.bench.harness.StudyResult.Omission;
import cloakroom.bench.harness.StudyResult.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;

/**
 * Experiment that runs a JMH benchmark. Each round runs every parameter set once, in a separate
 * fork. Every second round reverses the order, so that drift of the machine affects all sets alike.
 * After the rounds, the experiment measures the steady state and counts the traffic.
 */
public class JmhExperiment extends Experiment {
  private static final String OPERATION = "operation";
  private final Class<?> benchmark;
  private final StudySets sets;
  private List<Map<String, String>> possible = List.of();
  private boolean steadyState;

  /**
   * Creates an experiment from a JMH benchmark class.
   *
   * @param benchmark class whose method {@code protocol} repeats the published experiment; an
   *     optional method {@code operation} measures the steady state
   */
  public JmhExperiment(StudyDefinition definition, Class<?> benchmark, StudySets sets) {
    super(definition);
    this.benchmark = benchmark;
    this.sets = sets;
  }

  /** Returns parameter values that this machine cannot run, each with the reason. */
  protected Map<Map.Entry<String, String>, String> unavailable() {
    return Map.of();
  }

  @Override
  public int begin(RoundPlan plan) {
    List<Map<String, String>> all = sets.of(plan.full());
    Map<Map.Entry<String, String>, String> unavailable = unavailable();
    Map<String, String> labels = new TreeMap<>();
    unavailable.forEach(
        (value, reason) -> {
          if (all.stream().anyMatch(set -> set.entrySet().contains(value))) {
            String label = value.getValue().matches("\\d+") ? value.toString() : value.getValue();
            labels.merge(reason, label, (a, b) -> a + ", " + b);
          }
        });
    labels.forEach((reason, values) -> omissions.add(Omission.absent(values, reason)));
    possible =
        all.stream()
            .filter(set -> Collections.disjoint(set.entrySet(), unavailable.keySet()))
            .toList();
    openJmh(plan);
    steadyState =
        plan.steadyState()
            && Arrays.stream(benchmark.getMethods()).anyMatch(m -> m.getName().equals(OPERATION));
    return possible.isEmpty() ? 0 : plan.rounds();
  }

  @Override
  public void round(boolean backwards) {
    List<Map<String, String>> order = new ArrayList<>(possible);
    if (backwards) {
      Collections.reverse(order);
    }
    for (Map<String, String> set : order) {
      RunResult result = jmh.protocol(benchmark, set);
      addTime(JmhRuns.parameters(result), result.getPrimaryResult().getScore());
      Map<String, Double> metrics = JmhRuns.metrics(result);
      metrics.keySet().removeAll(JmhRuns.TRAFFIC);
      addCounts(JmhRuns.parameters(result), metrics);
    }
  }

  @Override
  public void finish() {
    List<Map<String, String>> once =
        possible.stream()
            .filter(set -> set.entrySet().containsAll(sets.once().entrySet()))
            .toList();
    if (steadyState) {
      for (Map<String, String> set : once) {
        RunResult result =
            jmh.run(benchmark, OPERATION, set, options -> options.addProfiler(GCProfiler.class));
        at(JmhRuns.parameters(result)).operation =
            new Operation(
                result.getPrimaryResult().getScore(),
                result.getPrimaryResult().getScoreError(),
                JmhRuns.metrics(result).getOrDefault("gc.alloc.rate.norm", Double.NaN));
      }
    }
    if (!once.isEmpty() && StudyState.class.isAssignableFrom(benchmark) && canCount()) {
      once.forEach(set -> countTraffic(benchmark, set, Map.of()));
    }
  }
}
