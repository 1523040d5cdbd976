package cloakroom.bench.lab;

import cloakroom.bench.lab.StudyResult.Gap;
import cloakroom.bench.lab.StudyResult.Operation;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;

/**
 * A study that is a JMH benchmark. Each round runs every set of parameters once, in a fork of its
 * own and every other round in reverse, so that what the machine does meanwhile hits all of them
 * alike. Then, once, the steady state; and the protocol once more through a relay that counts,
 * whose times are no result.
 */
public final class JmhExperiment extends Experiment {
  private static final String OPERATION = "operation";

  private final Class<?> benchmark;
  private final Supplier<Needs> needs;
  private Map<String, List<String>> parameters;

  /**
   * What of a benchmark cannot be run here, because it needs a program or a database that is not
   * here. It is left out, with a line.
   *
   * @param parameter the parameter some of whose values cannot be run
   * @param absent those values, each with the reason and what to install
   * @param more what else is not measured here
   */
  public record Needs(String parameter, Map<String, String> absent, List<Gap> more) {
    static Needs nothing() {
      return new Needs("", Map.of(), List.of());
    }
  }

  /**
   * An experiment.
   *
   * @param benchmark its method {@code protocol} is the experiment as published, {@code operation},
   *     if there is one, the steady state
   * @param needs says what of it cannot be run here
   */
  public JmhExperiment(StudyCard card, Class<?> benchmark, Supplier<Needs> needs) {
    super(card);
    this.benchmark = benchmark;
    this.needs = needs;
  }

  @Override
  public Steps begin(Plan plan) {
    parameters = new TreeMap<>(card.asked(plan.full()));
    Needs here = needs.get();
    parameters.computeIfPresent(
        here.parameter(), (name, values) -> possible(values, here.absent()));
    if (parameters.containsValue(List.of())) {
      return Steps.NONE;
    }
    gaps.addAll(here.more());
    openJmh(plan);
    Map<String, Work> once = new LinkedHashMap<>();
    if (plan.operations()
        && Arrays.stream(benchmark.getMethods()).anyMatch(m -> m.getName().equals(OPERATION))) {
      once.put("steady state", this::operation);
    }
    if (StudyState.class.isAssignableFrom(benchmark)) {
      counting(once, () -> jmh.count(benchmark, parameters).forEach(this::count));
    }
    return new Steps(this::protocol, once);
  }

  /** The values that can be run; of the others one line for each reason. */
  private List<String> possible(List<String> asked, Map<String, String> absent) {
    Map<String, String> reasons = new LinkedHashMap<>();
    asked.stream()
        .filter(absent::containsKey)
        .forEach(value -> reasons.merge(absent.get(value), value, (a, b) -> a + ", " + b));
    reasons.forEach((why, values) -> gaps.add(Gap.absent(values, why)));
    return asked.stream().filter(value -> !absent.containsKey(value)).toList();
  }

  private void protocol(boolean backwards) {
    for (RunResult result : jmh.protocol(benchmark, parameters, backwards)) {
      keep(JmhRuns.parameters(result), result.getPrimaryResult().getScore());
      count(JmhRuns.parameters(result), JmhRuns.seen(result));
    }
  }

  private void operation() {
    for (RunResult result :
        jmh.run(
            benchmark, OPERATION, parameters, options -> options.addProfiler(GCProfiler.class))) {
      keep(
          JmhRuns.parameters(result),
          new Operation(
              result.getPrimaryResult().getScore(),
              result.getPrimaryResult().getScoreError(),
              JmhRuns.allocation(result)));
    }
  }
}
