package cloakroom.bench.run;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs the method {@code protocol} of benchmarks, each set of parameters in a fork of its own, and
 * keeps what JMH says: the runs of one set are forks of one result.
 */
final class JmhRuns {
  private final JmhLog log;
  private final Map<String, RunResult> merged = new LinkedHashMap<>();

  /** Keeps JMH's own output in {@code log}. */
  JmhRuns(JmhLog log) {
    this.log = log;
  }

  /**
   * Runs every combination of the parameters' values once.
   *
   * @param iterations measured iterations, if not those of the annotation
   * @throws RunnerException if the benchmark throws
   */
  Collection<RunResult> run(
      Class<?> benchmark, Map<String, List<String>> parameters, OptionalInt iterations)
      throws RunnerException {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + benchmark.getName() + "\\.protocol$")
            .forks(1)
            .shouldFailOnError(true)
            .timeout(TimeValue.minutes(10));
    parameters.forEach((name, values) -> options.param(name, values.toArray(String[]::new)));
    iterations.ifPresent(options::measurementIterations);
    Collection<RunResult> results = new Runner(options.build(), log.format()).run();
    results.forEach(this::keep);
    return results;
  }

  private void keep(RunResult result) {
    String key = result.getParams().getBenchmark() + parameters(result);
    merged.merge(key, result, JmhRuns::together);
  }

  /** Two runs of one benchmark as forks of one result. */
  static RunResult together(RunResult a, RunResult b) {
    Collection<BenchmarkResult> all = new ArrayList<>(a.getBenchmarkResults());
    all.addAll(b.getBenchmarkResults());
    return new RunResult(a.getParams(), all);
  }

  /** The parameters of a result, by name. */
  static Map<String, String> parameters(RunResult result) {
    return JmhLog.parameters(result.getParams());
  }

  /** What a benchmark says beside its time; what it could not see is NaN, and left out. */
  static Map<String, Double> secondary(RunResult result) {
    Map<String, Double> all = new TreeMap<>();
    result.getSecondaryResults().forEach((name, value) -> all.put(name, value.getScore()));
    all.values().removeIf(value -> value.isNaN());
    return all;
  }

  /** Everything in JMH's own terms, for its result file. */
  Collection<RunResult> all() {
    return merged.values();
  }
}
