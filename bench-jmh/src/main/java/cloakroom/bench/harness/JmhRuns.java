package cloakroom.bench.harness;

import cloakroom.bench.machine.UtilizationProfiler;
import cloakroom.contract.TierOptions;
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
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runner of JMH benchmarks that keeps all results. */
public final class JmhRuns {
  public static final String PROTOCOL = "protocol";

  static final Set<String> TRAFFIC =
      Set.of("roundTrips", "bytesSent", "bytesReceived", "connects", "parses");

  private final Path log;
  private final Map<String, RunResult> merged = new LinkedHashMap<>();

  public static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Failure(String line, Throwable cause) {
      super(line, cause);
    }
  }

  /**
   * Creates a runner. Empties the file {@code log} and appends the output of each JMH run to it.
   */
  public JmhRuns(Path log) {
    this.log = log;
    try {
      Files.write(log, new byte[0]);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + log, e);
    }
  }

  public RunResult protocol(Class<?> benchmark, Map<String, String> set) {
    return run(benchmark, PROTOCOL, set, options -> options.addProfiler(UtilizationProfiler.class));
  }

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
      merged.merge(
          result.getParams().id() + result.getParams().getThreads(),
          new RunResult(result.getParams(), new ArrayList<>(result.getBenchmarkResults())),
          (all, next) -> {
            all.getBenchmarkResults().addAll(next.getBenchmarkResults());
            return all;
          });
      return result;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + log, e);
    } catch (RunnerException e) {
      throw new Failure(
          "with " + set.toString().replaceAll("[{}]", "") + ": " + OneLine.of(cause(e)), e);
    }
  }

  /** Returns the root cause; JMH stores the exception of a fork as a suppressed exception. */
  private static Throwable cause(Throwable thrown) {
    return Stream.concat(
            Arrays.stream(thrown.getSuppressed()), Stream.ofNullable(thrown.getCause()))
        .findFirst()
        .map(JmhRuns::cause)
        .orElse(thrown);
  }

  public static Map<String, String> parameters(RunResult result) {
    Map<String, String> parameters = new TreeMap<>();
    BenchmarkParams all = result.getParams();
    all.getParamsKeys().forEach(name -> parameters.put(name, all.getParam(name)));
    parameters.remove(StudyState.LINK);
    parameters.remove(StudyState.RTT, TierOptions.DIRECT);
    return parameters;
  }

  /** Returns the secondary results by name, with the utilization of the processors. */
  public static Map<String, Double> metrics(RunResult result) {
    Map<String, Double> all = new TreeMap<>();
    result.getSecondaryResults().forEach((name, value) -> all.put(name, value.getScore()));
    all.values().removeIf(value -> value.isNaN());
    return all;
  }

  /**
   * Returns all results for JMH's result file. Results of the same parameter set are merged, as if
   * each run were one fork of a single run.
   */
  public Collection<RunResult> all() {
    return merged.values();
  }
}
