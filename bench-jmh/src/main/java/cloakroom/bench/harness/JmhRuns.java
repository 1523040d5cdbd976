package cloakroom.bench.harness;

import cloakroom.platform.OneLine;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

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
      Arrays.stream(StudyState.StudyCounts.class.getFields())
          .map(Field::getName)
          .collect(Collectors.toUnmodifiableSet());

  private final Path log;
  private final Map<String, RunResult> merged = new LinkedHashMap<>();

  /** A benchmark threw. The message is one line: the parameters it ran with, and what it said. */
  public static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Failure(String line, Throwable cause) {
      super(line, cause);
    }
  }

  /** Empties the log, to which the runs append JMH's own output. */
  public JmhRuns(Path log) {
    this.log = log;
    try {
      Files.write(log, new byte[0]);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + log, e);
    }
  }

  /** Runs the protocol once. */
  public RunResult protocol(Class<?> benchmark, Map<String, String> set) {
    return run(benchmark, PROTOCOL, set, options -> options);
  }

  /** Runs a method once with a set of parameters and further options of JMH. */
  public RunResult run(
      Class<?> benchmark,
      String method,
      Map<String, String> set,
      UnaryOperator<ChainedOptionsBuilder> more) {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + benchmark.getName() + "\\." + method + "$")
            .forks(1)
            .shouldFailOnError(true)
            .timeout(TimeValue.minutes(10));
    set.forEach(options::param);
    try (OutputStream end = Files.newOutputStream(log, StandardOpenOption.APPEND)) {
      PrintStream output = new PrintStream(end, true, StandardCharsets.UTF_8);
      OutputFormat format = OutputFormatFactory.createFormatInstance(output, VerboseMode.NORMAL);
      RunResult result = new Runner(more.apply(options).build(), format).runSingle();
      keep(result);
      return result;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + log, e);
    } catch (RunnerException e) {
      throw new Failure(
          "with " + set.toString().replaceAll("[{}]", "") + ": " + OneLine.of(cause(e)), e);
    }
  }

  /** Runs the protocol once through the counting relay, without warm-up and without a fork. */
  public RunResult counted(Class<?> benchmark, Map<String, String> set) {
    Map<String, String> counting = new TreeMap<>(set);
    counting.put(StudyState.LINK, StudyState.NetworkPath.COUNTED.name());
    return run(
        benchmark,
        PROTOCOL,
        counting,
        options ->
            options
                .mode(Mode.SingleShotTime)
                .forks(0)
                .warmupIterations(0)
                .measurementIterations(1));
  }

  /** Returns the counts of a counted run; empty if its traffic does not pass the relay. */
  static Map<String, Double> counts(RunResult result) {
    Map<String, Double> counted = secondary(result);
    counted.keySet().retainAll(COUNTED);
    return counted.values().stream().anyMatch(count -> count > 0) ? counted : Map.of();
  }

  /** Returns the first cause: JMH wraps it, and adds what a fork threw as suppressed. */
  private static Throwable cause(Throwable thrown) {
    return Stream.concat(
            Arrays.stream(thrown.getSuppressed()), Stream.ofNullable(thrown.getCause()))
        .findFirst()
        .map(JmhRuns::cause)
        .orElse(thrown);
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
