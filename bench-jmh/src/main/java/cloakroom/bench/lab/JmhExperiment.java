package cloakroom.bench.lab;

import cloakroom.bench.lab.StudyResult.Operation;
import cloakroom.bench.lab.StudyResult.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;

/**
 * A study that is a JMH benchmark. Each round runs every set of parameters once, in a fork of its
 * own, so that what the machine does meanwhile hits all of them alike. Then, once, the steady
 * state; and the protocol once more through a relay that counts, whose times are no result.
 */
public final class JmhExperiment extends JmhMeasured {
  private static final String OPERATION = "operation";

  private final StudyCard card;
  private final Class<?> benchmark;
  private final Supplier<Needs> needs;
  private final Map<Map<String, String>, List<Double>> millis = new LinkedHashMap<>();
  private final Map<Map<String, String>, Map<String, Double>> counts = new LinkedHashMap<>();
  private final Map<Map<String, String>, Map<String, List<Double>>> seen = new LinkedHashMap<>();
  private final Map<Map<String, String>, Operation> operations = new LinkedHashMap<>();
  private final List<Gap> gaps = new ArrayList<>();
  private Map<String, List<String>> parameters;

  /**
   * An experiment.
   *
   * @param benchmark its method {@code protocol} is the experiment as published, {@code operation},
   *     if there is one, the steady state
   * @param needs says what of it cannot be run here
   */
  public JmhExperiment(StudyCard card, Class<?> benchmark, Supplier<Needs> needs) {
    this.card = card;
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
    open(plan, card);
    List<Round> rounds = new ArrayList<>(Round.protocol(plan.rounds(), this::protocol));
    if (plan.operations() && hasOperation()) {
      rounds.add(new Round("steady state", this::operation));
    }
    if (StudyState.class.isAssignableFrom(benchmark)) {
      Optional<Gap> obstacle = CountedDatabase.obstacle();
      obstacle.ifPresentOrElse(
          gaps::add,
          () ->
              rounds.add(
                  new Round("counts", () -> counts.putAll(jmh.count(benchmark, parameters)))));
    }
    return rounds.iterator();
  }

  private boolean hasOperation() {
    return Arrays.stream(benchmark.getMethods())
        .anyMatch(method -> method.getName().equals(OPERATION));
  }

  private void protocol() {
    for (RunResult result : jmh.protocol(benchmark, parameters)) {
      Map<String, String> point = JmhRuns.parameters(result);
      millis
          .computeIfAbsent(point, key -> new ArrayList<>())
          .add(result.getPrimaryResult().getScore());
      Map<String, List<Double>> besides = seen.computeIfAbsent(point, key -> new TreeMap<>());
      JmhRuns.seen(result)
          .forEach(
              (name, value) -> besides.computeIfAbsent(name, key -> new ArrayList<>()).add(value));
    }
  }

  private void operation() {
    for (RunResult result :
        jmh.run(
            benchmark, OPERATION, parameters, options -> options.addProfiler(GCProfiler.class))) {
      operations.put(
          JmhRuns.parameters(result),
          new Operation(
              result.getPrimaryResult().getScore(),
              result.getPrimaryResult().getScoreError(),
              JmhRuns.allocation(result)));
    }
  }

  @Override
  public StudyResult result() {
    List<Point> points = new ArrayList<>();
    millis.forEach(
        (point, times) ->
            points.add(
                new Point(
                    point,
                    card.chart().place(point),
                    List.copyOf(times),
                    besides(point),
                    Optional.ofNullable(operations.get(point)))));
    return StudyResult.of(card, points, gaps);
  }

  /** Counts of one run, and the rounds' means of what else the benchmark saw. */
  private Map<String, Double> besides(Map<String, String> point) {
    Map<String, Double> all = new TreeMap<>(counts.getOrDefault(point, Map.of()));
    seen.getOrDefault(point, Map.of())
        .forEach((name, values) -> all.put(name, StudyResult.mean(values)));
    return all;
  }
}
