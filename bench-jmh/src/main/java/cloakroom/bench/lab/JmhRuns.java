package cloakroom.bench.lab;

import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs methods of benchmarks, each set of parameters in a fork of its own, and keeps what JMH says:
 * the runs of one set are forks of one result.
 */
public final class JmhRuns {
  /** The method that is an experiment as it was published. */
  public static final String PROTOCOL = "protocol";

  private static final String ALLOCATION = "gc.alloc.rate.norm";

  /** What only the run through the relay knows. */
  private static final Set<String> COUNTED =
      Arrays.stream(StudyState.Counts.class.getFields())
          .map(Field::getName)
          .collect(Collectors.toUnmodifiableSet());

  private final JmhLog log;
  private final Map<String, RunResult> merged = new LinkedHashMap<>();

  /** A benchmark threw. The message is one line: the parameters it ran with, and what it said. */
  public static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Failure(String line, Throwable cause) {
      super(line, cause);
    }
  }

  /** Opens the log, which gets JMH's own output. */
  public JmhRuns(Path log) {
    this.log = new JmhLog(log);
  }

  /**
   * Runs the protocol once for every combination of values, the last one first if it is backwards.
   */
  public Collection<RunResult> protocol(
      Class<?> benchmark, Map<String, List<String>> parameters, boolean backwards) {
    Map<String, List<String>> ordered = new TreeMap<>(parameters);
    if (backwards) {
      Stream.of(benchmark.getFields())
          .filter(field -> field.isAnnotationPresent(Param.class))
          .forEach(
              field ->
                  ordered.putIfAbsent(
                      field.getName(), List.of(field.getAnnotation(Param.class).value())));
      ordered.replaceAll((name, values) -> reversed(values));
    }
    return run(benchmark, PROTOCOL, ordered, options -> options);
  }

  private static List<String> reversed(List<String> values) {
    List<String> reversed = new ArrayList<>(values);
    Collections.reverse(reversed);
    return reversed;
  }

  /** Runs every combination of the parameters' values once, with what else JMH is to be told. */
  public Collection<RunResult> run(
      Class<?> benchmark,
      String method,
      Map<String, List<String>> parameters,
      UnaryOperator<ChainedOptionsBuilder> more) {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + benchmark.getName() + "\\." + method + "$")
            .forks(1)
            .shouldFailOnError(true)
            .timeout(TimeValue.minutes(10));
    parameters.forEach((name, values) -> options.param(name, values.toArray(String[]::new)));
    try {
      Collection<RunResult> results = new Runner(more.apply(options).build(), log.format()).run();
      results.forEach(this::keep);
      return results;
    } catch (RunnerException e) {
      throw new Failure(log.explained(e), e);
    }
  }

  /**
   * Counts what one run of the protocol asks of the database, by parameters, without warm-up,
   * without taking times and therefore without a fork. A set that goes past the relay has no
   * counts.
   */
  public Map<Map<String, String>, Map<String, Double>> count(
      Class<?> benchmark, Map<String, List<String>> parameters) {
    Map<Map<String, String>, Map<String, Double>> counts = new LinkedHashMap<>();
    for (RunResult result :
        run(
            benchmark,
            PROTOCOL,
            parameters,
            options ->
                options
                    .param(StudyState.LINK, StudyState.Link.COUNTED.name())
                    .mode(Mode.SingleShotTime)
                    .forks(0)
                    .warmupIterations(0)
                    .measurementIterations(1))) {
      Map<String, Double> counted = secondary(result);
      counted.keySet().retainAll(COUNTED);
      if (counted.values().stream().anyMatch(count -> count > 0)) {
        counts.put(parameters(result), counted);
      }
    }
    return counts;
  }

  private void keep(RunResult result) {
    BenchmarkParams run = result.getParams();
    String key = run.id() + run.getThreads();
    merged.merge(key, result, JmhRuns::together);
  }

  /** Two runs of one benchmark as forks of one result. */
  private static RunResult together(RunResult a, RunResult b) {
    Collection<BenchmarkResult> all = new ArrayList<>(a.getBenchmarkResults());
    all.addAll(b.getBenchmarkResults());
    return new RunResult(a.getParams(), all);
  }

  /** The parameters of a result but for the link, which is the same for all that is compared. */
  public static Map<String, String> parameters(RunResult result) {
    Map<String, String> parameters = new TreeMap<>();
    BenchmarkParams all = result.getParams();
    all.getParamsKeys().forEach(name -> parameters.put(name, all.getParam(name)));
    parameters.remove(StudyState.LINK);
    return parameters;
  }

  /** What a benchmark says beside its time; what it could not see is NaN, and left out. */
  public static Map<String, Double> secondary(RunResult result) {
    Map<String, Double> all = new TreeMap<>();
    result.getSecondaryResults().forEach((name, value) -> all.put(name, value.getScore()));
    all.values().removeIf(value -> value.isNaN());
    return all;
  }

  /** The same without what only the run through the relay knows. */
  static Map<String, Double> seen(RunResult result) {
    Map<String, Double> seen = secondary(result);
    seen.keySet().removeAll(COUNTED);
    return seen;
  }

  /** Bytes that an operation allocates, NaN if JMH was not told to look. */
  public static double allocation(RunResult result) {
    Result<?> allocated = result.getSecondaryResults().get(ALLOCATION);
    return allocated == null ? Double.NaN : allocated.getScore();
  }

  /** Everything in JMH's own terms, for its result file. */
  public Collection<RunResult> all() {
    return merged.values();
  }
}
