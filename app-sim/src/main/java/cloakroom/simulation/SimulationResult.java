package cloakroom.simulation;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Result of a simulation. Times are in milliseconds. Only {@code begun}, {@code ended}, {@code
 * failed} and {@code underWay} include the warm-up.
 *
 * @param tierBusy utilization of all nodes' processors, from 0 to 1
 * @param connectionsMean mean connections in use, all nodes together
 * @param connectionsMost maximum connections in use at a node
 * @param asked mean database work of the pools for each request of the cycle
 * @param counts growth of the pools' counters by name
 */
public record SimulationResult(
    long requests,
    double perSecond,
    TimeSummary response,
    TimeSummary instanceWait,
    TimeSummary connectionWait,
    double tierBusy,
    double databaseBusy,
    double connectionsMean,
    int connectionsMost,
    long instances,
    List<DatabaseWork> asked,
    Map<String, Long> counts,
    long begun,
    long ended,
    long failed,
    long underWay) {

  public record DatabaseWork(double roundTrips, double flushes) {}

  /** Distribution of a time. */
  public record TimeSummary(double mean, double p95, double p99, double max) {
    private static final double MILLI = 1e3;

    static TimeSummary of(Histogram micros) {
      return new TimeSummary(
          micros.getMean() / MILLI,
          micros.getValueAtPercentile(95) / MILLI,
          micros.getValueAtPercentile(99) / MILLI,
          micros.getMaxValue() / MILLI);
    }
  }
}
