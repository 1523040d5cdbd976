package cloakroom.bench.lab;

import cloakroom.bench.lab.StudyResult.Gap;
import cloakroom.bench.lab.StudyResult.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
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
public class JmhExperiment extends Experiment {
  private static final String OPERATION = "operation";

  private final Class<?> benchmark;
  private final Supplier<Needs> needs;
  private List<Map<String, List<String>>> runs;
  private List<Map<String, List<String>>> runsOnce;

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
    Map<String, List<String>> parameters = new TreeMap<>(card.asked(plan.full()));
    Needs here = needs.get();
    parameters.computeIfPresent(
        here.parameter(), (name, values) -> possible(values, here.absent()));
    if (parameters.containsValue(List.of())) {
      return Steps.NONE;
    }
    gaps.addAll(here.more());
    runs = card.runs(parameters);
    Map<String, List<String>> afterwards = new TreeMap<>(parameters);
    afterwards.putAll(card.once());
    runsOnce = card.runs(afterwards);
    openJmh(plan);
    Map<String, Work> once = new LinkedHashMap<>();
    if (plan.operations()
        && Arrays.stream(benchmark.getMethods()).anyMatch(m -> m.getName().equals(OPERATION))) {
      once.put("steady state", () -> runsOnce.forEach(this::operation));
    }
    if (StudyState.class.isAssignableFrom(benchmark)) {
      counting(once, () -> runsOnce.forEach(run -> jmh.count(benchmark, run).forEach(this::count)));
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
    List<Map<String, List<String>>> turns = new ArrayList<>(runs);
    if (backwards) {
      Collections.reverse(turns);
    }
    for (Map<String, List<String>> run : turns) {
      for (RunResult result : jmh.protocol(benchmark, run, backwards)) {
        keep(JmhRuns.parameters(result), result.getPrimaryResult().getScore());
        count(JmhRuns.parameters(result), JmhRuns.seen(result));
      }
    }
  }

  private void operation(Map<String, List<String>> run) {
    for (RunResult result :
        jmh.run(benchmark, OPERATION, run, options -> options.addProfiler(GCProfiler.class))) {
      keep(
          JmhRuns.parameters(result),
          new Operation(
              result.getPrimaryResult().getScore(),
              result.getPrimaryResult().getScoreError(),
              JmhRuns.allocation(result)));
    }
  }
}
