package cloakroom.bench.lab;

import cloakroom.bench.lab.StudyResult.Gap;
import cloakroom.bench.lab.StudyResult.Operation;
import cloakroom.bench.lab.StudyResult.Point;
import cloakroom.bench.machine.Pinning;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
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
  private final Function<List<Point>, List<String>> reading;
  private List<Map<String, List<String>>> sets = List.of();
  private List<Map<String, List<String>>> after = List.of();
  private boolean operations;

  /**
   * What of a benchmark cannot be run here, because it needs a program or a database that is not
   * here. It is left out, with a line.
   *
   * @param absent by parameter the values that cannot be run, each with the reason and what to
   *     install
   * @param more what else is not measured here
   */
  public record Needs(Map<String, Map<String, String>> absent, List<Gap> more) {
    /** Those of few connections, which share a processor with our own server's processes. */
    private static Needs ofFewConnections() {
      Optional<String> why = BenchDatabase.isEmbedded() ? Pinning.absence() : Optional.empty();
      return new Needs(
          Map.of(),
          why
              .map(reason -> Gap.absent("client and server processes on one processor", reason))
              .stream()
              .toList());
    }
  }

  /**
   * An experiment.
   *
   * @param benchmark its method {@code protocol} is the experiment as published, {@code operation},
   *     if there is one, the steady state
   * @param needs says what of it cannot be run here
   * @param reading says in sentences what its points show beyond its ratios
   */
  public JmhExperiment(
      StudyCard card,
      Class<?> benchmark,
      Supplier<Needs> needs,
      Function<List<Point>, List<String>> reading) {
    super(card);
    this.benchmark = benchmark;
    this.needs = needs;
    this.reading = reading;
  }

  /** One that runs everywhere. */
  public JmhExperiment(
      StudyCard card, Class<?> benchmark, Function<List<Point>, List<String>> reading) {
    this(card, benchmark, () -> new Needs(Map.of(), List.of()), reading);
  }

  /** One that asks and waits on one or few connections, and of which the ratios say all. */
  public static JmhExperiment ofFewConnections(StudyCard card, Class<?> benchmark) {
    return new JmhExperiment(card, benchmark, Needs::ofFewConnections, points -> List.of());
  }

  /** One that runs everywhere, and of which the ratios say all. */
  public JmhExperiment(StudyCard card, Class<?> benchmark) {
    this(card, benchmark, points -> List.of());
  }

  @Override
  public int begin(Plan plan) {
    Needs here = needs.get();
    List<Map<String, List<String>>> possible = possible(card.sets(plan.full()), here.absent());
    if (possible.isEmpty()) {
      return 0;
    }
    sets = new ArrayList<>(card.runs(possible.get(0)));
    sets.addAll(possible.subList(1, possible.size()));
    after = card.runs(StudyCard.with(possible.get(0), card.once()));
    gaps.addAll(here.more());
    openJmh(plan);
    operations =
        plan.operations()
            && Arrays.stream(benchmark.getMethods()).anyMatch(m -> m.getName().equals(OPERATION));
    return plan.rounds();
  }

  @Override
  public void finish() {
    if (operations) {
      after.forEach(this::operation);
    }
    if (!after.isEmpty() && StudyState.class.isAssignableFrom(benchmark) && canCount()) {
      after.forEach(set -> jmh.count(benchmark, set).forEach(this::count));
    }
  }

  /** What can be run of these sets; of the values that cannot, one line for each reason. */
  private List<Map<String, List<String>>> possible(
      List<Map<String, List<String>>> asked, Map<String, Map<String, String>> absent) {
    Map<String, Set<String>> reasons = new LinkedHashMap<>();
    List<Map<String, List<String>>> possible = new ArrayList<>();
    for (Map<String, List<String>> set : asked) {
      Map<String, List<String>> rest = new TreeMap<>(set);
      absent.forEach(
          (name, whys) -> {
            for (String value : set.getOrDefault(name, List.of())) {
              if (whys.containsKey(value)) {
                reasons
                    .computeIfAbsent(whys.get(value), why -> new LinkedHashSet<>())
                    .add(value.matches("\\d+|true") ? name + " " + value : value);
              }
            }
            rest.computeIfPresent(name, (n, all) -> without(whys.keySet(), all));
          });
      if (!rest.containsValue(List.of())) {
        possible.add(rest);
      }
    }
    reasons.forEach((why, values) -> gaps.add(Gap.absent(String.join(", ", values), why)));
    return possible;
  }

  private static List<String> without(Set<String> absent, List<String> values) {
    return values.stream().filter(value -> !absent.contains(value)).toList();
  }

  @Override
  public StudyResult result() {
    return super.result().saying(reading.apply(points()));
  }

  @Override
  public void round(boolean backwards) {
    List<Map<String, List<String>>> turns = new ArrayList<>(sets);
    if (backwards) {
      Collections.reverse(turns);
    }
    for (Map<String, List<String>> set : turns) {
      for (RunResult result : jmh.protocol(benchmark, set, backwards)) {
        keep(JmhRuns.parameters(result), result.getPrimaryResult().getScore());
        count(JmhRuns.parameters(result), JmhRuns.seen(result));
      }
    }
  }

  private void operation(Map<String, List<String>> set) {
    for (RunResult result :
        jmh.run(benchmark, OPERATION, set, options -> options.addProfiler(GCProfiler.class))) {
      keep(
          JmhRuns.parameters(result),
          new Operation(
              result.getPrimaryResult().getScore(),
              result.getPrimaryResult().getScoreError(),
              JmhRuns.allocation(result)));
    }
  }
}
