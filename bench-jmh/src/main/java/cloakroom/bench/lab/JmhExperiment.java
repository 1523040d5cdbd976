package cloakroom.bench.lab;

import cloakroom.bench.lab.StudyResult.Gap;
import cloakroom.bench.lab.StudyResult.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;

/**
 * A study that is a JMH benchmark. Each round runs every set of parameters once, in a fork of its
 * own, so that what the machine does meanwhile hits all of them alike. Then, once, the steady
 * state; and the protocol once more through a relay that counts, whose times are no result.
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

    /** The values that are asked for and can be run. */
    private Map<String, List<String>> possible(Map<String, List<String>> asked) {
      Map<String, List<String>> left = new TreeMap<>(asked);
      left.computeIfPresent(
          parameter,
          (name, values) -> values.stream().filter(value -> !absent.containsKey(value)).toList());
      return left;
    }

    /** One line for each reason, not for each value, of what was asked for. */
    private List<Gap> gaps(Map<String, List<String>> asked) {
      Map<String, String> values = new LinkedHashMap<>();
      asked.getOrDefault(parameter, List.of()).stream()
          .filter(absent::containsKey)
          .sorted()
          .forEach(value -> values.merge(absent.get(value), value, (a, b) -> a + ", " + b));
      List<Gap> gaps = new ArrayList<>();
      values.forEach((why, names) -> gaps.add(Gap.absent(names, why)));
      return gaps;
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
  public Iterator<Round> rounds(Plan plan) {
    Map<String, List<String>> asked = card.asked(plan.full());
    Needs here = needs.get();
    gaps.addAll(here.gaps(asked));
    parameters = here.possible(asked);
    if (parameters.containsValue(List.of())) {
      return Collections.emptyIterator();
    }
    gaps.addAll(here.more());
    openJmh(plan);
    List<Round> rounds = new ArrayList<>(Round.protocol(plan.rounds(), this::protocol));
    if (plan.operations() && hasOperation()) {
      rounds.add(new Round("steady state", this::operation));
    }
    if (StudyState.class.isAssignableFrom(benchmark)) {
      counting(() -> jmh.count(benchmark, parameters).forEach(this::count)).ifPresent(rounds::add);
    }
    return rounds.iterator();
  }

  private boolean hasOperation() {
    return Arrays.stream(benchmark.getMethods())
        .anyMatch(method -> method.getName().equals(OPERATION));
  }

  private void protocol() {
    for (RunResult result : jmh.protocol(benchmark, parameters)) {
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
