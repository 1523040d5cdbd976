package cloakroom.bench.harness;

import cloakroom.bench.harness.StudyResult.Omission;
import cloakroom.bench.harness.StudyResult.Operation;
import cloakroom.bench.subject.Subject;
import cloakroom.contract.TierOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;

/**
 * Experiment that runs JMH benchmarks. Each round runs every parameter set once, in a separate
 * fork. Every second round reverses the order, so that drift of the machine affects all sets alike.
 * After the rounds, the experiment measures the steady state and counts the traffic.
 */
public class JmhExperiment extends Experiment {
  private static final String OPERATION = "operation";
  protected final List<Subject> pools;
  private final List<Part> parts;
  private List<Step> steps = List.of();
  protected RoundPlan plan; // null before begin, as is jmh
  protected JmhRuns jmh;

  /**
   * Benchmark class with its parameter sets. Its method {@code protocol} repeats the published
   * experiment; an optional method {@code operation} measures the steady state.
   *
   * @param labels additional parameters of its results
   */
  public record Part(Class<?> benchmark, StudySets sets, Map<String, String> labels) {
    public Map<String, String> parameters(RunResult result) {
      Map<String, String> parameters = JmhRuns.parameters(result);
      parameters.putAll(labels);
      return parameters;
    }
  }

  private record Step(Part part, Map<String, String> set) {
    boolean isMeasuredOnce() {
      return set.entrySet().containsAll(part.sets.once().entrySet()) && !isFar(set);
    }
  }

  public JmhExperiment(StudyDefinition definition, List<Subject> pools, Part... parts) {
    super(definition);
    this.pools = pools;
    this.parts = List.of(parts);
  }

  public JmhExperiment(
      StudyDefinition definition, List<Subject> pools, Class<?> benchmark, StudySets sets) {
    this(definition, pools, new Part(benchmark, sets, Map.of()));
  }

  private static boolean isFar(Map<String, String> set) {
    return !set.getOrDefault(StudyState.RTT, TierOptions.DIRECT).equals(TierOptions.DIRECT);
  }

  /** Returns parameter values that this machine cannot run, each with the reason. */
  protected Map<Map.Entry<String, String>, String> unavailable() {
    return Map.of();
  }

  @Override
  public int begin(RoundPlan plan) {
    this.plan = plan;
    jmh = new JmhRuns(plan.log(definition));
    List<Step> all = new ArrayList<>();
    for (Part part : parts) {
      part.sets.of(plan.full(), pools).forEach(set -> all.add(new Step(part, set)));
    }
    if (all.stream().anyMatch(step -> isFar(step.set)) && !canRelay("rows with added latency")) {
      all.removeIf(step -> isFar(step.set));
    }
    Map<Map.Entry<String, String>, String> unavailable = unavailable();
    Map<String, String> labels = new TreeMap<>();
    unavailable.forEach(
        (value, reason) -> {
          if (all.stream().anyMatch(step -> step.set.entrySet().contains(value))) {
            String label = value.getValue().matches("\\d+") ? value.toString() : value.getValue();
            labels.merge(reason, label, (a, b) -> a + ", " + b);
          }
        });
    labels.forEach((reason, values) -> omissions.add(Omission.absent(values, reason)));
    all.removeIf(step -> !Collections.disjoint(step.set.entrySet(), unavailable.keySet()));
    steps = all;
    return steps.isEmpty() ? 0 : plan.rounds();
  }

  @Override
  public void round(boolean backwards) {
    List<Step> order = new ArrayList<>(steps);
    if (backwards) {
      Collections.reverse(order);
    }
    for (Step step : order) {
      RunResult result = jmh.protocol(step.part.benchmark, step.set);
      add(step.part.parameters(result), result);
    }
  }

  /** Adds a round's time and counts for one parameter set. */
  protected void add(Map<String, String> parameters, RunResult result) {
    addTime(parameters, result.getPrimaryResult().getScore());
    Map<String, Double> metrics = JmhRuns.metrics(result);
    metrics.keySet().removeAll(JmhRuns.TRAFFIC);
    addCounts(parameters, metrics);
  }

  @Override
  public void finish() {
    for (Step step : steps) {
      if (plan.steadyState() && step.isMeasuredOnce() && hasOperation(step.part.benchmark)) {
        RunResult result =
            jmh.run(
                step.part.benchmark,
                OPERATION,
                step.set,
                options -> options.addProfiler(GCProfiler.class));
        at(JmhRuns.parameters(result)).operation =
            new Operation(
                result.getPrimaryResult().getScore(),
                result.getPrimaryResult().getScoreError(),
                JmhRuns.metrics(result).getOrDefault("gc.alloc.rate.norm", Double.NaN));
      }
    }
    countTraffic();
  }

  private static boolean hasOperation(Class<?> benchmark) {
    return Arrays.stream(benchmark.getMethods()).anyMatch(m -> m.getName().equals(OPERATION));
  }

  protected final void countTraffic() {
    List<Step> once =
        steps.stream()
            .filter(step -> StudyState.class.isAssignableFrom(step.part.benchmark))
            .filter(Step::isMeasuredOnce)
            .toList();
    if (!once.isEmpty() && canRelay("counts")) {
      once.forEach(step -> countTraffic(step.part, step.set));
    }
  }

  /** Runs a benchmark once, without warm-up and fork, through a relay that counts the traffic. */
  protected final void countTraffic(Part part, Map<String, String> set) {
    RunResult result =
        jmh.run(
            part.benchmark,
            JmhRuns.PROTOCOL,
            StudySets.with(set, StudyState.LINK, StudyState.NetworkPath.COUNTED.name()),
            options ->
                options
                    .mode(Mode.SingleShotTime)
                    .forks(0)
                    .warmupIterations(0)
                    .measurementIterations(1));
    Map<String, Double> traffic = JmhRuns.metrics(result);
    traffic.keySet().retainAll(JmhRuns.TRAFFIC);
    // Counts of zero mean that the traffic did not pass the relay; do not report them.
    if (traffic.values().stream().anyMatch(count -> count > 0)) {
      addCounts(part.parameters(result), traffic);
    }
  }

  @Override
  Collection<RunResult> jmhResults() {
    return jmh == null ? List.of() : jmh.all();
  }
}
