package cloakroom.bench.harness;

import cloakroom.bench.harness.StudyResult.Gap;
import cloakroom.bench.harness.StudyResult.Operation;
import cloakroom.bench.machine.Pinning;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;

/**
 * Study that is a JMH benchmark. Each round runs every set of parameters once, in a separate fork
 * and every second round in reverse, so that a disturbance of the machine affects all sets alike.
 * After the rounds it measures the steady state, and runs the protocol through a counting relay.
 */
public class JmhExperiment extends Experiment {
  private static final String OPERATION = "operation";

  private final Class<?> benchmark;
  private final StudySets sets;
  private List<Map<String, String>> possible = List.of();
  private boolean operations;

  /**
   * Creates an experiment.
   *
   * @param benchmark class whose method {@code protocol} is the published experiment; a method
   *     {@code operation} is the steady state
   */
  public JmhExperiment(StudyDefinition card, Class<?> benchmark, StudySets sets) {
    super(card);
    this.benchmark = benchmark;
    this.sets = sets;
  }

  /**
   * Experiment with one or few connections, which share a processor with their server processes.
   */
  public static JmhExperiment ofFewConnections(
      StudyDefinition card, Class<?> benchmark, StudySets sets) {
    return new JmhExperiment(card, benchmark, sets) {
      @Override
      protected List<Map<String, String>> possible(List<Map<String, String>> all) {
        if (BenchDatabase.isEmbedded()) {
          Pinning.absence()
              .map(why -> Gap.absent("client and server processes on one processor", why))
              .ifPresent(gaps::add);
        }
        return all;
      }
    };
  }

  /** Returns the sets that can run here; adds a gap for the others. */
  protected List<Map<String, String>> possible(List<Map<String, String>> all) {
    return all;
  }

  /**
   * Returns the sets without those that have an absent value; adds a gap for each reason.
   *
   * @param absent values of parameters that cannot run here, each with the reason
   */
  protected final List<Map<String, String>> without(
      Map<Map.Entry<String, String>, String> absent, List<Map<String, String>> all) {
    absent.entrySet().stream()
        .filter(each -> all.stream().anyMatch(set -> set.entrySet().contains(each.getKey())))
        .collect(
            Collectors.groupingBy(
                Map.Entry::getValue,
                TreeMap::new,
                Collectors.mapping(each -> label(each.getKey()), Collectors.joining(", "))))
        .forEach((why, labels) -> gaps.add(Gap.absent(labels, why)));
    return all.stream()
        .filter(set -> Collections.disjoint(set.entrySet(), absent.keySet()))
        .toList();
  }

  /** A number or a boolean needs the name of its parameter. */
  private static String label(Map.Entry<String, String> value) {
    return value.getValue().matches("\\d+|true") ? value.toString() : value.getValue();
  }

  @Override
  public int begin(RoundPlan plan) {
    possible = possible(sets.of(plan.full()));
    openJmh(plan);
    operations =
        plan.operations()
            && Arrays.stream(benchmark.getMethods()).anyMatch(m -> m.getName().equals(OPERATION));
    return possible.isEmpty() ? 0 : plan.rounds();
  }

  @Override
  public void round(boolean backwards) {
    List<Map<String, String>> turns = new ArrayList<>(possible);
    if (backwards) {
      Collections.reverse(turns);
    }
    for (Map<String, String> set : turns) {
      RunResult result = jmh.protocol(benchmark, set);
      keep(JmhRuns.parameters(result), result.getPrimaryResult().getScore());
      count(JmhRuns.parameters(result), JmhRuns.seen(result));
    }
  }

  @Override
  public void finish() {
    List<Map<String, String>> once =
        possible.stream()
            .filter(set -> set.entrySet().containsAll(sets.once().entrySet()))
            .toList();
    if (operations) {
      once.forEach(this::operation);
    }
    if (!once.isEmpty() && StudyState.class.isAssignableFrom(benchmark) && canCount()) {
      once.forEach(set -> count(benchmark, set, Map.of()));
    }
  }

  private void operation(Map<String, String> set) {
    RunResult result =
        jmh.run(benchmark, OPERATION, set, options -> options.addProfiler(GCProfiler.class));
    keep(
        JmhRuns.parameters(result),
        new Operation(
            result.getPrimaryResult().getScore(),
            result.getPrimaryResult().getScoreError(),
            JmhRuns.allocation(result)));
  }
}
