package cloakroom.bench.machine;

import cloakroom.platform.MachineTime;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Profiler of the utilization of all processors in an iteration, in per cent. JMH runs it in the
 * benchmark's JVM. Without {@code /proc} it has no result.
 */
public final class UtilizationProfiler implements InternalProfiler {
  public static final String UTILIZATION = "utilization";
  private long start;
  private Optional<MachineTime> before = Optional.empty();

  @Override
  public String getDescription() {
    return "Utilization of all processors";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    start = System.nanoTime();
    before = MachineTime.now();
  }

  @Override
  public Collection<ScalarResult> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    double seconds = (System.nanoTime() - start) / 1e9;
    return before
        .flatMap(from -> MachineTime.now().map(to -> percent(from, to, seconds)))
        .map(value -> new ScalarResult(UTILIZATION, value, "%", AggregationPolicy.AVG))
        .map(List::of)
        .orElse(List.of());
  }

  private static double percent(MachineTime from, MachineTime to, double seconds) {
    return 100 * (to.busy() - from.busy()) / (seconds * to.processors());
  }
}
