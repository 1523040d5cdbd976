package cloakroom.bench.harness;

import cloakroom.platform.OneLine;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
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
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runner of JMH benchmarks, each set of parameters in a separate fork, with all their results. */
public final class JmhRuns {
  /** Name of the method that is the published experiment. */
  public static final String PROTOCOL = "protocol";

  /** Metrics that only the counting relay measures. */
  static final Set<String> TRAFFIC =
      Set.of("roundTrips", "bytesSent", "bytesReceived", "connects", "parses");

  private final Path log;
  private final Map<String, RunResult> merged = new LinkedHashMap<>();

  /** Failure of a benchmark; the message is one line with its parameters and the first cause. */
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
      BenchmarkParams run = result.getParams();
      merged.merge(run.id() + run.getThreads(), result, JmhRuns::merge);
      return result;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + log, e);
    } catch (RunnerException e) {
      throw new Failure(
          "with " + set.toString().replaceAll("[{}]", "") + ": " + OneLine.of(cause(e)), e);
    }
  }

  /** Runs the protocol once through the counting relay, without warm-up and without a fork. */
  RunResult counted(Class<?> benchmark, Map<String, String> set) {
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

  /** Returns the first cause: JMH wraps it, and adds what a fork threw as suppressed. */
  private static Throwable cause(Throwable thrown) {
    return Stream.concat(
            Arrays.stream(thrown.getSuppressed()), Stream.ofNullable(thrown.getCause()))
        .findFirst()
        .map(JmhRuns::cause)
        .orElse(thrown);
  }

  /** Makes two runs of one benchmark forks of one result. */
  private static RunResult merge(RunResult a, RunResult b) {
    Collection<BenchmarkResult> all = new ArrayList<>(a.getBenchmarkResults());
    all.addAll(b.getBenchmarkResults());
    return new RunResult(a.getParams(), all);
  }

  /** Returns the parameters of a result except the link. */
  public static Map<String, String> parameters(RunResult result) {
    Map<String, String> parameters = new TreeMap<>();
    BenchmarkParams all = result.getParams();
    all.getParamsKeys().forEach(name -> parameters.put(name, all.getParam(name)));
    parameters.remove(StudyState.LINK);
    return parameters;
  }

  /** Returns the secondary metrics of a result except those that are NaN. */
  public static Map<String, Double> metrics(RunResult result) {
    Map<String, Double> all = new TreeMap<>();
    result.getSecondaryResults().forEach((name, value) -> all.put(name, value.getScore()));
    all.values().removeIf(value -> value.isNaN());
    return all;
  }

  /** Returns all results for JMH's own file; the runs of a set are forks of one result. */
  public Collection<RunResult> all() {
    return merged.values();
  }
}
