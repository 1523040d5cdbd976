package cloakroom.bench.run;

import cloakroom.bench.run.StudyResult.MeasuredRatio;
import cloakroom.bench.run.StudyResult.Operation;
import cloakroom.bench.run.StudyResult.Point;
import cloakroom.bench.study.StudyCard;
import cloakroom.bench.study.StudyState;
import cloakroom.connection.link.Link;
import cloakroom.database.EnvironmentException;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs one study in rounds: each round runs every set of parameters once, in a fork of its own, so
 * that what the machine does meanwhile hits all of them alike. Then, once, the steady state; and
 * the protocol once more through a relay that counts, whose times are no result.
 */
public final class StudyRun {
  private static final String PROTOCOL = "protocol";
  private static final String OPERATION = "operation";
  private static final String LINK = "link";
  private static final String ALLOCATION = "gc.alloc.rate.norm";

  /** What only the run through the relay knows. */
  private static final Set<String> COUNTED =
      Arrays.stream(StudyState.Counts.class.getFields())
          .map(Field::getName)
          .collect(Collectors.toUnmodifiableSet());

  /**
   * How much is run.
   *
   * @param rounds rounds of the protocol
   * @param full whether the long form's parameters are used
   * @param operations whether the steady state is measured too
   * @param log where JMH's own output goes
   */
  public record Plan(int rounds, boolean full, boolean operations, Path log) {}

  /** Told before each round, where a study may have to wait for its turn, or to end. */
  public interface Listener {
    /** A round begins; {@code round} from 1, 0 for the steady state. */
    void round(StudyCard card, int round, int of);

    /** The protocol runs once more, through a relay that counts. */
    default void counting(StudyCard card) {}
  }

  private final StudyCard card;
  private final Plan plan;
  private final Listener listener;
  private final long from = System.nanoTime();
  private final Map<String, RunResult> merged = new LinkedHashMap<>();
  private final Map<Map<String, String>, List<Double>> millis = new LinkedHashMap<>();
  private final Map<Map<String, String>, Map<String, Double>> counts = new LinkedHashMap<>();
  private final Map<Map<String, String>, Map<String, List<Double>>> seen = new LinkedHashMap<>();
  private final Map<Map<String, String>, Operation> operations = new LinkedHashMap<>();
  private final List<String> absent = new ArrayList<>();

  StudyRun(StudyCard card, Plan plan, Listener listener) {
    this.card = card;
    this.plan = plan;
    this.listener = listener;
  }

  /**
   * Runs it.
   *
   * @throws StudyFailure if a benchmark throws, with the rounds before
   */
  StudyResult run() {
    try (JmhLog log = JmhLog.open(plan.log())) {
      try {
        measure(log);
      } catch (RunnerException | Turn.CutShort e) {
        throw new StudyFailure(log, e, soFar());
      }
    }
    return soFar();
  }

  private void measure(JmhLog log) throws RunnerException {
    for (int round = 1; round <= plan.rounds(); round++) {
      listener.round(card, round, plan.rounds());
      for (RunResult result : new Runner(options(PROTOCOL).build(), log.format()).run()) {
        keepProtocol(result);
      }
    }
    if (plan.operations() && hasMethod(OPERATION)) {
      listener.round(card, 0, plan.rounds());
      var options = options(OPERATION).addProfiler(GCProfiler.class);
      for (RunResult result : new Runner(options.build(), log.format()).run()) {
        keepOperation(result);
      }
    }
    if (isStudyState()) {
      count(log);
    }
  }

  private boolean isStudyState() {
    return StudyState.class.isAssignableFrom(card.benchmark());
  }

  /** What the rounds up to now have given; a round that was cut short gives nothing. */
  private StudyResult soFar() {
    return new StudyResult(
        card, points(), ratios(), List.copyOf(absent), (System.nanoTime() - from) / 1e9);
  }

  /**
   * Counts what one run of the protocol asks of the database, for every set of parameters, without
   * warm-up and without taking times.
   *
   * @return the points, without times; none if the database's URL has no place for a relay
   * @throws RunnerException if a benchmark throws
   * @throws EnvironmentException if the environment names no database
   */
  Map<Map<String, String>, Map<String, Double>> count(JmhLog log) throws RunnerException {
    Optional<String> obstacle = Countable.obstacle();
    if (obstacle.isPresent()) {
      absent.add(obstacle.get());
      return counts;
    }
    listener.counting(card);
    var options = options(PROTOCOL).param(LINK, Link.COUNTED.name());
    options.warmupIterations(0).measurementIterations(1);
    for (RunResult result : new Runner(options.build(), log.format()).run()) {
      keepCounts(result);
    }
    return counts;
  }

  /** Why something was not counted; empty if nothing is missing. */
  List<String> absent() {
    return absent;
  }

  private boolean hasMethod(String name) {
    for (var method : card.benchmark().getMethods()) {
      if (method.getName().equals(name)) {
        return true;
      }
    }
    return false;
  }

  private ChainedOptionsBuilder options(String method) {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + card.benchmark().getName() + "\\." + method + "$")
            .forks(1)
            .shouldFailOnError(true)
            .timeout(TimeValue.minutes(10));
    Map<String, List<String>> parameters = new TreeMap<>(card.parameters());
    if (plan.full()) {
      parameters.putAll(card.full());
    }
    parameters.forEach((name, values) -> options.param(name, values.toArray(String[]::new)));
    return options;
  }

  private void keepProtocol(RunResult result) {
    Map<String, String> parameters = parameters(result.getParams());
    millis
        .computeIfAbsent(parameters, key -> new ArrayList<>())
        .add(result.getPrimaryResult().getScore());
    JmhRuns.secondary(result)
        .forEach(
            (name, value) -> {
              if (!COUNTED.contains(name)) {
                seen.computeIfAbsent(parameters, key -> new TreeMap<>())
                    .computeIfAbsent(name, key -> new ArrayList<>())
                    .add(value);
              }
            });
    merge(result);
  }

  /** Keeps what was seen; a benchmark that goes past the relay has no counts. */
  private void keepCounts(RunResult result) {
    Map<String, Double> counted = JmhRuns.secondary(result);
    counted.keySet().retainAll(COUNTED);
    if (counted.values().stream().anyMatch(count -> count > 0)) {
      counts.put(parameters(result.getParams()), counted);
    }
    merge(result);
  }

  private void keepOperation(RunResult result) {
    Result<?> allocation = result.getSecondaryResults().get(ALLOCATION);
    operations.put(
        parameters(result.getParams()),
        new Operation(
            result.getPrimaryResult().getScore(),
            result.getPrimaryResult().getScoreError(),
            allocation == null ? Double.NaN : allocation.getScore()));
    merge(result);
  }

  /** The rounds of one benchmark are its forks: one row in JMH's file, not one for each round. */
  private void merge(RunResult result) {
    merged.merge(key(result.getParams()), result, JmhRuns::together);
  }

  private static String key(BenchmarkParams params) {
    return params.getBenchmark() + params.getMode() + params.getParam(LINK) + parameters(params);
  }

  /** All but the link, which is the same for all that is compared. */
  private static Map<String, String> parameters(BenchmarkParams params) {
    Map<String, String> all = JmhLog.parameters(params);
    all.remove(LINK);
    return all;
  }

  /** Everything in JMH's own terms, for its result file. */
  Collection<RunResult> jmhResults() {
    return merged.values();
  }

  private List<Point> points() {
    List<Point> points = new ArrayList<>();
    millis.forEach(
        (parameters, times) ->
            points.add(
                new Point(
                    parameters,
                    x(parameters),
                    List.copyOf(times),
                    besides(parameters),
                    Optional.ofNullable(operations.get(parameters)))));
    return points;
  }

  /** Counts of one run, and the rounds' means of what else the benchmark saw. */
  private Map<String, Double> besides(Map<String, String> parameters) {
    Map<String, Double> all = new TreeMap<>(counts.getOrDefault(parameters, Map.of()));
    seen.getOrDefault(parameters, Map.of()).forEach((name, values) -> all.put(name, mean(values)));
    return all;
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
  }

  private double x(Map<String, String> parameters) {
    String value = card.xParameter() == null ? null : parameters.get(card.xParameter());
    return value == null ? Double.NaN : Double.parseDouble(value);
  }

  private List<MeasuredRatio> ratios() {
    List<MeasuredRatio> ratios = new ArrayList<>();
    for (StudyCard.Ratio ratio : card.ratios()) {
      Optional<List<Double>> above = times(ratio.above());
      Optional<List<Double>> below = times(ratio.below());
      if (above.isPresent() && below.isPresent()) {
        ratios.add(MeasuredRatio.of(ratio, above.get(), below.get()));
      }
    }
    return ratios;
  }

  private Optional<List<Double>> times(Map<String, String> wanted) {
    return millis.entrySet().stream()
        .filter(entry -> entry.getKey().entrySet().containsAll(wanted.entrySet()))
        .map(Map.Entry::getValue)
        .findFirst();
  }
}
